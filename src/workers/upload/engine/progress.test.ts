import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

const MB = 1_000_000

test('what failed is taken back, what is acknowledged is not', () => {
  const progress = createProgress({ elapsed: () => 0 })
  progress.begin(0)
  progress.sending(1, 3 * MB)
  progress.sending(2, 2 * MB)
  expect(progress.sentBytes()).toBe(5 * MB)
  progress.acknowledged(1, 5 * MB)
  progress.failed(2)
  expect(progress.sentBytes()).toBe(5 * MB)
})

test('the speed leaves out paused time and what the server had before', () => {
  let time = 0
  const progress = createProgress({ elapsed: () => time })
  progress.begin(0)
  time = 3_600_000
  progress.begin(500 * MB)
  expect(progress.speed()).toBeUndefined()
  for (let second = 1; second <= 4; second++) {
    time = 3_600_000 + second * 1000
    progress.acknowledged(second, 2 * MB)
  }
  expect(progress.speed()).toBe(2 * MB)
  expect(progress.sentBytes()).toBe(508 * MB)
})

test('the speed follows the last seconds', () => {
  let time = 0
  const progress = createProgress({ elapsed: () => time })
  progress.begin(0)
  for (let second = 1; second <= 20; second++) {
    time = second * 1000
    progress.acknowledged(second, second <= 10 ? 10 * MB : MB)
  }
  expect(progress.speed()).toBeCloseTo(MB, -5)
})
