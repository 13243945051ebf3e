import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-bucket.ts'

const clocked = (perMinute: number) => {
  const clock = { now: 0 }
  return { clock, ...createTokenBuckets({ perMinute, now: () => clock.now }) }
}

test("allows a minute's allowance at once, then makes the sender wait for the next", () => {
  const { take } = clocked(3)
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 0])
  expect(take('a')).toBe(20)
})

test('charges nothing for refused requests, so that the stated wait is enough', () => {
  const { clock, take } = clocked(3)
  for (let request = 0; request < 10; request += 1) take('a')
  clock.now = 20_000
  expect(take('a')).toBe(0)
  expect(take('a')).toBe(20)
})

test('does not charge one sender’s requests to another', () => {
  const { take } = clocked(1)
  expect(take('a')).toBe(0)
  expect(take('a')).toBeGreaterThan(0)
  expect(take('b')).toBe(0)
})

test('never saves up more than one minute’s allowance', () => {
  const { clock, take } = clocked(2)
  take('a')
  clock.now = 3_600_000
  expect([take('a'), take('a')]).toEqual([0, 0])
  expect(take('a')).toBeGreaterThan(0)
})

test('allows what was given back to be taken again, but no more than was taken', () => {
  const { take, refund } = clocked(2)
  take('a')
  refund('a')
  refund('b')
  expect([take('a'), take('a')]).toEqual([0, 0])
  expect(take('a')).toBeGreaterThan(0)
})

test('keeps refusing a sender who continues, however many other senders there are', () => {
  const { take } = clocked(1)
  const answers: number[] = []
  for (let sender = 0; sender < 60_000; sender += 1) {
    take(`sender ${sender}`)
    if (sender % 10_000 === 0) answers.push(take('greedy'))
  }
  expect(answers).toEqual([0, 60, 60, 60, 60, 60])
})

test('forgets senders with a full allowance first when there is no room', () => {
  const { clock, take } = clocked(60)
  for (let request = 0; request < 60; request += 1) take('greedy')
  for (let sender = 0; sender < 19_999; sender += 1) take(`sender ${sender}`)
  clock.now = 1000
  take('one more')
  expect([take('greedy'), take('greedy')]).toEqual([0, 1])
})

test('forgets the sender seen longest ago when there is no room and none has a full allowance', () => {
  const { take } = clocked(1)
  for (let sender = 0; sender <= 20_000; sender += 1) take(`sender ${sender}`)
  expect(take('sender 2001')).toBeGreaterThan(0)
  expect(take('sender 0')).toBe(0)
})
