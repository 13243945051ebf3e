import { useEffect, useEffectEvent, useState } from 'react'
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
import type { PaperDeps } from './syllabus-page.ts'

/** Characters that Windows, Android or macOS refuses in the name of a file. */
const unsafeCharacters = /[\p{Cc}/\\:*?"<>|]+/gu

/** Linux and Android allow 255 bytes for the name of a file. A character needs up to four. */
const longestName = /^.{0,50}/su

/** The name by which a coach finds the file among the downloads, in the language of the certificate. */
export const certificateFileName = ({ title, name }: CertificateDocument, t: Translate): string => {
  const parts = [t('certificate.title'), title, longestName.exec(name)?.[0] ?? '']
  const safeParts = parts.map((part) =>
    part.replaceAll(unsafeCharacters, ' ').replaceAll(/\s+/gu, ' ').trim(),
  )
  return `${safeParts.join(' - ')}.pdf`
}

/** Creates the PDF file of a certificate. The code for this is downloaded on first use. */
const createCertificateFile = async (document: CertificateDocument, deps: PaperDeps): Promise<File> => {
  const { createCertificatePdf } = await import('./certificate-pdf.ts')
  const bytes = await createCertificatePdf(document, deps)
  return new File([bytes], certificateFileName(document, deps.t), { type: 'application/pdf' })
}

type PaperProps = {
  document: CertificateDocument
  /** Loads the texts in the language of the certificate, which may differ from that of the screen. */
  loadTexts: () => Promise<Pick<PaperDeps, 't' | 'courses'>>
  origin: string
  track: Track
}

/**
 * Functions to create the file of a certificate and to share it. `share` is undefined if this browser cannot.
 */
const usePaper = ({ document, loadTexts, origin, track }: PaperProps) => {
  const prepare = useEffectEvent(async (certificate: CertificateDocument) =>
    createCertificateFile(certificate, { ...(await loadTexts()), origin }),
  )
  useEffect(() => {
    // Downloads everything that the file needs, so that it can be created later without a connection. A
    // failure is reported only to a coach who asks for the file.
    void prepare(document).catch(() => undefined)
  }, [document])
  const share = async (file: File) => {
    void track('certificate_shared', { course: document.course_id })
    return shareFile(file)
  }
  return {
    createFile: async () => createCertificateFile(document, { ...(await loadTexts()), origin }),
    share: canShareFiles() ? share : undefined,
  }
}

/** What a coach can do with a certificate: save it as a file, share it, print it. */
const CertificateActions = ({
  onSave,
  onPrint,
  ...paper
}: PaperProps & {
  /** Absent, like `onPrint`, if the certificate itself is not on the screen. */
  onSave?: (file: File) => void
  onPrint?: () => void
}) => {
  const t = useTranslate()
  const { createFile, share } = usePaper(paper)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<MessageId>()
  /** An event handler that creates the file and passes it on. */
  const withFile = (onFile: (file: File) => unknown) => () =>
    run(async () => {
      setFailure(undefined)
      try {
        await onFile(await createFile())
      } catch {
        // Without a connection, a part of the code may be missing. The message offers to print instead.
        setFailure('certificate.pdfFailed')
      }
    })
  return (
    <>
      <ButtonRow>
        {onSave && (
          <Button busy={busy} onClick={withFile(onSave)}>
            {t('certificate.download')}
          </Button>
        )}
        {share && (
          <Button variant="secondary" busy={busy} onClick={withFile(share)}>
            {t('certificate.share')}
          </Button>
        )}
        {onPrint && (
          <Button variant="secondary" onClick={onPrint}>
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
      onSave={(file) => {
        void track('certificate_downloaded', { course })
        saveFile(file.name, file)
      }}
      onPrint={() => {
        void track('certificate_printed', { course })
        window.print()
      }}
    />
  )
}

/** Shares a certificate without opening it. If this browser cannot share files, no file is created. */
export const CertificateShare = (props: PaperProps) =>
  canShareFiles() ? <CertificateActions {...props} /> : null
