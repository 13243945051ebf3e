import { expect, test } from 'vitest'
import { courseOf } from '../../config/courses.ts'
import type { Certificate } from '../../contract/product-api/certificate.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { certificateState } from './certificate-state.ts'
import type { ModuleState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'

const football = courseOf('football')!
const [first, ...later] = football.modules
const earned: Certificate = {
  certificate_id: 'c4f2a1de-0000-4000-8000-000000000000',
  course_id: 'football',
  isFIFA: true,
  issued_at: '2026-03-04T05:06:07Z',
}
const document = {
  number: '2222-2222-2222',
  name: 'Ana Souza',
  course_id: 'football',
  title: 'Futebol para todo mundo',
  locale: 'pt-BR',
  hours: 2,
  issued_at: '2026-03-04T05:06:07Z',
  key_id: '2026-03',
  signature: 'signed',
} as const
const progress = (...states: ModuleState[]) =>
  progressIn(Object.fromEntries(football.modules.map(({ id }, at) => [id, states[at] ?? 'open'])))
/** Every module complete except the first, which is in this state. */
const wholeWith = (state: ModuleState) => progress(state, ...later.map(() => 'complete' as const))
const said = (name: string, is: 'waiting' | 'needs-you', course: string) =>
  ({ name, lane: `certificate:${course}`, state: { is } }) as Entry
const request = (is: 'waiting' | 'needs-you', course = 'football') => [
  said('certificate.named.v1', 'waiting', course),
  said('certificate.requested.v1', is, course),
]
const naming = (is: 'waiting' | 'needs-you') => [said('certificate.named.v1', is, 'football')]

test('until every module is complete, those that are not are named', () => {
  const known = { entries: [], certificate: null }
  expect(
    certificateState(football, { ...known, progress: progress('complete', 'needs-you', 'started') }),
  ).toEqual({ is: 'to-complete', missing: later })
  expect(certificateState(football, { ...known, progress: new Map() })).toEqual({
    is: 'to-complete',
    missing: [first, ...later],
  })
})

test('what waits on this device counts: the certificate can be requested without a connection', () => {
  for (const certificate of [undefined, null]) {
    const known = { progress: wholeWith('waiting'), entries: [], certificate }
    expect(certificateState(football, known)).toEqual({ is: 'to-request', earned: false })
  }
})

test('a request waits, or needs the coach; that for another course is another one', () => {
  const known = { progress: wholeWith('complete'), certificate: null }
  const state = (entries: Entry[]) => certificateState(football, { ...known, entries }).is
  expect(state(request('waiting'))).toBe('requested')
  expect(state(request('needs-you'))).toBe('needs-you')
  expect(state(request('waiting', 'training'))).toBe('to-request')
})

test('an app that was closed between the name and the request has requested nothing', () => {
  const known = { progress: wholeWith('waiting'), entries: naming('waiting'), certificate: null }
  expect(certificateState(football, known)).toEqual({ is: 'to-request', earned: false })
})

test('one that was earned without a name can be requested in one, whatever the course asks for by now', () => {
  const known = { progress: progress(), certificate: earned }
  expect(certificateState(football, { ...known, entries: [] })).toEqual({ is: 'to-request', earned: true })
  expect(certificateState(football, { ...known, entries: naming('waiting') })).toEqual({ is: 'requested' })
})

test('what was issued stays, whatever the device holds; another name may be on its way', () => {
  const known = { progress: progress(), certificate: { ...earned, document } }
  const issued = { is: 'issued', document }
  expect(certificateState(football, { ...known, entries: [] })).toEqual({ ...issued, changing: false })
  expect(certificateState(football, { ...known, entries: naming('waiting') })).toEqual({
    ...issued,
    changing: true,
  })
  expect(certificateState(football, { ...known, entries: naming('needs-you') })).toEqual({
    ...issued,
    changing: false,
  })
})
