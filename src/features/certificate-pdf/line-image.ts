import { isRightToLeft } from './visual-runs.ts'

/** In px. Large enough for a sharp print. */
const imageHeight = 240
/** In px: the text size. */
const fontSize = imageHeight / 1.5
/** In px: the baseline, measured from the upper edge. That is 1.1 times the text size. */
const baseline = imageHeight * 0.73
/** In px, on each side of the text. */
const padding = 4

const createContext = (width: number) => {
  const canvas = new OffscreenCanvas(width, imageHeight)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('OffscreenCanvas has no 2D context')
  context.font = `700 ${fontSize}px 'Noto Sans', 'Segoe UI', system-ui, sans-serif`
  return { canvas, context }
}

const measureInPixels = (line: string): number =>
  Math.ceil(createContext(1).context.measureText(line).width) + 2 * padding

/** Returns the width of a line in the fonts of this device, relative to the text size. */
export const measureWithDeviceFonts = (line: string): number => measureInPixels(line) / fontSize

/** Thrown for a text that the fonts of this device cannot draw: they would show boxes in place of letters. */
export class MissingGlyphError extends Error {
  override name = 'MissingGlyphError'
}

/** Marks, spaces and invisible characters, which have no glyph of their own. */
const glyphless = /[\p{M}\p{Z}\p{C}]/u
/** A code point that is never assigned. A device shows it as the box for characters that no font has. */
const unassigned = '\u{10ffff}'

/** Renders a character alone. Returns its pixels as text, so that two characters can be compared. */
const renderCharacter = (character: string): string => {
  const { canvas, context } = createContext(imageHeight)
  context.fillText(character, padding, baseline)
  return context.getImageData(0, 0, canvas.width, canvas.height).data.join()
}

/**
 * Throws if the device shows a character of the line as the box for characters that no font has. Some
 * browsers write the number of the character in the box. Their boxes all differ, so there this function never
 * throws.
 */
const assertDrawable = (line: string): void => {
  const box = renderCharacter(unassigned)
  const characters = new Set(Array.from(line).filter((character) => !glyphless.test(character)))
  for (const character of characters)
    if (renderCharacter(character) === box) throw new MissingGlyphError('A font is missing')
}

/**
 * Renders a line with the fonts of this device. Resolves to a PNG, 1.5 times as high as the text size. Rejects
 * with `MissingGlyphError` if a letter is in no font.
 */
export const renderLine = async (line: string): Promise<ArrayBuffer> => {
  assertDrawable(line)
  const { canvas, context } = createContext(measureInPixels(line))
  // The light colour `--ink` of `ui/styles/tokens.css`.
  context.fillStyle = '#10233f'
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  context.direction = isRightToLeft(line) ? 'rtl' : 'ltr'
  context.fillText(line, padding, baseline)
  return (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()
}
