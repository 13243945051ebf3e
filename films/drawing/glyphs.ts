import { font } from './marks.ts'
import type { Point } from './motion.ts'
import { colours, type Drawing } from './stage.ts'

type Pen = Parameters<Drawing>[0]['context']

/** The signs of the films. None of them contains a word. `word` is a dash that stands for speech. */
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

const drawStrokes: Record<Exclude<Glyph, 'question' | 'idea'>, (context: Pen) => void> = {
  name: (context) =>
    lines(context, [
      [-9, -3, 9, -3],
      [-9, 4, 4, 4],
    ]),
  word: (context) => lines(context, [[-7, 0, 7, 0]]),
  eye: (context) => {
    context.beginPath()
    context.ellipse(0, 0, 11, 6, 0, 0, 2 * Math.PI)
    context.stroke()
    spot(context, 0, 0, 3.5)
  },
  hand: (context) => {
    lines(context, [
      [-6, 8, -6, -5],
      [-2, 8, -2, -9],
      [2, 8, 2, -9],
      [6, 8, 6, -5],
      [-6, 8, 6, 8],
      [6, 6, 10, 0],
    ])
  },
  hands: (context) =>
    lines(context, [
      [-11, 6, 0, -7],
      [11, 6, 0, -7],
      [-5, 8, 0, 2],
      [5, 8, 0, 2],
    ]),
  lungs: (context) => {
    lines(context, [[0, -10, 0, 0]])
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
    lines(context, [
      [7, -10, 7, -4],
      [7, -4, 1, -4],
    ])
  },
  come: (context) =>
    lines(context, [
      [10, 0, -8, 0],
      [-8, 0, -2, -6],
      [-8, 0, -2, 6],
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
    lines(context, [
      [-9, -7, 0, 0],
      [0, 0, -9, 7],
      [0, -7, 9, 0],
      [9, 0, 0, 7],
    ]),
  wheel: (context) => {
    context.beginPath()
    context.arc(0, 0, 9, 0, 2 * Math.PI)
    context.stroke()
    lines(context, [
      [-9, 0, 9, 0],
      [0, -9, 0, 9],
    ])
  },
  thumb: (context) =>
    lines(context, [
      [-8, 8, 6, 8],
      [-8, 0, -8, 8],
      [-8, 0, -1, -1],
      [-1, -1, 1, -10],
      [1, -10, 4, -2],
      [4, -2, 8, 0],
      [8, 0, 6, 8],
    ]),
}

const lines = (context: Pen, ends: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[]) => {
  for (const [x1, y1, x2, y2] of ends) {
    context.beginPath()
    context.moveTo(x1, y1)
    context.lineTo(x2, y2)
    context.stroke()
  }
}

const spot = (context: Pen, x: number, y: number, radius: number) => {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

/** Draws a sign centred on a place in pixels. */
export const glyph = (context: Pen, [x, y]: Point, kind: Glyph, scale = 1, ink: string = colours.ink): void => {
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  context.lineWidth = 3
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = ink
  context.fillStyle = ink
  if (kind === 'question' || kind === 'idea') {
    context.font = font(24)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(kind === 'question' ? '?' : '!', 0, 1)
  } else drawStrokes[kind](context)
  context.restore()
}
