import { PDFDocument } from '@cantoo/pdf-lib'
import fontkit from '@cantoo/fontkit'
import { findCourse } from '../../config/courses.ts'
import { locales } from '../../config/locales.ts'
import { toCertificateLink, toVerifyPageUrl } from '../../contract/certificate-link.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { formatLocalDay } from '../../i18n/local-day.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import {
  codeSize,
  drawFrame,
  drawQrCode,
  drawSeal,
  ink,
  margin,
  pitch,
  sealWidth,
  softInk,
} from './paper-drawing.ts'
import { createPaperText, type TextStyle } from './fit-text.ts'
import { writeSyllabus, type PaperDeps } from './syllabus-page.ts'

/** In points, landscape. */
const paperSizes = { a4: { width: 841.89, height: 595.28 }, letter: { width: 792, height: 612 } } as const

/**
 * Creates the PDF of a certificate: a page for the certificate and one for the syllabus of its course, with
 * embedded typefaces, in the paper size of its locale.
 */
export const createCertificatePdf = async (
  document: CertificateDocument,
  deps: PaperDeps,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { t, origin } = deps
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  pdf.setTitle(`${t('certificate.title')} ${document.number}`)
  pdf.setAuthor(t('site.title'))
  pdf.setLanguage(document.locale)
  const { width, height } = paperSizes[locales[document.locale].paper]
  const writeOnPage = createPaperText(pdf)
  /** Adds a page, with a function that writes on it. */
  const addPage = () => {
    const page = pdf.addPage([width, height])
    return { page, write: (text: string, style: TextStyle) => writeOnPage(page, text, style) }
  }
  const { page, write } = addPage()
  const centred = { x: width / 2, maxWidth: width - 4 * margin }
  const footerStyle = {
    x: 3 * margin + sealWidth,
    maxWidth: width - 6 * margin - codeSize - sealWidth,
    align: 'left',
    size: 11,
  } as const
  const isFootball = findCourse(document.course_id)?.isFIFA ?? false

  drawFrame(page)
  await write(t('site.title'), { ...centred, y: height - 92, size: 20, color: pitch })
  if (isFootball)
    await write(t('certificate.football'), { ...centred, y: height - 114, size: 12, color: softInk })
  await write(t('certificate.certifies'), { ...centred, y: height - 168, size: 14, color: softInk })
  const nameEnd = await write(toPrintedName(document.name), {
    ...centred,
    y: height - 222,
    size: 40,
    maxLines: 3,
    color: ink,
  })
  await write(t('certificate.completed'), { ...centred, y: nameEnd - 42, size: 14, color: softInk })
  const titleEnd = await write(document.title, {
    ...centred,
    y: nameEnd - 80,
    size: 24,
    maxLines: 2,
    color: ink,
  })
  await write(t('certificate.hours', { hours: document.hours }), {
    ...centred,
    y: titleEnd - 30,
    size: 14,
    color: softInk,
  })
  const bottom = margin + 40
  await write(t('certificate.issuedOn', { date: formatLocalDay(document.locale, document.issued_at) }), {
    ...footerStyle,
    y: bottom + 56,
    color: ink,
  })
  await write(t('certificate.number', { number: document.number }), {
    ...footerStyle,
    y: bottom + 36,
    color: ink,
  })
  await write(t('certificate.verifyAt', { address: toVerifyPageUrl(origin, document.locale) }), {
    ...footerStyle,
    y: bottom + 16,
    color: softInk,
  })
  drawSeal(page, { x: 2 * margin, y: margin + 132 })
  drawQrCode(page, toCertificateLink(origin, document), { x: width - 2 * margin - codeSize, y: margin + 28 })
  if (document.course_id in deps.courses) await writeSyllabus({ ...deps, ...addPage(), document })
  return new Uint8Array(await pdf.save())
}
