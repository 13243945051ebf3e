import { expect, test } from 'vitest'
import { visibility } from './motion.ts'

test.each([
  { time: 1.9, opacity: 0 },
  { time: 2, opacity: 0 },
  { time: 2.2, opacity: 0.5 },
  { time: 2.4, opacity: 1 },
  { time: 90, opacity: 1 },
])('a drawing from 2 s on without an end has the opacity $opacity at $time s', ({ time, opacity }) => {
  expect(visibility(time, 2)).toBeCloseTo(opacity)
})

test.each([
  { time: 1.9, opacity: 0 },
  { time: 2.2, opacity: 0.5 },
  { time: 3, opacity: 1 },
  { time: 4.8, opacity: 0.5 },
  { time: 5, opacity: 0 },
])('a drawing from 2 s to 5 s has the opacity $opacity at $time s', ({ time, opacity }) => {
  expect(visibility(time, 2, 5)).toBeCloseTo(opacity)
})

test('a drawing from before the scene is complete when the scene begins', () => {
  expect(visibility(0, -9)).toBe(1)
})
