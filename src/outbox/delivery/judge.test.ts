import { expect, test } from 'vitest'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { headsOf, isHeld, judge, reclassify, nextToSend } from './judge.ts'
import type { Entry, Wait } from '../entry/entry.ts'

const now = 1_000_000
const circumstances = { failures: { lane: 0, everything: 0 }, now, random: () => 1 }
const failure = (code: ErrorCode) => ({ code, status: errors[code].status })

const holds: Record<ErrorCode, ReturnType<typeof judge>['holds']> = {
  'bad-json': 'entry',
  'invalid-body': 'entry',
  'key-missing': 'entry',
  'admin-only': 'entry',
  'not-found': 'entry',
  'method-not-allowed': 'entry',
  'key-reused': 'entry',
  'too-large': 'entry',
  'not-json': 'entry',
  'server-failed': 'lane',
  'schema-unknown': 'lane',
  blocked: 'lane',
  'cut-off': 'lane',
  'signed-out': 'everything',
  'identity-refused': 'everything',
  'other-customer': 'everything',
  'csrf-mismatch': 'everything',
  'too-many-requests': 'everything',
  maintenance: 'everything',
  offline: 'everything',
  'no-answer': 'everything',
  'foreign-answer': 'everything',
  'forged-receipt': 'everything',
}

test.each(Object.entries(holds))('%s holds up: %s', (code, expected) => {
  expect(judge(failure(code as ErrorCode), circumstances).holds).toBe(expected)
})

test.each([
  ['no-answer', true, 'cut-off'],
  ['foreign-answer', true, 'blocked'],
  ['no-answer', false, 'no-answer'],
  ['foreign-answer', false, 'foreign-answer'],
  ['forged-receipt', true, 'forged-receipt'],
  ['server-failed', true, 'server-failed'],
] as const)('%s, where our server is there for others (%s), is: %s', async (code, isThere, expected) => {
  expect((await reclassify(failure(code), async () => isThere)).code).toBe(expected)
})

test('the wait doubles from 2 s to 5 min, by a random share', () => {
  const waitAfter = (everything: number, share: number) => {
    const verdict = judge(failure('no-answer'), {
      ...circumstances,
      failures: { lane: 0, everything },
      random: () => share,
    })
    return verdict.holds === 'entry' ? undefined : verdict.wait.until - now
  }
  expect([0, 1, 2, 7, 8, 50].map((count) => waitAfter(count, 1))).toEqual([
    2000, 4000, 8000, 256_000, 300_000, 300_000,
  ])
  expect(waitAfter(8, 0.5)).toBe(150_000)
})

test('Retry-After is obeyed to the second, even in a 500, which then speaks of the whole server', () => {
  expect(judge({ ...failure('server-failed'), retryAfter: 120 }, circumstances)).toEqual({
    holds: 'everything',
    wait: { code: 'server-failed', since: now, until: now + 120_000, told: true, failures: 1 },
  })
})

test('a Retry-After of years is not', () => {
  const verdict = judge({ ...failure('maintenance'), retryAfter: 1e9 }, circumstances)
  expect(verdict).toMatchObject({ wait: { until: now + 86_400_000 } })
})

test.each([0, -5])('a Retry-After of %s s is no wish: it would be obeyed in a loop', (retryAfter) => {
  expect(judge({ ...failure('maintenance'), retryAfter }, circumstances)).toMatchObject({
    holds: 'everything',
    wait: { until: now + 2000, told: false },
  })
})

test('a refusal has the field and the number for support', () => {
  expect(judge({ ...failure('invalid-body'), path: 'value', requestId: 'r1' }, circumstances)).toEqual({
    holds: 'entry',
    reason: { code: 'invalid-body', status: 422, path: 'value', requestId: 'r1' },
  })
})

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
  ["the server's wait, when a person taps", wait({ told: true, since: now - 5 }), { askedSince: now }, false],
  ["the server's wait made since the person tapped", wait({ told: true }), { askedSince: now - 5 }, true],
  [
    'our own wait, when the clock was set back since the network came back',
    wait(),
    { eagerSince: now + 5 },
    true,
  ],
  ['a wait made by a clock that was set back since', wait({ since: now + 5, until: now + 9 }), {}, false],
])('held up by %s', (_, given, eagerness, expected) => {
  expect(isHeld(given, { now, ...eagerness })).toBe(expected)
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
const next = (...entries: Entry[]) => nextToSend(entries, { customer: 'coach-a', now })?.seq

test('the oldest entry goes first', () => {
  expect(next(entry(1, 'a'), entry(2, 'b'))).toBe(1)
})

test('an entry that needs the coach holds up its own lane only', () => {
  expect(next(entry(1, 'a', { state: stuck }), entry(2, 'a'), entry(3, 'b'))).toBe(3)
})

test('so does an entry that waits', () => {
  expect(next(entry(1, 'a', { state: { is: 'waiting', wait: wait() } }), entry(2, 'a'), entry(3, 'b'))).toBe(
    3,
  )
})

test('an entry comes after the earlier ones of the lanes it names, not after later ones', () => {
  const certificate = entry(2, 'certificate', { after: ['survey'] })
  expect(next(entry(1, 'survey', { state: stuck }), certificate)).toBeUndefined()
  expect(next(entry(1, 'other', { state: stuck }), certificate, entry(3, 'survey'))).toBe(2)
})

test('nothing of another customer is sent, and nothing of theirs is in the way', () => {
  const others = entry(1, 'a', { customer: 'coach-b', state: stuck })
  expect(next(others)).toBeUndefined()
  expect(next(others, entry(2, 'a'))).toBe(2)
  expect(headsOf([others, entry(2, 'a')], 'coach-a').map(({ seq }) => seq)).toEqual([2])
})
