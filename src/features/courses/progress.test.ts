import { expect, test } from 'vitest'
import { courseOf } from '../../config/courses.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { subjectOf } from '../../outbox/events/events.ts'
import { courseProgress, mergeProgress, type ProgressSources } from './progress.ts'

const merge = (
  status: ProgressSources['status'],
  entries: Entry[],
  receipts: ProgressSources['receipts'] = [],
) => mergeProgress({ status, entries, receipts })

const answers = [{ question: 'q1', value: 'a' }]

const entry = (name: string, payload: unknown, state: Entry['state'] = { is: 'waiting' }): Entry => ({
  key: '0192b8a0-0000-7000-8000-000000000001',
  customer: 'ana',
  device: '6f1e9a38-5c8b-4a0e-9b51-1f0f4c1d2e3f',
  seq: 1,
  lane: name.includes('survey') ? `survey:${subjectOf({ name, payload })}` : 'progress',
  after: [],
  name,
  schemaVersion: 1,
  payload,
  payloadHash: '',
  capturedAt: { device: 0, corrected: 0, zone: 'UTC' },
  state,
  tries: 0,
  attempts: [],
})

const status = {
  surveys: [{ module_id: 'training-1', answered_at: '2026-01-01T00:00:00Z' }],
  modules: [],
  progress: [],
}
const refused: Entry['state'] = { is: 'needs-you', reason: { code: 'invalid-body', status: 422 } }

test('what the server has is answered, and nothing else', () => {
  expect([...merge(status, [])]).toEqual([['training-1', 'answered']])
  expect([...merge(undefined, [])]).toEqual([])
})

test('answers in the outbox count, for video and for extra modules', () => {
  const progress = merge(status, [
    entry('survey.answered.v1', { video_id: 'training-2', answers }),
    entry('extra-survey.answered.v1', { extra_module_id: 'training-extra', answers }),
  ])
  expect(progress.get('training-2')).toBe('waiting')
  expect(progress.get('training-extra')).toBe('waiting')
})

test('a newer answer that waits or was refused hides the delivered one', () => {
  const again = { video_id: 'training-1', answers }
  expect(merge(status, [entry('survey.answered.v1', again)]).get('training-1')).toBe('waiting')
  expect(merge(status, [entry('survey.answered.v1', again, refused)]).get('training-1')).toBe('needs-you')
})

test('an answer from before the account was deleted says nothing about the account of today', () => {
  const state: Entry['state'] = { is: 'needs-you', reason: { code: 'account-erased', status: 410 } }
  const fromBefore = ['training-1', 'training-2'].map((video_id) =>
    entry('survey.answered.v1', { video_id, answers }, state),
  )
  expect([...merge(status, fromBefore)]).toEqual([['training-1', 'answered']])
})

test('what this device delivered is answered before the server has said so, until it is answered anew', () => {
  const receipts = [
    { name: 'survey.answered.v1', subject: 'training-2' },
    { name: 'extra-survey.saved.v1', subject: 'training-extra' },
    { name: 'module.progressed.v1', subject: 'training-3' },
  ]
  expect([...merge(status, [], receipts)]).toEqual([
    ['training-1', 'answered'],
    ['training-2', 'answered'],
    ['training-extra', 'answered'],
  ])
  const again = entry('survey.answered.v1', { video_id: 'training-2', answers })
  expect(merge(status, [again], receipts).get('training-2')).toBe('waiting')
})

test('other events and broken payloads say nothing about progress', () => {
  const progress = merge(undefined, [
    entry('module.progressed.v1', { video_id: 'training-2', type: 'video', action: 'start' }),
    entry('survey.answered.v1', { video_id: 'no-such-module', answers }),
    entry('survey.answered.v9', { video_id: 'training-2', answers }),
  ])
  expect([...progress]).toEqual([])
})

test('a course counts what waits as done, and what was refused as not', () => {
  const course = courseOf('training')!
  const progress = merge(status, [
    entry('survey.answered.v1', { video_id: 'training-2', answers }),
    entry('survey.answered.v1', { video_id: 'training-3', answers }, refused),
  ])
  expect(courseProgress(course, progress)).toEqual({ total: 4, waiting: 1, done: 2 })
})
