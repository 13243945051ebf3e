import { expect, test } from 'vitest'
import type { Entry } from '../../outbox/entry/entry.ts'
import { getAnswersToEdit } from './answers-to-edit.ts'

const entry = (given: Partial<Entry>): Entry => ({
  key: 'key',
  customer: 'coach-a',
  device: 'device',
  seq: 1,
  lane: 'survey:training-1',
  after: [],
  name: 'survey.answered.v2',
  schemaVersion: 3,
  payload: {},
  payloadHash: '',
  capturedAt: { device: 1, corrected: 1, zone: 'UTC' },
  state: { is: 'needs-you', reason: { code: 'invalid-body', status: 422 } },
  tries: 1,
  attempts: [],
  ...given,
})
const answers = [
  { question: 'q1', value: 'a' },
  { question: 'q2', value: ['a', 'c'] },
  { question: 'gone', value: 'x' },
]

test.each<[string, Partial<Entry>]>([
  ['today', { payload: { video_id: 'training-1', answers } }],
  [
    'an older version',
    {
      name: 'survey.saved.v1',
      schemaVersion: 1,
      payload: { video_id: 'training-1', answers: { q1: 'a', q2: ['a', 'c'] } },
    },
  ],
])('restores answers of %s in the form, for questions that the survey still has', (_, given) => {
  expect(getAnswersToEdit(entry(given))).toMatchObject({
    course: { id: 'training' },
    module: { id: 'training-1' },
    values: { q1: 'a', q2: ['a', 'c'] },
  })
})

test('returns undefined for an entry that is not a survey', () => {
  expect(getAnswersToEdit(entry({ name: 'event.logged.v1', lane: 'events' }))).toBeUndefined()
})
