import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { PaperDeps } from './certificate-pdf.ts'

/** Characters that Windows, Android or macOS refuses in the name of a file. */
const unsafe = /[\p{Cc}/\\:*?"<>|]+/gu

/**
 * The part of a person's name that is used: Linux and Android allow 255 bytes for the whole name, and a
 * character may need three.
 */
const longestName = /^.{0,50}/u

/** The name by which a coach finds the file among the downloads, in the language of the certificate. */
export const certificateFileName = ({ title, name }: CertificateDocument, t: Translate): string => {
  const parts = [t('certificate.title'), title, longestName.exec(name)?.[0] ?? '']
  const safe = parts.map((part) => part.replaceAll(unsafe, ' ').replaceAll(/\s+/gu, ' ').trim())
  return `${safe.join(' - ')}.pdf`
}

/** A certificate as a PDF file. The code that creates it is downloaded on first use. */
export const certificateFile = async (document: CertificateDocument, deps: PaperDeps): Promise<File> => {
  const { certificatePdf } = await import('./certificate-pdf.ts')
  const bytes = await certificatePdf(document, deps)
  return new File([bytes], certificateFileName(document, deps.t), { type: 'application/pdf' })
}
