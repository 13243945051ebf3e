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

/** The position of a glyph relative to the pen, and how far the pen moves on. In units of the text size. */
type GlyphPosition = { x: number; y: number; advance: number }

export type EmbeddedFont = {
  pdfFont: PDFFont
  hasGlyph: (character: string) => boolean
  /** Returns the position of each glyph of a text. */
  getPositions: (text: string) => GlyphPosition[]
}

/** Splits encoded text into its glyphs. A glyph is two bytes, written as four hexadecimal digits. */
const splitGlyphs = (codes: PDFHexString): string[] => codes.asString().match(/.{4}/g) ?? []

/** Embeds a font in a PDF. `bytes` is the content of a font file. */
export const embedFont = async (pdf: PDFDocument, bytes: ArrayBuffer): Promise<EmbeddedFont> => {
  // The PDF library does not return the positions of glyphs, so fontkit reads the font a second time.
  const font = create(new Uint8Array(bytes))
  if (!('layout' in font)) throw new Error('The font file is a collection of several typefaces')
  const getPositions = (text: string): GlyphPosition[] =>
    (font.layout(text).positions ?? []).map(({ xOffset, yOffset, xAdvance }) => ({
      x: xOffset / font.unitsPerEm,
      y: yOffset / font.unitsPerEm,
      advance: xAdvance / font.unitsPerEm,
    }))
  const hasGlyph = (character: string): boolean => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  return { pdfFont: await pdf.embedFont(bytes, { subset: true }), hasGlyph, getPositions }
}

/** Returns the width of a text, relative to the text size. */
export const measureWithFont = ({ getPositions }: EmbeddedFont, text: string): number =>
  getPositions(text).reduce((sum, { advance }) => sum + advance, 0)

/**
 * Writes a text with every glyph at the position that the font gives it. The PDF library would place the
 * glyphs side by side, without the offsets that move dots and accents to their letters. Most Arabic letters
 * are a stroke with dots.
 */
export const writeText = (
  page: PDFPage,
  { pdfFont, getPositions }: EmbeddedFont,
  { text, x, y, size, color }: { text: string; x: number; y: number; size: number; color: RGB },
): void => {
  // The same glyphs, in the same order, as those of `getPositions`.
  const glyphs = splitGlyphs(pdfFont.encodeText(text))
  page.setFont(pdfFont)
  /** The name of the font in the PDF page. */
  const [, fontName] = page.getFont()
  let penX = x
  const operators = getPositions(text).flatMap((position, index) => {
    const glyphX = penX + position.x * size
    const glyphY = y + position.y * size
    penX += position.advance * size
    return [setTextMatrix(1, 0, 0, 1, glyphX, glyphY), showText(PDFHexString.of(glyphs[index] ?? ''))]
  })
  page.pushOperators(
    pushGraphicsState(),
    beginText(),
    setFillingColor(color),
    setFontAndSize(fontName, size),
    ...operators,
    endText(),
    popGraphicsState(),
  )
}
