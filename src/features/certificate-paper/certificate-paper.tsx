import { useState, useEffect, useEffectEvent } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import type { Track } from '../../analytics/track.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Translate } from '../../i18n/translate.ts'
import { canShareFiles, shareFile, saveFile } from '../../platform/save-file.ts'
import type { PaperDeps } from './certificate-pdf.ts'

/** Characters that Windows, Android or macOS refuses in the name of a file. */
const unsafe = /[\p{Cc}/\\:*?"<>|]+/gu

/**
 * The part of a person's name that is used: Linux and Android allow 255 bytes for the whole name, and a
 * character may need three.
 */
const maxNameLength = /^.{0,50}/u

/** The name by which a coach finds the file among the downloads, in the language of the certificate. */
export const certificateFileName = ({ title, name }: CertificateDocument, t: Translate): string => {
  const parts = [t('certificate.title'), title, maxNameLength.exec(name)?.[0] ?? '']
  const safe = parts.map((part) => part.replaceAll(unsafe, ' ').replaceAll(/\s+/gu, ' ').trim())
  return `${safe.join(' - ')}.pdf`
}

/** A certificate as a PDF file. The code that creates it is downloaded on first use. */
const certificateFile = async (document: CertificateDocument, deps: PaperDeps): Promise<File> => {
  const { certificatePdf } = await import('./certificate-pdf.ts')
  const bytes = await certificatePdf(document, deps)
  return new File([bytes], certificateFileName(document, deps.t), { type: 'application/pdf' })
}

type PaperProps = {
  document: CertificateDocument
  /** The texts in the certificate's language, which may differ from that of the screen. */
  texts: () => Promise<Translate>
  origin: string
  track: Track
}

/** Creates the file of a certificate, and shares it; `share` is absent if this browser cannot share files. */
const usePaper = ({ document, texts, origin, track }: PaperProps) => {
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

/** What a coach can do with a certificate: save it as a file, share it, print it. */
const CertificateActions = ({
  save,
  print,
  ...paper
}: PaperProps & {
  /** Absent, like `print`, if the certificate itself is not shown. */
  save?: (file: File) => void
  print?: () => void
}) => {
  const t = useTranslate()
  const { pdf, share } = usePaper(paper)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<MessageId>()
  const withFile = (use: (file: File) => unknown) => () =>
    run(async () => {
      setFailure(undefined)
      try {
        await use(await pdf())
      } catch {
        // The PDF code may not have been downloaded before the connection was lost: printing needs nothing.
        setFailure('certificate.pdfFailed')
      }
    })
  return (
    <>
      <ButtonRow>
        {save && (
          <Button busy={busy} onClick={withFile(save)}>
            {t('certificate.download')}
          </Button>
        )}
        {share && (
          <Button variant="secondary" busy={busy} onClick={withFile(share)}>
            {t('certificate.share')}
          </Button>
        )}
        {print && (
          <Button variant="secondary" onClick={print}>
            {t('certificate.print')}
          </Button>
        )}
      </ButtonRow>
      {failure && <Notice tone="error">{t(failure)}</Notice>}
    </>
  )
}

/** A certificate on paper: saved as a file, shared or printed. */
export const CertificatePaper = (props: PaperProps) => {
  const { document, track } = props
  const course = document.course_id
  return (
    <CertificateActions
      {...props}
      save={(file) => {
        void track('certificate_downloaded', { course })
        saveFile(file.name, file)
      }}
      print={() => {
        void track('certificate_printed', { course })
        window.print()
      }}
    />
  )
}

/** Shares a certificate without opening it. If this browser cannot share files, no file is created. */
export const CertificateShare = (props: PaperProps) =>
  canShareFiles() ? <CertificateActions {...props} /> : null
