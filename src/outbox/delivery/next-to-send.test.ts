import { expect, test } from 'vitest'
import type { Entry, Wait } from '../entry/entry.ts'
import { listNextEntries, isWaitActive, findNextToSend } from './next-to-send.ts'

const now = 1_000_000

const wait = (given: Partial<Wait> = {}): Wait => ({
  code: 'no-answer',
  since: now,
  until: now + 1000,
  told: false,
  failures: 1,
  ...given,
})

test.each([
  ['nothing', undefined, {}, false],
  ['a wait that is not over', wait(), {}, true],
  ['a wait that is over', wait({ until: now }), {}, false],
  ['our own wait, when the network is back', wait({ since: now - 5 }), { eagerSince: now }, false],
  ['our own wait made since the network came back', wait(), { eagerSince: now - 5 }, true],
  [
    "the server's wait, even when the network is back",
    wait({ told: true, since: now - 5 }),
    { eagerSince: now },
    true,
  ],
  [
    "the server's wait, when a person taps",
    wait({ told: true, since: now - 5 }),
    { forcedSince: now },
    false,
  ],
  ["the server's wait made since the person tapped", wait({ told: true }), { forcedSince: now - 5 }, true],
  [
    'our own wait, when the clock was set back since the network came back',
    wait(),
    { eagerSince: now + 5 },
    true,
  ],
  ['a wait made by a clock that was set back since', wait({ since: now + 5, until: now + 9 }), {}, false],
])('is held up by %s', (_, given, eagerness, expected) => {
  expect(isWaitActive(given, { now, ...eagerness })).toBe(expected)
})

const entry = (seq: number, lane: string, given: Partial<Entry> = {}): Entry => ({
  key: `key-${seq}`,
  customer: 'coach-a',
  device: 'device',
  seq,
  lane,
  after: [],
  name: 'event.logged.v1',
  schemaVersion: 1,
  payload: {},
  payloadHash: '',
  capturedAt: { device: now, corrected: now, zone: 'UTC' },
  state: { is: 'waiting' },
  tries: 0,
  attempts: [],
  ...given,
})
const stuck: Entry['state'] = { is: 'needs-you', reason: { code: 'invalid-body', status: 422 } }
const next = (...entries: Entry[]) => findNextToSend(entries, { customer: 'coach-a', now })?.seq

test('sends the oldest entry first', () => {
  expect(next(entry(1, 'a'), entry(2, 'b'))).toBe(1)
})

test('an entry that needs the coach holds up its own lane only', () => {
  expect(next(entry(1, 'a', { state: stuck }), entry(2, 'a'), entry(3, 'b'))).toBe(3)
})

test('a waiting entry holds up its own lane only', () => {
  expect(next(entry(1, 'a', { state: { is: 'waiting', wait: wait() } }), entry(2, 'a'), entry(3, 'b'))).toBe(
    3,
  )
})

test('an entry is sent after the earlier ones of the lanes it names, not after later ones', () => {
  const certificate = entry(2, 'certificate', { after: ['survey'] })
  expect(next(entry(1, 'survey', { state: stuck }), certificate)).toBeUndefined()
  expect(next(entry(1, 'other', { state: stuck }), certificate, entry(3, 'survey'))).toBe(2)
})

test('skips entries of other customers, which hold nothing up', () => {
  const others = entry(1, 'a', { customer: 'coach-b', state: stuck })
  expect(next(others)).toBeUndefined()
  expect(next(others, entry(2, 'a'))).toBe(2)
  expect(listNextEntries([others, entry(2, 'a')], 'coach-a').map(({ seq }) => seq)).toEqual([2])
})
