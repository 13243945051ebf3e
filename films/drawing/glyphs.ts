import { font } from './marks.ts'
import type { Point } from './motion.ts'
import { colours, type Draw } from './stage.ts'

type Pen = Parameters<Draw>[0]['pen']

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

const drawStrokes: Record<Exclude<Glyph, 'question' | 'idea'>, (pen: Pen) => void> = {
  name: (pen) =>
    lines(pen, [
      [-9, -3, 9, -3],
      [-9, 4, 4, 4],
    ]),
  word: (pen) => lines(pen, [[-7, 0, 7, 0]]),
  eye: (pen) => {
    pen.beginPath()
    pen.ellipse(0, 0, 11, 6, 0, 0, 2 * Math.PI)
    pen.stroke()
    spot(pen, 0, 0, 3.5)
  },
  hand: (pen) => {
    lines(pen, [
      [-6, 8, -6, -5],
      [-2, 8, -2, -9],
      [2, 8, 2, -9],
      [6, 8, 6, -5],
      [-6, 8, 6, 8],
      [6, 6, 10, 0],
    ])
  },
  hands: (pen) =>
    lines(pen, [
      [-11, 6, 0, -7],
      [11, 6, 0, -7],
      [-5, 8, 0, 2],
      [5, 8, 0, 2],
    ]),
  lungs: (pen) => {
    lines(pen, [[0, -10, 0, 0]])
    for (const side of [-1, 1]) {
      pen.beginPath()
      pen.ellipse(side * 6, 2, 4.5, 8, side * -0.25, 0, 2 * Math.PI)
      pen.stroke()
    }
  },
  turn: (pen) => {
    pen.beginPath()
    pen.arc(0, 0, 8, -0.6, 1.6 * Math.PI)
    pen.stroke()
    lines(pen, [
      [7, -10, 7, -4],
      [7, -4, 1, -4],
    ])
  },
  come: (pen) =>
    lines(pen, [
      [10, 0, -8, 0],
      [-8, 0, -2, -6],
      [-8, 0, -2, 6],
    ]),
  steps: (pen) => {
    for (const [x, y] of [
      [-5, -5],
      [4, 0],
      [-5, 6],
    ] as const) {
      pen.beginPath()
      pen.ellipse(x, y, 3, 5, 0, 0, 2 * Math.PI)
      pen.fill()
    }
  },
  run: (pen) =>
    lines(pen, [
      [-9, -7, 0, 0],
      [0, 0, -9, 7],
      [0, -7, 9, 0],
      [9, 0, 0, 7],
    ]),
  wheel: (pen) => {
    pen.beginPath()
    pen.arc(0, 0, 9, 0, 2 * Math.PI)
    pen.stroke()
    lines(pen, [
      [-9, 0, 9, 0],
      [0, -9, 0, 9],
    ])
  },
  thumb: (pen) =>
    lines(pen, [
      [-8, 8, 6, 8],
      [-8, 0, -8, 8],
      [-8, 0, -1, -1],
      [-1, -1, 1, -10],
      [1, -10, 4, -2],
      [4, -2, 8, 0],
      [8, 0, 6, 8],
    ]),
}

const lines = (pen: Pen, ends: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[]) => {
  for (const [x1, y1, x2, y2] of ends) {
    pen.beginPath()
    pen.moveTo(x1, y1)
    pen.lineTo(x2, y2)
    pen.stroke()
  }
}

const spot = (pen: Pen, x: number, y: number, radius: number) => {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

/** Draws a sign centred on a place in pixels. */
export const glyph = (pen: Pen, [x, y]: Point, kind: Glyph, scale = 1, ink: string = colours.ink): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(scale, scale)
  pen.lineWidth = 3
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.strokeStyle = ink
  pen.fillStyle = ink
  if (kind === 'question' || kind === 'idea') {
    pen.font = font(24)
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(kind === 'question' ? '?' : '!', 0, 1)
  } else drawStrokes[kind](pen)
  pen.restore()
}
