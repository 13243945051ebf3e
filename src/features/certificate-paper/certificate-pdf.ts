import { PDFDocument, rgb, type PDFPage } from '@cantoo/pdf-lib'
import fontkit from '@cantoo/fontkit'
import { encodeQR } from 'qr'
import { findCourse } from '../../config/courses.ts'
import { locales } from '../../config/locales.ts'
import { certificateLink, verifyPageUrl } from '../../contract/certificate-link.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import { localDay } from '../../i18n/local-day.ts'
import type { Translate } from '../../i18n/translate.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import { createPaperText } from './paper-text.ts'

export type PaperDeps = {
  /** In the language of the certificate. */
  t: Translate
  /** The origin of the site, such as `https://example.org`. */
  origin: string
}

/** Landscape, in points. */
const paperSizes = { a4: { width: 841.89, height: 595.28 }, letter: { width: 792, height: 612 } } as const

/** The tokens of `ui/styles/tokens.css`. */
const ink = rgb(16 / 255, 35 / 255, 63 / 255)
const softInk = rgb(68 / 255, 86 / 255, 111 / 255)
const sun = rgb(1, 197 / 255, 61 / 255)
const pitch = rgb(11 / 255, 122 / 255, 75 / 255)

/** In points. */
const margin = 28
/** The side of the QR code in points: a phone can read it at arm's length. */
const codeSize = 104

const drawFrame = (page: PDFPage) => {
  const { width, height } = page.getSize()
  const drawBorder = (inset: number, thickness: number, color: typeof ink) =>
    page.drawRectangle({
      x: inset,
      y: inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      borderColor: color,
      borderWidth: thickness,
    })
  drawBorder(margin, 3, ink)
  drawBorder(margin + 7, 1, sun)
  page.drawRectangle({
    x: margin + 1.5,
    y: height - margin - 17,
    width: width - 2 * margin - 3,
    height: 16,
    color: pitch,
  })
}

const drawQrCode = (page: PDFPage, text: string, { x, y }: { x: number; y: number }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const side = codeSize / rows.length
  const path = rows
    .flatMap((row, top) =>
      row.flatMap((isDark, left) =>
        isDark ? [`M${left * side} ${top * side}h${side}v${side}h-${side}z`] : [],
      ),
    )
    .join('')
  page.drawSvgPath(path, { x, y: y + codeSize, color: rgb(0, 0, 0) })
}

/**
 * Creates the PDF of a certificate: one page with embedded typefaces, in the paper size of the country of its
 * language.
 */
export const createCertificatePdf = async (
  document: CertificateDocument,
  { t, origin }: PaperDeps,
): Promise<Uint8Array<ArrayBuffer>> => {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  pdf.setTitle(`${t('certificate.title')} ${document.number}`)
  pdf.setAuthor(t('site.title'))
  pdf.setLanguage(document.locale)
  const { width, height } = paperSizes[locales[document.locale].paper]
  const page = pdf.addPage([width, height])
  const write = createPaperText(pdf, page)
  const centred = { x: width / 2, maxWidth: width - 4 * margin }
  const besideCode = {
    x: 2 * margin,
    maxWidth: width - 5 * margin - codeSize,
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
  await write(t('certificate.issuedOn', { date: localDay(document.locale, document.issued_at) }), {
    ...besideCode,
    y: bottom + 56,
    color: ink,
  })
  await write(t('certificate.number', { number: document.number }), {
    ...besideCode,
    y: bottom + 36,
    color: ink,
  })
  await write(t('certificate.verifyAt', { address: verifyPageUrl(origin, document.locale) }), {
    ...besideCode,
    y: bottom + 16,
    color: softInk,
  })
  drawQrCode(page, certificateLink(origin, document), { x: width - 2 * margin - codeSize, y: margin + 28 })
  return new Uint8Array(await pdf.save())
}
