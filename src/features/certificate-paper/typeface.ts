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

/** How far along a glyph begins and the pen goes on, and how much higher it stands, in parts of the size of the letters. */
type Place = { x: number; y: number; advance: number }

/** A typeface that a file takes along, and where it wants the glyphs of a text. */
export type Typeface = { font: PDFFont; placesOf: (text: string) => Place[] }

/** Two bytes name a glyph, in four digits. */
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

/** How wide a text is, in parts of the size of its letters. */
export const widthIn = ({ placesOf }: Typeface, text: string): number =>
  placesOf(text).reduce((sum, { advance }) => sum + advance, 0)

/**
 * Writes a text, every glyph where the typeface wants it. The library writes them side by side, without the heights and steps by
 * which dots and accents come to their letters: most letters of Arabic are a stroke and its dots.
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
