import { expect, test } from 'vitest'
import type { Entry } from '../../outbox/entry/entry.ts'
import { storedAnswers } from './stored-answers.ts'

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

const delivered = { answers: given('a'), answered_at: '2026-01-01T00:00:00Z' }

test('nothing was answered', () => {
  expect(storedAnswers('training-1', [], undefined)).toBeUndefined()
  expect(storedAnswers('training-1', [], { answers: null, answered_at: null })).toBeUndefined()
})

test('what the server has is shown with its time', () => {
  expect(storedAnswers('training-1', [], delivered)).toEqual({
    is: 'answered',
    answers: given('a'),
    answeredAt: '2026-01-01T00:00:00Z',
  })
})

test('answers of this device that others took the place of are shown beside them, until it answers anew', () => {
  const replaced = { answers: given('b'), answered_at: '2025-12-31T00:00:00Z' }
  expect(storedAnswers('training-1', [], { ...delivered, replaced })).toEqual({
    is: 'answered',
    answers: given('a'),
    answeredAt: '2026-01-01T00:00:00Z',
    replaced: { answers: given('b'), answeredAt: '2025-12-31T00:00:00Z' },
  })
  const anew = entry('survey.answered.v2', { video_id: 'training-1', answers: given('c') })
  expect(storedAnswers('training-1', [anew], { ...delivered, replaced })).not.toHaveProperty('replaced')
})

test('the newest answers on this device win', () => {
  const entries = ['b', 'c'].map((value) =>
    entry('survey.answered.v2', { video_id: 'training-1', answers: given(value) }),
  )
  expect(storedAnswers('training-1', entries, delivered)).toEqual({ is: 'waiting', answers: given('c') })
})

test('answers to other modules do not count; extra modules are found by their own id', () => {
  const entries = [
    entry('survey.answered.v2', { video_id: 'training-2', answers: given('b') }),
    entry('extra-survey.answered.v2', { extra_module_id: 'training-extra', answers: given('c') }),
  ]
  expect(storedAnswers('training-1', entries, undefined)).toBeUndefined()
  expect(storedAnswers('training-extra', entries, undefined)?.answers).toEqual(given('c'))
})

test('answers that were refused say so', () => {
  const refused = entry(
    'survey.answered.v2',
    { video_id: 'training-1', answers: given('b') },
    { is: 'needs-you', reason: { code: 'invalid-body', status: 422 } },
  )
  expect(storedAnswers('training-1', [refused], delivered)?.is).toBe('needs-you')
})

test('answers of an account that was deleted are not those of the account that came after it', () => {
  const fromBefore = entry(
    'survey.answered.v1',
    { video_id: 'training-1', answers: given('b') },
    { is: 'needs-you', reason: { code: 'account-erased', status: 410 } },
  )
  expect(storedAnswers('training-1', [fromBefore], undefined)).toBeUndefined()
  expect(storedAnswers('training-1', [fromBefore], delivered)).toMatchObject({
    is: 'answered',
    answers: given('a'),
  })
})
