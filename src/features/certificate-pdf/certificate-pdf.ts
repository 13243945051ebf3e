import { PDFDocument } from '@cantoo/pdf-lib'
import fontkit from '@cantoo/fontkit'
import { findCourse } from '../../config/courses.ts'
import { locales } from '../../config/locales.ts'
import { toCertificateLink, toVerifyPageUrl } from '../../contract/certificate-link.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { formatLocalDay } from '../../i18n/local-day.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import {
  drawFrame,
  drawQrCode,
  drawSeal,
  margin,
  mutedColor,
  pitchColor,
  qrCodeSize,
  sealWidth,
  textColor,
} from './pdf-drawing.ts'
import { createPdfTextWriter, type TextStyle } from './pdf-text.ts'
import { writeSyllabus, type PageDeps, type PdfDeps } from './syllabus-page.ts'

/** In points, landscape. */
const paperSizes = { a4: { width: 841.89, height: 595.28 }, letter: { width: 792, height: 612 } } as const

/**
 * Writes in the middle of the page who completed what, and under which programme. Positions are in points
 * from the lower left corner of the page. `write` resolves to the baseline of the last line.
 */
const writeStatement = async ({ document, t, page, write }: PageDeps): Promise<void> => {
  const { width, height } = page.getSize()
  const centred = { x: width / 2, maxWidth: width - 4 * margin }
  const plainText = { ...centred, size: 14, color: mutedColor }
  await write(t('site.title'), { ...centred, y: height - 92, size: 20, color: pitchColor })
  // Only a certificate of the football series names its series.
  if (findCourse(document.course_id)?.isFIFA)
    await write(t('certificate.football'), { ...centred, y: height - 114, size: 12, color: mutedColor })
  await write(t('certificate.certifies'), { ...plainText, y: height - 168 })
  // The name and the title may take several lines, so the texts below depend on their last baselines.
  const nameStyle = { ...centred, y: height - 222, size: 40, maxLines: 3, color: textColor }
  const nameBaseline = await write(toPrintedName(document.name), nameStyle)
  await write(t('certificate.completed'), { ...plainText, y: nameBaseline - 42 })
  const titleStyle = { ...centred, y: nameBaseline - 80, size: 24, maxLines: 2, color: textColor }
  const titleBaseline = await write(document.title, titleStyle)
  await write(t('certificate.hours', { hours: document.hours }), { ...plainText, y: titleBaseline - 30 })
}

/** Writes the bottom of the page: the date, the number, and how to verify them, with a seal and a QR code. */
const writeProof = async ({ document, t, origin, page, write }: PageDeps): Promise<void> => {
  const { width } = page.getSize()
  const bottom = margin + 40
  // Between the seal and the QR code.
  const footerStyle = {
    x: 3 * margin + sealWidth,
    maxWidth: width - 6 * margin - qrCodeSize - sealWidth,
    align: 'left',
    size: 11,
  } as const
  const date = formatLocalDay(document.locale, document.issued_at)
  const number = t('certificate.number', { number: document.number })
  const address = toVerifyPageUrl(origin, document.locale)
  await write(t('certificate.issuedOn', { date }), { ...footerStyle, y: bottom + 56, color: textColor })
  await write(number, { ...footerStyle, y: bottom + 36, color: textColor })
  await write(t('certificate.verifyAt', { address }), { ...footerStyle, y: bottom + 16, color: mutedColor })
  drawSeal(page, { x: 2 * margin, y: margin + 132 })
  drawQrCode(page, toCertificateLink(origin, document), {
    x: width - 2 * margin - qrCodeSize,
    y: margin + 28,
  })
}

/**
 * Creates the PDF of a certificate: a page for the certificate and one for the syllabus of its course, with
 * embedded fonts, in the paper size of its locale.
 */
export const createCertificatePdf = async (
  document: CertificateDocument,
  deps: PdfDeps,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { t, courses } = deps
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  pdf.setTitle(`${t('certificate.title')} ${document.number}`)
  pdf.setAuthor(t('site.title'))
  pdf.setLanguage(document.locale)
  const { width, height } = paperSizes[locales[document.locale].paper]
  const writeOnPage = createPdfTextWriter(pdf)
  /** Adds an empty page, with a function that writes on it. */
  const addPage = (): PageDeps => {
    const page = pdf.addPage([width, height])
    const write = (text: string, style: TextStyle) => writeOnPage(page, text, style)
    return { ...deps, document, page, write }
  }
  const certificatePage = addPage()
  drawFrame(certificatePage.page)
  await writeStatement(certificatePage)
  await writeProof(certificatePage)
  // Without texts of the course, the second page would have no titles of modules.
  if (document.course_id in courses) await writeSyllabus(addPage())
  // A copy, because the type of `save` also allows shared memory, which a `File` does not accept.
  return new Uint8Array(await pdf.save())
}
