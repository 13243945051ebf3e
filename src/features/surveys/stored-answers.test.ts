import { expect, test } from 'vitest'
import type { Entry } from '../../outbox/entry/entry.ts'
import { findStoredAnswers } from './stored-answers.ts'

const given = (value: string) => [{ question: 'q1', value }]

const entry = (
  name: string,
  payload: { video_id?: string; extra_module_id?: string; answers: unknown },
  state: Entry['state'] = { is: 'waiting' },
): Entry => ({
  key: '0192b8a0-0000-7000-8000-000000000001',
  customer: 'ana',
  device: '6f1e9a38-5c8b-4a0e-9b51-1f0f4c1d2e3f',
  seq: 1,
  lane: `survey:${payload.video_id ?? payload.extra_module_id}`,
  after: [],
  name,
  schemaVersion: 3,
  payload,
  payloadHash: '',
  capturedAt: { device: 0, corrected: 0, zone: 'UTC' },
  state,
  tries: 0,
  attempts: [],
})

const response = { answers: given('a'), answered_at: '2026-01-01T00:00:00Z', newestCopy: 4 }

/** What is shown of the first module. Sources that are not given are read and empty. */
const shown = (sources: Partial<Parameters<typeof findStoredAnswers>[1]>) =>
  findStoredAnswers('training-1', { entries: [], copies: [], response: undefined, ...sources })

test('returns undefined when nothing was answered', () => {
  expect(shown({})).toBeUndefined()
  expect(shown({ response: { answers: null, answered_at: null } })).toBeUndefined()
})

test('shows the server’s answers with their time', () => {
  expect(shown({ response })).toEqual({
    kind: 'answered',
    answers: given('a'),
    answeredAt: '2026-01-01T00:00:00Z',
    isFromThisDevice: false,
  })
})

test('shows this device’s replaced answers beside the newer ones, until it answers again', () => {
  const replaced = { answers: given('b'), answered_at: '2025-12-31T00:00:00Z' }
  expect(shown({ response: { ...response, replaced } })).toEqual({
    kind: 'answered',
    answers: given('a'),
    answeredAt: '2026-01-01T00:00:00Z',
    isFromThisDevice: false,
    replaced: { answers: given('b'), answeredAt: '2025-12-31T00:00:00Z' },
  })
  const anew = entry('survey.answered.v2', { video_id: 'training-1', answers: given('c') })
  expect(shown({ entries: [anew], response: { ...response, replaced } })).not.toHaveProperty('replaced')
})

test('prefers the newest answers on this device', () => {
  const entries = ['b', 'c'].map((value) =>
    entry('survey.answered.v2', { video_id: 'training-1', answers: given(value) }),
  )
  expect(shown({ entries, response })).toEqual({
    kind: 'waiting',
    answers: given('c'),
    answeredAt: '1970-01-01T00:00:00.000Z',
    isFromThisDevice: true,
  })
})

test('ignores answers to other modules, and finds extra modules by their own id', () => {
  const entries = [
    entry('survey.answered.v2', { video_id: 'training-2', answers: given('b') }),
    entry('extra-survey.answered.v2', { extra_module_id: 'training-extra', answers: given('c') }),
  ]
  expect(shown({ entries })).toBeUndefined()
  const sources = { entries, copies: [], response: undefined }
  expect(findStoredAnswers('training-extra', sources)?.answers).toEqual(given('c'))
})

test('marks refused answers', () => {
  const refused = entry(
    'survey.answered.v2',
    { video_id: 'training-1', answers: given('b') },
    { is: 'needs-you', reason: { code: 'invalid-body', status: 422 } },
  )
  expect(shown({ entries: [refused], response })?.kind).toBe('needs-you')
})

test('ignores answers of a deleted account in the account that replaced it', () => {
  const fromBefore = entry(
    'survey.answered.v1',
    { video_id: 'training-1', answers: given('b') },
    { is: 'needs-you', reason: { code: 'account-erased', status: 410 } },
  )
  expect(shown({ entries: [fromBefore] })).toBeUndefined()
  expect(shown({ entries: [fromBefore], response })).toMatchObject({
    kind: 'answered',
    answers: given('a'),
  })
})

const copy = (id: number, value: string, module = 'training-1') => ({
  id,
  deliveredAt: 0,
  bytes: 0,
  entry: entry('survey.answered.v2', { video_id: module, answers: given(value) }),
})

