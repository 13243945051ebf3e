import type { PDFDocument, PDFImage, PDFPage, RGB } from '@cantoo/pdf-lib'
import { alphabetFonts, type FontFile } from './font-files.ts'
import { embedTypeface, textWidth, writeText, type Typeface } from './typeface.ts'
import { groupLetters, isRightToLeft, splitLetters, visualRuns } from './visual-runs.ts'

type Piece = { kind: 'text'; text: string; typeface: Typeface } | { kind: 'picture'; image: PDFImage }

/** How a line is written. Lengths are in points, positions from the lower left corner of the page. */
export type LineStyle = {
  /** The middle of the line, or its left or right end. */
  x: number
  align?: 'left' | 'middle' | 'right'
  y: number
  size: number
  maxWidth: number
  color: RGB
}

/** The part of a line's width that is to the left of its `x`. */
const shareLeftOfX = { left: 0, middle: 0.5, right: 1 } as const

const isJapanese = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/**
 * Moves a shadda, which doubles an Arabic letter, before the vowel mark above it. They may be typed in any
 * order, but the typeface expects the lower mark first (UTR #53).
 */
const moveShaddaFirst = (line: string): string =>
  line.replaceAll(/([\u064B-\u0650\u0670]+)\u0651/g, '\u0651$1')

/** In px; large enough for a sharp print. */
const pictureHeight = 240

/** Renders a line with the fonts of this device. Resolves to a PNG, 1.5 times as high as its letters. */
export const renderLine = async (line: string): Promise<ArrayBuffer> => {
  const font = `700 ${pictureHeight / 1.5}px 'Noto Sans', 'Segoe UI', system-ui, sans-serif`
  const measure = new OffscreenCanvas(1, 1).getContext('2d')
  if (!measure) throw new Error('This browser draws no pictures.')
  measure.font = font
  const canvas = new OffscreenCanvas(Math.ceil(measure.measureText(line).width) + 8, pictureHeight)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.font = font
  context.fillStyle = '#10233f'
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  context.direction = isRightToLeft(line) ? 'rtl' : 'ltr'
  context.fillText(line, 4, pictureHeight * 0.73)
  return (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()
}

/** Writes lines on a page. Each character uses a typeface that contains it, which is embedded in the file. */
export const createPaperText = (pdf: PDFDocument, page: PDFPage) => {
  const typefaces = new Map<string, Promise<Typeface>>()
  const fetchTypeface = async (url: string): Promise<Typeface> => {
    const response = await fetch(url)
    return embedTypeface(pdf, await response.arrayBuffer())
  }
  const loadTypeface = (url: string): Promise<Typeface> => {
    const typeface = typefaces.get(url) ?? fetchTypeface(url)
    typefaces.set(url, typeface)
    return typeface
  }

  const filesFor = async (line: string): Promise<FontFile[]> =>
    isJapanese(line)
      ? [...alphabetFonts(), ...(await import('./japanese-fonts.ts')).japaneseFonts()]
      : alphabetFonts()

  /** The first typeface that has a letter with all its marks. Rejects if there is none. */
  const findTypeface = async (letter: string, files: readonly FontFile[]): Promise<Typeface> => {
    const characters = Array.from(letter)
    for (const { url, mayCover } of files) {
      if (!characters.every(mayCover)) continue
      const typeface = await loadTypeface(url)
      if (characters.every(typeface.covers)) return typeface
    }
    throw new Error('No typeface has this letter with all its marks.')
  }

  /** Rejects if no typeface has a character of the line, or a typeface could not be downloaded. */
  const textPieces = async (line: string): Promise<Piece[]> => {
    const files = await filesFor(line)
    const runs = visualRuns(line)
    const letters = new Set(runs.flatMap(({ text }) => splitLetters(text)))
    const typefaceOf = new Map<string, Typeface>()
    await Promise.all(
      Array.from(letters, async (letter) => typefaceOf.set(letter, await findTypeface(letter, files))),
    )
    return runs.flatMap(({ text, rightToLeft }) => {
      const groups = groupLetters(text, (letter) => typefaceOf.get(letter))
      const pieces = groups.flatMap(({ text, key: typeface }) =>
        typeface ? [{ kind: 'text' as const, text, typeface }] : [],
      )
      return rightToLeft ? pieces.reverse() : pieces
    })
  }

  /** A line that cannot be written with a typeface becomes a picture, which this device renders. */
  const createPieces = async (line: string): Promise<Piece[]> => {
    try {
      return await textPieces(line)
    } catch {
      return [{ kind: 'picture', image: await pdf.embedPng(await renderLine(line)) }]
    }
  }

  const measureWidth = (piece: Piece, size: number): number =>
    piece.kind === 'text'
      ? textWidth(piece.typeface, piece.text) * size
      : (piece.image.width / piece.image.height) * size * 1.5

  /** Writes a line in the size of the style, or smaller if it would be wider than `maxWidth`. */
  return async (text: string, style: LineStyle): Promise<void> => {
    const { x, align = 'middle', y, maxWidth, color } = style
    const pieces = await createPieces(moveShaddaFirst(text.normalize('NFC')))
    const lineWidth = (size: number) => pieces.reduce((sum, piece) => sum + measureWidth(piece, size), 0)
    const size = Math.min(style.size, (style.size * maxWidth) / Math.max(1, lineWidth(style.size)))
    let left = x - lineWidth(size) * shareLeftOfX[align]
    for (const piece of pieces) {
      const width = measureWidth(piece, size)
      if (piece.kind === 'text')
        writeText(page, piece.typeface, { text: piece.text, x: left, y, size, color })
      else page.drawImage(piece.image, { x: left, y: y - size * 0.4, width, height: size * 1.5 })
      left += width
    }
  }
}
