import type { PDFDocument, PDFPage, RGB } from '@cantoo/pdf-lib'
import { breakLine } from './break-line.ts'
import { listAlphabetFonts, type FontFile } from './font-files.ts'
import { measureWithDeviceFonts, renderLine } from './line-image.ts'
import { embedFont, measureWithFont, writeText, type EmbeddedFont } from './embedded-font.ts'
import { groupLetters, splitLetters, splitVisualRuns } from './visual-runs.ts'

/**
 * A part of a line: a text in one font, or an image of a text that no font can write. Its width is relative
 * to the text size.
 */
type Piece = { text: string; width: number } & ({ kind: 'text'; font: EmbeddedFont } | { kind: 'image' })

/** How a text is written. In points; positions are relative to the lower left corner of the page. */
export type TextStyle = {
  /** The position of the left end, the middle or the right end of each line: `align` says which. */
  x: number
  align?: 'left' | 'middle' | 'right'
  /** The baseline of the first line, if it is written in full size. */
  y: number
  size: number
  maxWidth: number
  /** 1 by default. */
  maxLines?: number
  /**
   * The smallest legible text size relative to `size`, 0.6 by default. A text that would have to be smaller
   * is broken into several lines. With 1, all texts of a list have the same size.
   */
  legibleShare?: number
  color: RGB
}

const defaultLegibleShare = 0.6
/** The largest text size of several lines, relative to `size`: the texts that follow need room. */
const severalLinesShare = 0.75
/** From one baseline to the next, relative to the text size. Arabic and Vietnamese letters need this much. */
const lineHeight = 1.3
/** The height of capital letters, relative to the text size. */
const capitalHeight = 0.7

/** The part of a line's width that lies to the left of `x`. */
const shareLeftOfX = { left: 0, middle: 0.5, right: 1 } as const

const isJapanese = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/**
 * Moves a shadda, which doubles an Arabic letter, before the vowel mark above it. They may be typed in any
 * order, but the font expects the lower mark first (UTR #53).
 */
const moveShaddaFirst = (line: string): string =>
  line.replaceAll(/([\u064B-\u0650\u0670]+)\u0651/g, '\u0651$1')

const sumWidths = (pieces: Piece[]): number => pieces.reduce((sum, { width }) => sum + width, 0)

/**
 * Returns the largest text size at which every line fits in `maxWidth`: at most the size of the style, and
 * usually less for several lines.
 */
const findFittingSize = (lines: readonly Piece[][], style: TextStyle): number => {
  const { size, maxWidth, legibleShare = defaultLegibleShare } = style
  const largest = lines.length > 1 ? size * Math.max(severalLinesShare, legibleShare) : size
  return Math.min(largest, maxWidth / Math.max(...lines.map(sumWidths)))
}

/** Lists the font files to try for a line, in order. */
const listFontFiles = async (line: string): Promise<FontFile[]> => {
  if (!isJapanese(line)) return listAlphabetFonts()
  // Imported on demand, because the list of Japanese files is long.
  const { listJapaneseFonts } = await import('./japanese-fonts.ts')
  return [...listAlphabetFonts(), ...listJapaneseFonts()]
}

/** Returns a function that finds a font for a letter. Each file is downloaded and embedded only once. */
const createFontFinder = (pdf: PDFDocument) => {
  const fonts = new Map<string, Promise<EmbeddedFont>>()
  const fetchFont = async (url: string): Promise<EmbeddedFont> => {
    const response = await fetch(url)
    return embedFont(pdf, await response.arrayBuffer())
  }
  const loadFont = (url: string): Promise<EmbeddedFont> => {
    const font = fonts.get(url) ?? fetchFont(url)
    fonts.set(url, font)
    return font
  }
  /** Resolves to the first font that has a letter with all its marks. Rejects if there is none. */
  return async (letter: string, files: readonly FontFile[]): Promise<EmbeddedFont> => {
    const characters = Array.from(letter)
    for (const { url, mayCover } of files) {
      if (!characters.every(mayCover)) continue
      const font = await loadFont(url)
      if (characters.every(font.hasGlyph)) return font
    }
    throw new Error('No typeface covers this letter and all its marks')
  }
}

