import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

const clocked = (perMinute: number) => {
  const clock = { now: 0 }
  return { clock, take: createRateLimit({ perMinute, now: () => clock.now }) }
}

test("a minute's allowance may be used at once, and then one waits for the next", () => {
  const { take } = clocked(3)
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 0])
  expect(take('a')).toBe(20)
})

test('refused requests cost nothing: the wait that was told is enough', () => {
  const { clock, take } = clocked(3)
  for (let request = 0; request < 10; request += 1) take('a')
  clock.now = 20_000
  expect(take('a')).toBe(0)
  expect(take('a')).toBe(20)
})

test('one sender does not use up the allowance of another', () => {
  const { take } = clocked(1)
  expect(take('a')).toBe(0)
  expect(take('a')).toBeGreaterThan(0)
  expect(take('b')).toBe(0)
})

test('an allowance never grows beyond one minute', () => {
  const { clock, take } = clocked(2)
  take('a')
  clock.now = 3_600_000
  expect([take('a'), take('a')]).toEqual([0, 0])
  expect(take('a')).toBeGreaterThan(0)
})

test('many senders do not grow the memory without bound, nor free one who was refused', () => {
  const { take } = clocked(1)
  take('greedy')
  for (let sender = 0; sender < 15_000; sender += 1) take(`sender ${sender}`)
  expect(take('greedy')).toBeGreaterThan(0)
})
