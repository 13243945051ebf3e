import { expect, test } from 'vitest'
import { addError, addUpload, addVitals, dueOf, nothing, withoutSent, type Collected } from './collected.ts'

const hour = 3_600_000
const now = 1_800_000_000_000
const error = (message: string) => ({
  place: 'page',
  version: '0.1.0+abcdefgh',
  message,
  stack: ['index.js:1:2'],
})
const times = (count: number, message = 'x', before: Collected = nothing, at = now): Collected =>
  Array.from({ length: count }).reduce<Collected>((left) => addError(left, error(message), at), before)

/** Sends what is due; the server accepts it. */
const sent = (before: Collected, at: number) => {
  const due = dueOf(before, at)
  return { due, left: due ? withoutSent(before, due, at) : before }
}

test('the same error is one, with how often it happened', () => {
  expect(dueOf(times(3), now)?.errors).toEqual([{ ...error('x'), count: 3 }])
})

test('one that goes on is sent once in an hour, with what came meanwhile', () => {
  const first = sent(times(1), now)
  expect(first.due?.errors).toHaveLength(1)
  const again = times(5, 'x', first.left, now + 1)
  expect(dueOf(again, now + hour - 1)).toBeUndefined()
  expect(dueOf(again, now + hour)?.errors).toEqual([{ ...error('x'), count: 5 }])
})

test('what happened while it was sent is not lost', () => {
  const before = addVitals(times(2), [{ vital: 'LCP', route: '/', value: 1 }])
  const due = dueOf(before, now) ?? { errors: [], vitals: [], uploads: [] }
  const meanwhile = addVitals(times(1, 'x', before), [{ vital: 'CLS', route: '/', value: 0 }])
  const left = withoutSent(meanwhile, due, now)
  expect(left.vitals).toEqual([{ vital: 'CLS', route: '/', value: 0 }])
  expect(left.errors.map(({ count }) => count)).toEqual([1])
})

test('a device has twenty different errors in a day, and then others', () => {
  const many = Array.from({ length: 30 }, (_, at) => `e${at}`).reduce<Collected>(
    (left, message) => times(1, message, left),
    nothing,
  )
  expect(many.errors).toHaveLength(20)
  const { left } = sent(many, now)
  expect(times(1, 'e25', left, now + 23 * hour).errors).toHaveLength(20)
  expect(dueOf(times(1, 'e25', left, now + 24 * hour), now + 24 * hour)?.errors).toEqual([
    { ...error('e25'), count: 1 },
  ])
})

test('a clock that is set back keeps nothing for ever', () => {
  const { left } = sent(times(1), now)
  const back = now - 30 * 24 * hour
  expect(dueOf(times(1, 'y', left, back), back)?.errors).toEqual([{ ...error('y'), count: 1 }])
})

test('more page lives than a device can send are not kept', () => {
  const vital = { vital: 'TTFB', route: '/', value: 9 }
  expect(
    addVitals(
      nothing,
      Array.from({ length: 90 }, () => vital),
    ).vitals,
  ).toHaveLength(60)
})

test('uploads are counted by outcome and reason', () => {
  const paused = { outcome: 'paused', reason: 'offline' }
  const counted = [paused, { outcome: 'completed' }, paused].reduce<Collected>(addUpload, nothing)
  expect(counted.uploads).toEqual([
    { outcome: 'completed', count: 1 },
    { ...paused, count: 2 },
  ])
  expect(sent(counted, now).left).toEqual(nothing)
})

test('where nothing happened there is nothing to send', () => {
  expect(dueOf(nothing, now)).toBeUndefined()
})
