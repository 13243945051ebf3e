import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { PaperDeps } from './certificate-pdf.ts'

/** A certificate as a PDF file. What makes it is downloaded when it is first needed. */
export const certificateFile = async (document: CertificateDocument, deps: PaperDeps): Promise<File> => {
  const { certificatePdf } = await import('./certificate-pdf.ts')
  const bytes = await certificatePdf(document, deps)
  return new File([bytes], `${document.number}.pdf`, { type: 'application/pdf' })
}
