import { expect, test } from 'vitest'
import { readEntry, type Entry } from './entry.ts'

const entry: Entry = {
  key: '018f0000-0000-7000-8000-000000000001',
  customer: 'coach-a',
  device: '00000000-0000-4000-8000-000000000000',
  seq: 7,
  lane: 'events',
  after: [],
  name: 'event.logged.v1',
  schemaVersion: 3,
  payload: { event_id: 1, value: '' },
  payloadHash: 'f'.repeat(64),
  capturedAt: { device: 1, corrected: 2, zone: 'America/Sao_Paulo' },
  state: { is: 'waiting' },
  tries: 0,
  attempts: [],
}

test('reads an entry as it was written', () => {
  expect(readEntry(entry)).toEqual(entry)
})

test.each([
  ['written by a newer version', { ...entry, schemaVersion: 99 }],
  ['without a state', { ...entry, state: undefined }],
  ['with a state nobody knows', { ...entry, state: { is: 'flying' } }],
  ['without a lane', { ...entry, lane: undefined }],
  ['of a time that no date has', { ...entry, capturedAt: { device: 1e20, corrected: 2, zone: 'UTC' } }],
])('keeps an entry %s in a lane of its own, with its owner and a reason', (_, row) => {
  const read = readEntry(row)
  expect(read).toMatchObject({
    key: entry.key,
    customer: 'coach-a',
    seq: 7,
    name: 'event.logged.v1',
    state: { is: 'needs-you', reason: { code: 'unreadable' } },
  })
  expect(read.lane).not.toBe('events')
  expect(() => new Date(read.capturedAt.device).toISOString()).not.toThrow()
})

test('reads even a row with nothing but its key', () => {
  expect(readEntry({ key: 'k' })).toMatchObject({ key: 'k', customer: '', state: { is: 'needs-you' } })
})
