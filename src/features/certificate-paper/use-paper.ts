import { useEffect, useEffectEvent } from 'react'
import type { Track } from '../../analytics/track.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Translate } from '../../i18n/translate.ts'
import { canShareFiles, shareFile } from '../../platform/save-file.ts'
import { certificateFile } from './certificate-file.ts'

export type PaperProps = {
  document: CertificateDocument
  /** The texts in the certificate's language, which may differ from that of the screen. */
  texts: () => Promise<Translate>
  origin: string
  track: Track
}

/** Creates the file of a certificate, and shares it; `share` is absent if this browser cannot share files. */
export const usePaper = ({ document, texts, origin, track }: PaperProps) => {
  const prepare = useEffectEvent(async (of: CertificateDocument) =>
    certificateFile(of, { t: await texts(), origin }),
  )
  useEffect(() => {
    // Afterwards this device has everything that the file needs: it can be created without a connection.
    void prepare(document).catch(() => undefined)
  }, [document])
  const share = async (file: File) => {
    void track('certificate_shared', { course: document.course_id })
    return shareFile(file)
  }
  return {
    pdf: async () => certificateFile(document, { t: await texts(), origin }),
    share: canShareFiles() ? share : undefined,
  }
}
