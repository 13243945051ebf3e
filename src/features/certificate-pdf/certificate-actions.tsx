import { useEffect, useEffectEvent, useState } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { PinnedActions } from '../../ui/layout/pinned-actions.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import type { Track } from '../../analytics/track.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Translate } from '../../i18n/translate.ts'
import { canShareFiles, shareFile, saveFile } from '../../platform/save-file.ts'
import type { PdfDeps } from './syllabus-page.ts'

/** Characters that Windows, Android or macOS refuses in a file name. */
const unsafeCharacters = /[\p{Cc}/\\:*?"<>|]+/gu

/**
 * The part of a coach's name that the file name contains: up to 50 characters. Linux and Android allow 255
 * bytes for a file name, and a character needs up to four.
 */
const nameStart = /^.{0,50}/su

/** Returns the file name of a downloaded certificate, in the language of the certificate. */
export const getCertificateFileName = ({ title, name }: CertificateDocument, t: Translate): string => {
  const parts = [t('certificate.title'), title, nameStart.exec(name)?.[0] ?? '']
  const safeParts = parts.map((part) =>
    part.replaceAll(unsafeCharacters, ' ').replaceAll(/\s+/gu, ' ').trim(),
  )
  return `${safeParts.join(' - ')}.pdf`
}

/** Creates the PDF file of a certificate. The code that creates it is downloaded on first use. */
const createCertificateFile = async (document: CertificateDocument, deps: PdfDeps): Promise<File> => {
  const { createCertificatePdf } = await import('./certificate-pdf.ts')
  const bytes = await createCertificatePdf(document, deps)
  return new File([bytes], getCertificateFileName(document, deps.t), { type: 'application/pdf' })
}

type CertificateFileProps = {
  document: CertificateDocument
  /** Loads the texts in the language of the certificate, which may differ from that of the screen. */
  loadTexts: () => Promise<Pick<PdfDeps, 't' | 'courses'>>
  origin: string
  track: Track
}

/**
 * Returns functions that create the file of a certificate and save or share it, whether one of them is
 * running (`busy`), and a message if it failed. `share` is undefined if the browser cannot share files.
 */
const useCertificateFile = ({ document, loadTexts, origin, track }: CertificateFileProps) => {
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<MessageId>()
  const createFile = async (certificate: CertificateDocument) =>
    createCertificateFile(certificate, { ...(await loadTexts()), origin })
  const prepare = useEffectEvent(createFile)
  useEffect(() => {
    // Downloads everything that the file needs, so that it can be created later while the browser is offline.
    // A failure is ignored here, because it is reported only to a coach who asks for the file.
    void prepare(document).catch(() => undefined)
  }, [document])

  /** Creates an event handler that creates the file and passes it to `onFile`. */
  const createFileHandler = (onFile: (file: File) => unknown) => () =>
    run(async () => {
      setFailure(undefined)
      try {
        await onFile(await createFile(document))
      } catch (error) {
        // By name: the class is in code that is downloaded on demand.
        const isGlyphMissing = error instanceof Error && error.name === 'MissingGlyphError'
        // Offline, code or fonts may not be downloaded yet. The message suggests printing instead.
        setFailure(isGlyphMissing ? 'certificate.noFont' : 'certificate.pdfFailed')
      }
    })
  const course = document.course_id
  const save = createFileHandler((file) => {
    void track('certificate_downloaded', { course })
    saveFile(file.name, file)
  })
  const share = createFileHandler((file) => {
    void track('certificate_shared', { course })
    return shareFile(file)
  })
  return { busy, failure, save, share: canShareFiles() ? share : undefined }
}

/** The buttons that share a displayed certificate, save it as a file and print it. Each use is tracked. */
export const CertificateActions = (props: CertificateFileProps) => {
  const { document, track } = props
  const t = useTranslate()
  const { busy, failure, save, share } = useCertificateFile(props)
  const print = () => {
    void track('certificate_printed', { course: document.course_id })
    window.print()
  }
  return (
    <>
      <PinnedActions>
        <Button busy={busy} onClick={share ?? save}>
          {t(share ? 'certificate.share' : 'certificate.download')}
        </Button>
      </PinnedActions>
      <ButtonRow>
        {share && (
          <Button variant="secondary" busy={busy} onClick={save}>
            {t('certificate.download')}
          </Button>
        )}
        <Button variant="secondary" onClick={print}>
          {t('certificate.print')}
        </Button>
      </ButtonRow>
      {failure && <Notice tone="error">{t(failure)}</Notice>}
    </>
  )
}

const ShareButton = (props: CertificateFileProps) => {
  const t = useTranslate()
  const { busy, failure, share } = useCertificateFile(props)
  return (
    <>
      <Button variant="secondary" busy={busy} onClick={share}>
        {t('certificate.share')}
      </Button>
      {failure && <Notice tone="error">{t(failure)}</Notice>}
    </>
  )
}

/**
 * A button that shares a certificate that is not displayed. If the browser cannot share files, there is no
 * button, and no file is prepared.
 */
export const ShareCertificate = (props: CertificateFileProps) =>
  canShareFiles() ? <ShareButton {...props} /> : null
