import { expect, test } from 'vitest'
import { rangesOf } from './ranges-of.ts'

test.each([
  [[], []],
  [[4], [[4, 4]]],
  [
    [3, 1, 2, 7, 2],
    [
      [1, 3],
      [7, 7],
    ],
  ],
  [[0, -1, 2], [[2, 2]]],
])('%j is %j', (numbers, ranges) => {
  expect(rangesOf(numbers)).toEqual(ranges)
})

test('too many runs end in one that reaches over the rest', () => {
  expect(rangesOf([1, 3, 5, 7, 9], 3)).toEqual([
    [1, 1],
    [3, 3],
    [5, 9],
  ])
})
