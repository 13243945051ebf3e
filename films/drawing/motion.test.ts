import { expect, test } from 'vitest'
import { getGaze, passPath, getPosition, type Stop, getOpacity, walk } from './motion.ts'

test.each([
  { time: 1.9, opacity: 0 },
  { time: 2, opacity: 0 },
  { time: 2.2, opacity: 0.5 },
  { time: 2.4, opacity: 1 },
  { time: 90, opacity: 1 },
])('a drawing from 2 s on without an end has the opacity $opacity at $time s', ({ time, opacity }) => {
  expect(getOpacity(time, 2)).toBeCloseTo(opacity)
})

test.each([
  { time: 1.9, opacity: 0 },
  { time: 2.2, opacity: 0.5 },
  { time: 3, opacity: 1 },
  { time: 4.8, opacity: 0.5 },
  { time: 5, opacity: 0 },
])('a drawing from 2 s to 5 s has the opacity $opacity at $time s', ({ time, opacity }) => {
  expect(getOpacity(time, 2, 5)).toBeCloseTo(opacity)
})

test('a drawing from before the scene is complete when the scene begins', () => {
  expect(getOpacity(0, -9)).toBe(1)
})

test.each([
  { time: 0, position: [0, 0] },
  { time: 2, position: [2, 1] },
  { time: 9, position: [4, 2] },
])('a walk from 1 s to 3 s is at $position at $time s', ({ time, position }) => {
  expect(getPosition(walk([0, 0], [4, 2], { from: 1, to: 3 }), time)).toEqual(position)
})

test('a passed ball rests at each position until it leaves, and rolls for 1 s', () => {
  const stops: Stop[] = [
    { leavesAt: 2, position: [0, 0] },
    { leavesAt: 5, position: [4, 2] },
  ]
  expect(passPath(stops, 1)).toEqual([
    { time: 0, position: [0, 0] },
    { time: 2, position: [0, 0] },
    { time: 3, position: [4, 2] },
    { time: 5, position: [4, 2] },
  ])
})

test.each([
  { time: 1, gaze: 0 },
  { time: 2.15, gaze: 0.5 },
  { time: 3, gaze: 1 },
  { time: 6, gaze: 1 },
  { time: 8, gaze: -1 },
  { time: 99, gaze: -1 },
])('after $time s a person who walks right, straight on and left looks to $gaze', ({ time, gaze }) => {
  const path = [
    { time: 2, position: [0, 0] },
    { time: 4, position: [5, 1] },
    { time: 6, position: [5, 4] },
    { time: 9, position: [1, 4] },
  ] as const
  expect(getGaze(path, time)).toBeCloseTo(gaze)
})