test('prefers the latest delivery since the server was asked over its response', () => {
  const copies = [copy(3, 'older'), copy(4, 'known'), copy(5, 'b'), copy(6, 'c'), copy(7, 'x', 'training-2')]
  expect(shown({ copies, response })).toEqual({
    kind: 'answered',
    answers: given('c'),
    answeredAt: '1970-01-01T00:00:00.000Z',
    isFromThisDevice: true,
  })
  expect(shown({ copies, response: { ...response, newestCopy: 7 } })?.answers).toEqual(given('a'))
})

test('prefers delivered answers over a response that is older, from a cache or a lagging replica', () => {
  const known = copy(4, 'b')
  const captured = (time: string) => {
    const capturedAt = { device: 0, corrected: Date.parse(time), zone: 'UTC' }
    return [{ ...known, entry: { ...known.entry, capturedAt } }]
  }
  expect(shown({ copies: captured('2026-01-02T00:00:00Z'), response })).toEqual({
    kind: 'answered',
    answers: given('b'),
    answeredAt: '2026-01-02T00:00:00.000Z',
    isFromThisDevice: true,
  })
  expect(shown({ copies: captured('2025-12-31T00:00:00Z'), response })?.answers).toEqual(given('a'))
})

test('prefers any delivery over an older app’s stored response, which has no number', () => {
  const { newestCopy: _, ...older } = response
  expect(shown({ copies: [copy(1, 'b')], response: older })?.answers).toEqual(given('b'))
  expect(shown({ copies: [copy(1, 'b')] })?.answers).toEqual(given('b'))
})

const receipt = {
  key: '0192b8a0-0000-7000-8000-000000000001',
  hash: '',
  received_at: '2026-01-01T00:00:00Z',
  sequence: 1,
  key_id: '2026-01',
  signature: '',
}
/** Answers that the server has lost, and is sent again. */
const again = (value: string, seq: number): Entry => ({
  ...entry('survey.answered.v2', { video_id: 'training-1', answers: given(value) }),
  seq,
  receipt,
})
const createCopy = (id: number, value: string, seq: number) => ({
  id,
  deliveredAt: 0,
  bytes: 0,
  entry: again(value, seq),
})

test('does not prefer older answers that are sent again to a restored server over newer ones', () => {
  const older = { ...response, answers: given('oldest'), answered_at: null, newestCopy: 0 }
  expect(
    shown({ entries: [again('zero', 3)], copies: [createCopy(5, 'last', 9)], response: older }),
  ).toMatchObject({
    kind: 'answered',
    answers: given('last'),
  })
  // Delivered for the second time, after the newer ones.
  const copies = [createCopy(5, 'last', 9), createCopy(6, 'zero', 3)]
  expect(shown({ copies, response: older })?.answers).toEqual(given('last'))
  expect(shown({ copies, response: { ...response, newestCopy: 5 } })?.answers).toEqual(given('a'))
  expect(shown({ entries: [again('zero', 3)], response: older })).toMatchObject({
    kind: 'waiting',
    answers: given('zero'),
  })
})

test('prefers another phone’s newer answers over those sent again to a restored server', () => {
  const elsewhere = { ...response, answered_at: '2026-01-01T00:00:00Z' }
  expect(shown({ entries: [again('zero', 3)], response: elsewhere })).toMatchObject({
    kind: 'answered',
    answers: given('a'),
  })
})

test('shows nothing that deliveries may have replaced until they are read', () => {
  expect(shown({ copies: undefined, response })).toBeUndefined()
  const held = entry('survey.answered.v2', { video_id: 'training-1', answers: given('c') })
  expect(shown({ copies: undefined, entries: [held], response })?.answers).toEqual(given('c'))
  expect(
    shown({ copies: undefined, entries: [again('zero', 3)], response: { answers: null, answered_at: null } }),
  ).toBeUndefined()
})

test('marks the server’s answers as given here when this device delivered them last', () => {
  const text = (value: string) => [{ question: 'q3', value }]
  const told = (value: string) => ({
    answers: text(value),
    answered_at: '2026-01-01T00:00:00Z',
    newestCopy: 2,
  })
  const delivered = (id: number, value: string) => ({
    ...copy(id, ''),
    entry: entry('survey.answered.v2', { video_id: 'training-1', answers: text(value) }),
  })
  const copies = [delivered(1, 'first'), delivered(2, 'last')]
  expect(shown({ copies, response: told('last') })?.isFromThisDevice).toBe(true)
  expect(shown({ copies, response: told('first') })?.isFromThisDevice).toBe(false)
})
