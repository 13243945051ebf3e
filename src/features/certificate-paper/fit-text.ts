import type { PDFDocument, PDFPage, RGB } from '@cantoo/pdf-lib'
import { breakLine } from './break-line.ts'
import { alphabetFonts, type FontFile } from './font-files.ts'
import { pictureWidth, renderLine } from './line-picture.ts'
import { embedTypeface, textWidth, writeText, type Typeface } from './typeface.ts'
import { groupLetters, splitLetters, visualRuns } from './visual-runs.ts'

/** A part of a line. Its width is relative to the text size. */
type Piece = { text: string; width: number } & ({ kind: 'text'; typeface: Typeface } | { kind: 'picture' })

/** How a text is written. Lengths are in points, positions from the lower left corner of the page. */
export type TextStyle = {
  /** The middle of a line, or its left or right end. */
  x: number
  align?: 'left' | 'middle' | 'right'
  /** The baseline of a line in full size. */
  y: number
  size: number
  maxWidth: number
  /** One by default. */
  maxLines?: number
  /**
   * A text that needs to be smaller than this, relative to `size`, becomes several lines. 0.6 by default. With 1,
   * texts that are listed together have the same size.
   */
  legibleShare?: number
  color: RGB
}

const defaultLegibleShare = 0.6
/** Several lines are at most this large, relative to the size of the style, to leave room for what follows. */
const severalLinesShare = 0.75
/** From one baseline to the next, relative to the text size. Arabic and Vietnamese letters need this much. */
const lineHeight = 1.3
/** Of capital letters, relative to the text size. */
const capitalHeight = 0.7

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

const lineWidth = (pieces: Piece[]): number => pieces.reduce((sum, { width }) => sum + width, 0)

/** The largest size in which every line fits, at most that of the style. */
const fittingSize = (lines: Piece[][], style: TextStyle): number => {
  const { size, maxWidth, legibleShare = defaultLegibleShare } = style
  const largest = lines.length > 1 ? size * Math.max(severalLinesShare, legibleShare) : size
  return Math.min(largest, maxWidth / Math.max(...lines.map(lineWidth)))
}

/**
 * Writes texts on the pages of a file. Each character uses a typeface that contains it, which is embedded in the
 * file.
 */
export const createPaperText = (pdf: PDFDocument) => {
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
        typeface ? [{ kind: 'text' as const, text, width: textWidth(typeface, text), typeface }] : [],
      )
      return rightToLeft ? pieces.reverse() : pieces
    })
  }

  /** A line that cannot be written with typefaces becomes a picture, which this device renders. */
  const createPieces = async (line: string): Promise<Piece[]> => {
    try {
      return await textPieces(line)
    } catch {
      return [{ kind: 'picture', text: line, width: pictureWidth(line) }]
    }
  }

  /** As few lines as a legible size allows, or as many as the style does. */
  const createLines = async (text: string, style: TextStyle): Promise<Piece[][]> => {
    const legibleSize = style.size * (style.legibleShare ?? defaultLegibleShare)
    const maxWidth = style.maxWidth / legibleSize
    for (let count = 1; ; count += 1) {
      const lines = breakLine(text, { count, maxWidth, measure: pictureWidth })
      const pieces = await Promise.all(lines.map(createPieces))
      if (fittingSize(pieces, style) >= legibleSize || count >= (style.maxLines ?? 1)) return pieces
    }
  }

  const writeLine = async (
    page: PDFPage,
    pieces: Piece[],
    { x, align = 'middle', y, size, color }: Omit<TextStyle, 'maxWidth'>,
  ): Promise<void> => {
    let left = x - lineWidth(pieces) * size * shareLeftOfX[align]
    for (const piece of pieces) {
      const { text } = piece
      const width = piece.width * size
      if (piece.kind === 'text') writeText(page, piece.typeface, { text, x: left, y, size, color })
      else {
        const image = await pdf.embedPng(await renderLine(text))
        page.drawImage(image, { x: left, y: y - size * 0.4, width, height: size * 1.5 })
      }
      left += width
    }
  }

  /**
   * Writes a text in the size of the style, or smaller if it would be wider than `maxWidth`. The top of smaller
   * letters is where that of full size would be. Resolves to the baseline of the last line.
   */
  return async (page: PDFPage, text: string, style: TextStyle): Promise<number> => {
    const lines = await createLines(moveShaddaFirst(text.normalize('NFC')), style)
    const size = fittingSize(lines, style)
    let y = style.y + (style.size - size) * capitalHeight
    for (const [index, pieces] of lines.entries()) {
      if (index > 0) y -= size * lineHeight
      await writeLine(page, pieces, { ...style, y, size })
    }
    return y
  }
}