/** Returns a function that splits a line into pieces, from left to right. */
const createLineSplitter = (pdf: PDFDocument) => {
  const findFont = createFontFinder(pdf)

  /**
   * Splits a line into pieces, each written in one font. Rejects if a letter is in no font, or if a font
   * could not be downloaded.
   */
  const splitByFont = async (line: string): Promise<Piece[]> => {
    const files = await listFontFiles(line)
    const runs = splitVisualRuns(line)
    const letters = new Set(runs.flatMap((run) => splitLetters(run.text)))
    const fontByLetter = new Map<string, EmbeddedFont>()
    await Promise.all(
      Array.from(letters, async (letter) => fontByLetter.set(letter, await findFont(letter, files))),
    )
    return runs.flatMap((run) => {
      const groups = groupLetters(run.text, (letter) => fontByLetter.get(letter))
      const pieces = groups.flatMap(({ text, key: font }): Piece[] => {
        // Never happens, because every letter has a font by now.
        if (!font) return []
        return [{ kind: 'text', text, width: measureWithFont(font, text), font }]
      })
      // The text of a run is in reading order, and pieces are from left to right.
      return run.isRightToLeft ? pieces.reverse() : pieces
    })
  }

  return async (line: string): Promise<Piece[]> => {
    try {
      return await splitByFont(line)
    } catch {
      // The fonts of the device may have the letter. They cannot be embedded, so the line becomes an image.
      return [{ kind: 'image', text: line, width: measureWithDeviceFonts(line) }]
    }
  }
}

/**
 * Returns a function that writes texts on the pages of a PDF. Each letter is written in a font that has a
 * glyph for it. The PDF embeds the fonts that it uses.
 */
export const createPdfTextWriter = (pdf: PDFDocument) => {
  const splitLine = createLineSplitter(pdf)

  /** Breaks a text into as few lines as possible in a legible size, and into at most `maxLines` lines. */
  const createLines = async (text: string, style: TextStyle): Promise<Piece[][]> => {
    const { size, legibleShare = defaultLegibleShare, maxLines = 1 } = style
    const legibleSize = size * legibleShare
    // Relative to the text size, like all widths that `measureWithDeviceFonts` returns. Those are estimates:
    // `splitLine` loads the fonts of the PDF only after the text is broken into lines.
    const maxWidth = style.maxWidth / legibleSize
    for (let lineCount = 1; ; lineCount += 1) {
      const texts = breakLine(text, { maxLines: lineCount, maxWidth, measure: measureWithDeviceFonts })
      const lines = await Promise.all(texts.map(splitLine))
      const isLegible = findFittingSize(lines, style) >= legibleSize
      if (isLegible || lineCount >= maxLines) return lines
    }
  }

  const writeLine = async (
    page: PDFPage,
    pieces: Piece[],
    { x, align = 'middle', y, size, color }: Omit<TextStyle, 'maxWidth'>,
  ): Promise<void> => {
    let left = x - sumWidths(pieces) * size * shareLeftOfX[align]
    for (const piece of pieces) {
      const { text } = piece
      const width = piece.width * size
      if (piece.kind === 'text') writeText(page, piece.font, { text, x: left, y, size, color })
      else {
        const image = await pdf.embedPng(await renderLine(text))
        // The image is 1.5 times as high as the text size. Its baseline is 0.4 above its lower edge.
        page.drawImage(image, { x: left, y: y - size * 0.4, width, height: size * 1.5 })
      }
      left += width
    }
  }

  /**
   * Writes a text in the size of the style, or smaller if it would be wider than `maxWidth`. Smaller capital
   * letters end at the same height as those in full size. Resolves to the baseline of the last line.
   */
  return async (page: PDFPage, text: string, style: TextStyle): Promise<number> => {
    const lines = await createLines(moveShaddaFirst(text.normalize('NFC')), style)
    const size = findFittingSize(lines, style)
    let y = style.y + (style.size - size) * capitalHeight
    for (const [index, pieces] of lines.entries()) {
      if (index > 0) y -= size * lineHeight
      await writeLine(page, pieces, { ...style, y, size })
    }
    return y
  }
}
