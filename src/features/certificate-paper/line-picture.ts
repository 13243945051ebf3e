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

/** Renders a line with the fonts of this device. Resolves to a PNG, 1.5 times as high as the text size. */
export const renderLine = async (line: string): Promise<ArrayBuffer> => {
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
