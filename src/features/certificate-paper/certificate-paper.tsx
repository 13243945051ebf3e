import { useEffect, useEffectEvent } from 'react'
import type { Track } from '../../analytics/track.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Translate } from '../../i18n/translate.ts'
import { canShareFiles, saveFile, shareFile } from '../../platform/save-file.ts'
import { CertificateActions } from './certificate-actions.tsx'
import { certificateFile } from './certificate-file.ts'

type Props = {
  document: CertificateDocument
  /** The texts of its language, which may be another than that of the screen. */
  texts: () => Promise<Translate>
  origin: string
  track: Track
}

/** A certificate on paper: as a file, for somebody else, from the printer. */
export const CertificatePaper = ({ document, texts, origin, track }: Props) => {
  const course = document.course_id
  const prepare = useEffectEvent(async (of: CertificateDocument) =>
    certificateFile(of, { t: await texts(), origin }),
  )
  useEffect(() => {
    // Whatever it needs is on this device afterwards: the file can be made without a connection.
    void prepare(document).catch(() => undefined)
  }, [document])
  return (
    <CertificateActions
      pdf={async () => certificateFile(document, { t: await texts(), origin })}
      save={(file) => {
        void track('certificate_downloaded', { course })
        saveFile(file.name, file)
      }}
      share={
        canShareFiles()
          ? async (file) => {
              void track('certificate_shared', { course })
              return shareFile(file)
            }
          : undefined
      }
      print={() => {
        void track('certificate_printed', { course })
        window.print()
      }}
    />
  )
}
