import { expect, test } from 'vitest'
import { arrow, circle, goal, label, line, zone } from './marks.ts'
import { card, clock, dial } from './signs.ts'
import { createFilmCanvas } from '../render.ts'
import { type Drawing, createStage } from './stage.ts'

/** The RGBA bytes of a transparent picture with one drawing, as it is at a second. */
const readPixels = (drawing: Drawing, time: number) => {
  const canvas = createFilmCanvas()
  const context = canvas.getContext('2d')
  drawing(createStage(context, { length: 10, width: 10 }), time)
  return context.getImageData(0, 0, 640, 360).data
}

const from = 2
test.each([
  { name: 'an arrow', drawing: arrow([-4, 0], [4, 0], { from }) },
  { name: 'a card', drawing: card([320, 180], 'hand', { from }) },
  { name: 'a circle', drawing: circle([0, 0], 4, { from }) },
  // A clock appears 0.6 s before it runs.
  { name: 'a clock', drawing: clock([320, 180], { firstNumber: 3, lastNumber: 0, from: 2.6, to: 5 }) },
  { name: 'a dial', drawing: dial([320, 180], '#e2502c', { from }) },
  { name: 'a goal', drawing: goal([0, -2], [0, 2], { from }) },
  { name: 'a label', drawing: label([0, 0], '2', { from }) },
  { name: 'a line', drawing: line([-4, 0], [4, 0], { from }) },
  { name: 'a zone', drawing: zone([0, 0], { length: 4, width: 4 }, '#4aa8e0', { from }) },
])('$name without an end appears at its start and stays', ({ drawing }) => {
  expect(readPixels(drawing, 1.9).some((byte) => byte > 0)).toBe(false)
  expect(readPixels(drawing, 2.5).some((byte) => byte > 0)).toBe(true)
  expect(readPixels(drawing, 90).some((byte) => byte > 0)).toBe(true)
})

test.each([
  { time: 2.2, alpha: 64 },
  { time: 3, alpha: 128 },
])('a zone of half opacity has the alpha $alpha of 255 at $time s', ({ time, alpha }) => {
  const bytes = readPixels(zone([0, 0], { length: 4, width: 4 }, '#4aa8e0', { from, opacity: 0.5 }), time)
  // The middle of the field is at x = 320 and y = 191. The fourth byte of a pixel is its alpha.
  const middleAlpha = bytes[(191 * 640 + 320) * 4 + 3]
  expect(Math.abs((middleAlpha ?? 0) - alpha)).toBeLessThanOrEqual(2)
})
