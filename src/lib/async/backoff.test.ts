import { expect, test } from 'vitest'
import { fullJitter } from './backoff.ts'

const backoff = { base: 2000, cap: 300_000 }

test.each([
  [0, 2000],
  [1, 4000],
  [4, 32_000],
  [20, 300_000],
  [5000, 300_000],
])('retry %i waits at most %i ms, and at least nothing', (attempt, ceiling) => {
  expect(fullJitter(attempt, backoff, () => 1)).toBe(ceiling)
  expect(fullJitter(attempt, backoff, () => 0)).toBe(0)
})
