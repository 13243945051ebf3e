import type { SKRSContext2D } from '@napi-rs/canvas'
import { font } from './marks.ts'
import type { Point } from './motion.ts'
import { colours } from './stage.ts'

/**
 * A picture of a few lines, on a card or in a speech bubble. None contains a word. `word` is a dash that
 * stands for speech, `idea` an exclamation mark, and `come` an arrow to the left.
 */
export type Glyph =
  | 'name'
  | 'eye'
  | 'hand'
  | 'hands'
  | 'lungs'
  | 'question'
  | 'idea'
  | 'turn'
  | 'come'
  | 'steps'
  | 'run'
  | 'wheel'
  | 'thumb'
  | 'word'

type Stroke = { start: Point; end: Point }

const drawLines = (context: SKRSContext2D, strokes: readonly Stroke[]) => {
  for (const { start, end } of strokes) {
    context.beginPath()
    context.moveTo(...start)
    context.lineTo(...end)
    context.stroke()
  }
}

/** Draws a glyph around [0, 0] with the lines and the fill that `drawGlyph` has set. */
const drawStrokes: Record<Exclude<Glyph, 'question' | 'idea'>, (context: SKRSContext2D) => void> = {
  name: (context) =>
    drawLines(context, [
      { start: [-9, -3], end: [9, -3] },
      { start: [-9, 4], end: [4, 4] },
    ]),
  word: (context) => drawLines(context, [{ start: [-7, 0], end: [7, 0] }]),
  eye: (context) => {
    context.beginPath()
    context.ellipse(0, 0, 11, 6, 0, 0, 2 * Math.PI)
    context.stroke()
    context.beginPath()
    context.arc(0, 0, 3.5, 0, 2 * Math.PI)
    context.fill()
  },
  hand: (context) => {
    drawLines(context, [
      { start: [-6, 8], end: [-6, -5] },
      { start: [-2, 8], end: [-2, -9] },
      { start: [2, 8], end: [2, -9] },
      { start: [6, 8], end: [6, -5] },
      { start: [-6, 8], end: [6, 8] },
      { start: [6, 6], end: [10, 0] },
    ])
  },
  hands: (context) =>
    drawLines(context, [
      { start: [-11, 6], end: [0, -7] },
      { start: [11, 6], end: [0, -7] },
      { start: [-5, 8], end: [0, 2] },
      { start: [5, 8], end: [0, 2] },
    ]),
  lungs: (context) => {
    drawLines(context, [{ start: [0, -10], end: [0, 0] }])
    for (const side of [-1, 1]) {
      context.beginPath()
      context.ellipse(side * 6, 2, 4.5, 8, side * -0.25, 0, 2 * Math.PI)
      context.stroke()
    }
  },
  turn: (context) => {
    context.beginPath()
    context.arc(0, 0, 8, -0.6, 1.6 * Math.PI)
    context.stroke()
    drawLines(context, [
      { start: [7, -10], end: [7, -4] },
      { start: [7, -4], end: [1, -4] },
    ])
  },
  come: (context) =>
    drawLines(context, [
      { start: [10, 0], end: [-8, 0] },
      { start: [-8, 0], end: [-2, -6] },
      { start: [-8, 0], end: [-2, 6] },
    ]),
  steps: (context) => {
    for (const [x, y] of [
      [-5, -5],
      [4, 0],
      [-5, 6],
    ] as const) {
      context.beginPath()
      context.ellipse(x, y, 3, 5, 0, 0, 2 * Math.PI)
      context.fill()
    }
  },
  run: (context) =>
    drawLines(context, [
      { start: [-9, -7], end: [0, 0] },
      { start: [0, 0], end: [-9, 7] },
      { start: [0, -7], end: [9, 0] },
      { start: [9, 0], end: [0, 7] },
    ]),
  wheel: (context) => {
    context.beginPath()
    context.arc(0, 0, 9, 0, 2 * Math.PI)
    context.stroke()
    drawLines(context, [
      { start: [-9, 0], end: [9, 0] },
      { start: [0, -9], end: [0, 9] },
    ])
  },
  thumb: (context) =>
    drawLines(context, [
      { start: [-8, 8], end: [6, 8] },
      { start: [-8, 0], end: [-8, 8] },
      { start: [-8, 0], end: [-1, -1] },
      { start: [-1, -1], end: [1, -10] },
      { start: [1, -10], end: [4, -2] },
      { start: [4, -2], end: [8, 0] },
      { start: [8, 0], end: [6, 8] },
    ]),
}

/** Draws a glyph around a position in pixels. At the scale 1 it is about 22 pixels wide. */
export const drawGlyph = (
  context: SKRSContext2D,
  [x, y]: Point,
  { glyph, scale = 1 }: { glyph: Glyph; scale?: number },
): void => {
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  context.lineWidth = 3
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = colours.ink
  context.fillStyle = colours.ink
  if (glyph === 'question' || glyph === 'idea') {
    context.font = font(24)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(glyph === 'question' ? '?' : '!', 0, 1)
  } else drawStrokes[glyph](context)
  context.restore()
}
