import { isFromRight } from './visual-runs.ts'

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
