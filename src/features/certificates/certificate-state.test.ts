import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import type { Certificate } from '../../contract/product-api/certificate.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { getCertificateState } from './certificate-state.ts'
import type { ModuleState } from '../../learning/progress.ts'
import { progressIn } from '../../learning/testing/progress-in.ts'

const football = findCourse('football')!
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

const read = { progressState: 'known', isDelivered: () => false } as const

/** The request for another name. */
const renaming = (name: string): Entry => ({
  ...naming('waiting')[0]!,
  payload: { course_id: 'football', name, locale: 'pt-BR' },
})

test('a certificate is no longer valid once another name was delivered, even if it was not fetched since', () => {
  const known = { ...read, progress: progress(), certificate: { ...earned, document } }
  const entries = [renaming('Ana Lima')]
  const replaced = { kind: 'replaced', number: '2222-2222-2222' }
  expect(getCertificateState(football, { ...known, entries, isDelivered: () => true })).toEqual(replaced)
  const again = [...entries, renaming('Ana Prado')]
  const isDelivered = (entry: Entry) => entry === again[0]
  expect(getCertificateState(football, { ...known, entries: again, isDelivered })).toEqual(replaced)
})

test('the same name, delivered again, replaces no certificate', () => {
  const known = { ...read, progress: progress(), certificate: { ...earned, document } }
  expect(
    getCertificateState(football, { ...known, entries: [renaming(' Ana  Souza')], isDelivered: () => true }),
  ).toEqual({ kind: 'issued', document, isChanging: false })
})

test('lists incomplete modules until every module is complete', () => {
  const known = { ...read, entries: [], certificate: null }
  expect(
    getCertificateState(football, { ...known, progress: progress('complete', 'needs-you', 'started') }),
  ).toEqual({ kind: 'to-complete', missing: later })
  expect(getCertificateState(football, { ...known, progress: new Map() })).toEqual({
    kind: 'to-complete',
    missing: [first, ...later],
  })
})

test('counts waiting entries, so the certificate can be requested without a connection', () => {
  for (const certificate of [undefined, null]) {
    const known = { ...read, progress: wholeWith('waiting'), entries: [], certificate }
    expect(getCertificateState(football, known)).toEqual({ kind: 'to-request', isRecorded: false })
  }
})

test('distinguishes a waiting request from one that needs the coach, and ignores another course’s', () => {
  const known = { ...read, progress: wholeWith('complete'), certificate: null }
  const state = (entries: Entry[]) => getCertificateState(football, { ...known, entries }).kind
  expect(state(request('waiting'))).toBe('requested')
  expect(state(request('needs-you'))).toBe('needs-you')
  expect(state(request('waiting', 'training'))).toBe('to-request')
})

test('does not count a name without a request, as when the app was closed between them', () => {
  const known = { ...read, progress: wholeWith('waiting'), entries: naming('waiting'), certificate: null }
  expect(getCertificateState(football, known)).toEqual({ kind: 'to-request', isRecorded: false })
})

test('an earned certificate can be requested with a name, even if the course has grown since', () => {
  const known = { ...read, progress: progress(), certificate: earned }
  expect(getCertificateState(football, { ...known, entries: [] })).toEqual({
    kind: 'to-request',
    isRecorded: true,
  })
  expect(getCertificateState(football, { ...known, entries: naming('waiting') })).toEqual({
    kind: 'requested',
  })
})

test('keeps an issued certificate whatever the device holds, and shows a name change in progress', () => {
  const known = { ...read, progress: progress(), certificate: { ...earned, document } }
  const issued = { kind: 'issued', document }
  expect(getCertificateState(football, { ...known, entries: [] })).toEqual({ ...issued, isChanging: false })
  expect(getCertificateState(football, { ...known, entries: naming('waiting') })).toEqual({
    ...issued,
    isChanging: true,
  })
  expect(getCertificateState(football, { ...known, entries: naming('needs-you') })).toEqual({
    ...issued,
    isChanging: false,
  })
})

test.each(['reading', 'unknown'] as const)(
  'misses no module while progress is %s, and keeps what is certain',
  (progressState) => {
    const known = { ...read, progressState, entries: [], certificate: null }
    const state = (given: Partial<Parameters<typeof getCertificateState>[1]>) =>
      getCertificateState(football, { ...known, progress: progress('complete'), ...given })
    expect(state({})).toEqual({ kind: progressState })
    expect(state({ certificate: undefined })).toEqual({ kind: progressState })
    expect(state({ progress: wholeWith('waiting') })).toEqual({ kind: 'to-request', isRecorded: false })
    expect(state({ entries: request('waiting') })).toEqual({ kind: 'requested' })
    expect(state({ certificate: { ...earned, document } })).toEqual({
      kind: 'issued',
      document,
      isChanging: false,
    })
  },
)
