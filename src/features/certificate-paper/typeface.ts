import { create } from '@cantoo/fontkit'
import {
  beginText,
  endText,
  PDFHexString,
  popGraphicsState,
  pushGraphicsState,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
  type PDFDocument,
  type PDFFont,
  type PDFPage,
  type RGB,
} from '@cantoo/pdf-lib'

/** The offset of a glyph, its height above the line, and its advance, relative to the text size. */
type Place = { x: number; y: number; advance: number }

/** An embedded typeface, and its positions for the glyphs of a text. */
export type Typeface = { font: PDFFont; placesOf: (text: string) => Place[] }

/** Two bytes identify a glyph, as four hexadecimal digits. */
const glyphsOf = (codes: PDFHexString): string[] => codes.asString().match(/.{4}/g) ?? []

export const openTypeface = async (pdf: PDFDocument, bytes: ArrayBuffer): Promise<Typeface> => {
  const opened = create(new Uint8Array(bytes))
  if (!('layout' in opened)) throw new Error('The file has more than one typeface.')
  const placesOf = (text: string): Place[] =>
    (opened.layout(text).positions ?? []).map(({ xOffset, yOffset, xAdvance }) => ({
      x: xOffset / opened.unitsPerEm,
      y: yOffset / opened.unitsPerEm,
      advance: xAdvance / opened.unitsPerEm,
    }))
  return { font: await pdf.embedFont(bytes, { subset: true }), placesOf }
}

/** The width of a text, relative to the text size. */
export const widthIn = ({ placesOf }: Typeface, text: string): number =>
  placesOf(text).reduce((sum, { advance }) => sum + advance, 0)

/**
 * Writes a text with every glyph at the typeface's own position. The library places glyphs side by side,
 * without the offsets that move dots and accents to their letters: most letters of Arabic are a stroke and
 * its dots.
 */
export const writeIn = (
  page: PDFPage,
  { font, placesOf }: Typeface,
  { text, x, y, size, color }: { text: string; x: number; y: number; size: number; color: RGB },
): void => {
  const glyphs = glyphsOf(font.encodeText(text))
  page.setFont(font)
  const [, name] = page.getFont()
  let pen = x
  const shown = placesOf(text).flatMap((place, at) => {
    const from = pen + place.x * size
    pen += place.advance * size
    return [setTextMatrix(1, 0, 0, 1, from, y + place.y * size), showText(PDFHexString.of(glyphs[at] ?? ''))]
  })
  page.pushOperators(
    pushGraphicsState(),
    beginText(),
    setFillingColor(color),
    setFontAndSize(name, size),
    ...shown,
    endText(),
    popGraphicsState(),
  )
}
