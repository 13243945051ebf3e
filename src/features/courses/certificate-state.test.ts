import { expect, test } from 'vitest'
import { courseOf } from '../../config/courses.ts'
import type { Certificate } from '../../contract/product-api/certificate.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { certificateState } from './certificate-state.ts'
import type { ModuleState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'

const football = courseOf('football')!
const [one, two, three] = football.modules
const certificate: Certificate = {
  certificate_id: 'c4f2a1de-0000-4000-8000-000000000000',
  course_id: 'football',
  isFIFA: true,
  issued_at: '2026-03-04T05:06:07Z',
}
const progress = (...states: ModuleState[]) =>
  progressIn(Object.fromEntries(football.modules.map(({ id }, at) => [id, states[at] ?? 'open'])))
const request = (is: 'waiting' | 'needs-you', course = 'football') =>
  [{ lane: `certificate:${course}`, state: { is } }] as Entry[]

test('until every module is answered, those that are not are named', () => {
  const known = { entries: [], certificate: null }
  expect(certificateState(football, { ...known, progress: progress('complete', 'needs-you') })).toEqual({
    is: 'to-answer',
    missing: [two, three],
  })
  expect(certificateState(football, { ...known, progress: progress() })).toEqual({
    is: 'to-answer',
    missing: [one, two, three],
  })
})

test('answers that wait on this device count: the certificate can be requested without a connection', () => {
  for (const certificate of [undefined, null]) {
    const known = { progress: progress('complete', 'waiting', 'waiting'), entries: [], certificate }
    expect(certificateState(football, known)).toEqual({ is: 'to-request' })
  }
})

test('a request waits, or needs the coach; that for another course is another one', () => {
  const known = { progress: progress('complete', 'complete', 'complete'), certificate: null }
  const state = (entries: Entry[]) => certificateState(football, { ...known, entries }).is
  expect(state(request('waiting'))).toBe('requested')
  expect(state(request('needs-you'))).toBe('needs-you')
  expect(state(request('waiting', 'training'))).toBe('to-request')
})

test('what was issued stays, whatever the device holds', () => {
  const known = { progress: progress(), entries: request('waiting'), certificate }
  expect(certificateState(football, known)).toEqual({ is: 'issued', certificate })
})
