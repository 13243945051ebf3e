import { isRightToLeft } from './visual-runs.ts'

/** In px. Large enough for a sharp print. */
const imageHeight = 240
/** In px: the text size. */
const fontSize = imageHeight / 1.5
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
/** A character that will never be assigned. A device shows it as the box for characters that no font has. */
const unassigned = '\u{10ffff}'

/** Renders a character alone, to compare it with another one. */
const renderCharacter = (character: string): string => {
  const { canvas, context } = createContext(imageHeight)
  context.fillText(character, padding, imageHeight * 0.73)
  return context.getImageData(0, 0, canvas.width, canvas.height).data.join()
}

/** Throws if a font of this device is missing. A browser whose boxes contain a number is not recognised. */
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
  // The baseline: 1.1 times the text size below the upper edge.
  context.fillText(line, padding, imageHeight * 0.73)
  return (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()
}
