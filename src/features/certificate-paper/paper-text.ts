import type { PDFDocument, PDFImage, PDFPage, RGB } from '@cantoo/pdf-lib'
import { alphabets, type FontFile } from './font-files.ts'
import { openTypeface, widthIn, writeIn, type Typeface } from './typeface.ts'
import { groupsOf, visualRuns, isFromRight } from './visual-runs.ts'

type Piece = { is: 'text'; text: string; typeface: Typeface } | { is: 'picture'; image: PDFImage }
/**
 * The position of a line: its middle, or with `align` its left or right end, in points from the lower left
 * corner.
 */
export type LinePlace = {
  x: number
  y: number
  size: number
  most: number
  color: RGB
  align?: 'left' | 'right'
}

const isJapanese = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/**
 * Puts the mark that doubles a letter before the vowel above it, however they were typed: the typeface
 * expects the lower mark first (UTR #53).
 */
const doubledFirst = (line: string): string => line.replaceAll(/([\u064B-\u0650\u0670]+)\u0651/g, '\u0651$1')

/** px; large enough for a sharp print. */
const height = 240

/** A line of text as this device renders it: PNG bytes, one and a half times as high as its letters. */
export const textPicture = async (line: string): Promise<ArrayBuffer> => {
  const font = `700 ${height / 1.5}px 'Noto Sans', 'Segoe UI', system-ui, sans-serif`
  const measure = new OffscreenCanvas(1, 1).getContext('2d')
  if (!measure) throw new Error('This browser draws no pictures.')
  measure.font = font
  const canvas = new OffscreenCanvas(Math.ceil(measure.measureText(line).width) + 8, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.font = font
  context.fillStyle = '#10233f'
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  context.direction = isFromRight(line) ? 'rtl' : 'ltr'
  context.fillText(line, 4, height * 0.73)
  return (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()
}

/** Writes lines on a page. Each character uses a typeface that contains it, which is embedded in the file. */
export const createPaperText = (pdf: PDFDocument, page: PDFPage) => {
  const embedded = new Map<string, Promise<Typeface>>()
  const embed = (address: string): Promise<Typeface> => {
    const known = embedded.get(address)
    if (known) return known
    const loading = fetch(address)
      .then((response) => response.arrayBuffer())
      .then((bytes) => openTypeface(pdf, bytes))
    embedded.set(address, loading)
    return loading
  }

  const filesFor = async (line: string): Promise<FontFile[]> =>
    isJapanese(line) ? [...alphabets(), ...(await import('./japanese-fonts.ts')).japanese()] : alphabets()

  const piecesOf = async (line: string): Promise<Piece[]> => {
    const files = await filesFor(line)
    const fileOf = (letter: string) => files.find(({ covers }) => Array.from(letter).every(covers))
    const pieces = visualRuns(line).flatMap(({ text, rightToLeft }) => {
      const groups = groupsOf(text, fileOf)
      return rightToLeft ? groups.reverse() : groups
    })
    if (pieces.some(({ belongs }) => !belongs))
      throw new Error('No typeface has every character of the line.')
    return Promise.all(
      pieces.map(async ({ text, belongs }) => ({
        is: 'text' as const,
        text,
        typeface: await embed(belongs?.address ?? ''),
      })),
    )
  }

  /**
   * If no typeface has the script, or it could not be downloaded, this device renders the line as a picture.
   */
  const piecesOrPicture = async (line: string): Promise<Piece[]> => {
    try {
      return await piecesOf(line)
    } catch {
      return [{ is: 'picture', image: await pdf.embedPng(await textPicture(line)) }]
    }
  }

  const widthOf = (piece: Piece, size: number): number =>
    piece.is === 'text'
      ? widthIn(piece.typeface, piece.text) * size
      : (piece.image.width / piece.image.height) * size * 1.5

  /** Writes a line, and shrinks it if it is longer than `most` points. */
  return async (text: string, { x, y, size: wanted, most, color, align }: LinePlace): Promise<void> => {
    const pieces = await piecesOrPicture(doubledFirst(text.normalize('NFC')))
    const width = (size: number) => pieces.reduce((sum, piece) => sum + widthOf(piece, size), 0)
    const size = Math.min(wanted, (wanted * most) / Math.max(1, width(wanted)))
    let at = align === 'left' ? x : align === 'right' ? x - width(size) : x - width(size) / 2
    for (const piece of pieces) {
      const own = widthOf(piece, size)
      if (piece.is === 'text') writeIn(page, piece.typeface, { text: piece.text, x: at, y, size, color })
      else page.drawImage(piece.image, { x: at, y: y - size * 0.4, width: own, height: size * 1.5 })
      at += own
    }
  }
}
