import { expect, test } from 'vitest'
import {
  addError,
  addUpload,
  addVitals,
  selectDue,
  emptyRecord,
  removeSent,
  type HealthRecord,
} from './health-record.ts'

const hour = 3_600_000
const now = 1_800_000_000_000
const error = (message: string) => ({
  place: 'page',
  version: '0.1.0+abcdefgh',
  message,
  stack: ['index.js:1:2'],
})
const times = (count: number, message = 'x', before: HealthRecord = emptyRecord, at = now): HealthRecord =>
  Array.from({ length: count }).reduce<HealthRecord>((left) => addError(left, error(message), at), before)

/** Sends what is due; the server accepts it. */
const sent = (before: HealthRecord, at: number) => {
  const due = selectDue(before, at)
  return { due, left: due ? removeSent(before, due, at) : before }
}

test('counts repeats of the same error in one record', () => {
  expect(selectDue(times(3), now)?.errors).toEqual([{ ...error('x'), count: 3 }])
})

test('sends a continuing error once an hour, with its count meanwhile', () => {
  const first = sent(times(1), now)
  expect(first.due?.errors).toHaveLength(1)
  const again = times(5, 'x', first.left, now + 1)
  expect(selectDue(again, now + hour - 1)).toBeUndefined()
  expect(selectDue(again, now + hour)?.errors).toEqual([{ ...error('x'), count: 5 }])
})

test('keeps what happens during a send', () => {
  const before = addVitals(times(2), [{ vital: 'LCP', route: '/', value: 1 }])
  const due = selectDue(before, now) ?? { errors: [], vitals: [], uploads: [] }
  const meanwhile = addVitals(times(1, 'x', before), [{ vital: 'CLS', route: '/', value: 0 }])
  const left = removeSent(meanwhile, due, now)
  expect(left.vitals).toEqual([{ vital: 'CLS', route: '/', value: 0 }])
  expect(left.errors.map(({ count }) => count)).toEqual([1])
})

test('keeps twenty different errors a day, and takes others the next day', () => {
  const many = Array.from({ length: 30 }, (_, at) => `e${at}`).reduce<HealthRecord>(
    (left, message) => times(1, message, left),
    emptyRecord,
  )
  expect(many.errors).toHaveLength(20)
  const { left } = sent(many, now)
  expect(times(1, 'e25', left, now + 23 * hour).errors).toHaveLength(20)
  expect(selectDue(times(1, 'e25', left, now + 24 * hour), now + 24 * hour)?.errors).toEqual([
    { ...error('e25'), count: 1 },
  ])
})

test('reports new errors after the clock was set back', () => {
  const { left } = sent(times(1), now)
  const back = now - 30 * 24 * hour
  expect(selectDue(times(1, 'y', left, back), back)?.errors).toEqual([{ ...error('y'), count: 1 }])
})

test('discards page lives beyond what a device can send', () => {
  const vital = { vital: 'TTFB', route: '/', value: 9 }
  expect(
    addVitals(
      emptyRecord,
      Array.from({ length: 90 }, () => vital),
    ).vitals,
  ).toHaveLength(60)
})

test('counts uploads by outcome and reason', () => {
  const paused = { outcome: 'paused', reason: 'offline' }
  const counted = [paused, { outcome: 'completed' }, paused].reduce<HealthRecord>(addUpload, emptyRecord)
  expect(counted.uploads).toEqual([
    { outcome: 'completed', count: 1 },
    { ...paused, count: 2 },
  ])
  expect(sent(counted, now).left).toEqual(emptyRecord)
})

test('has nothing to send when nothing happened', () => {
  expect(selectDue(emptyRecord, now)).toBeUndefined()
})
