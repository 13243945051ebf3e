import { expect, test } from 'vitest'
import { findCourse, findModule } from '../config/courses.ts'
import type { ModuleProgress } from '../contract/product-api/learning-api.ts'
import type { Answer } from '../contract/shared-schemas.ts'
import type { Entry } from '../outbox/entry/entry.ts'
import { findSubject } from '../outbox/events/events.ts'
import { getCourseProgress, mergeProgress, type ProgressSources } from './progress.ts'
import { progressIn } from './testing/progress-in.ts'

const merge = (
  status: ProgressSources['status'],
  entries: Entry[],
  receipts: ProgressSources['receipts'] = [],
  seenOnDevice: ProgressSources['seenOnDevice'] = new Map(),
  delivered: ProgressSources['newerEntries'] = [],
) => mergeProgress({ status, entries, receipts, seenOnDevice, newerEntries: [...delivered, ...entries] })

/** The first option of every question of a module. */
const answersTo = (id: string): Answer[] =>
  findModule(id)!.module.survey.flatMap((question) => {
    if (question.kind === 'text') return []
    const [first = ''] = question.options
    return { question: question.id, value: question.kind === 'multiple' ? [first] : first }
  })

const entry = (name: string, payload: unknown, state: Entry['state'] = { is: 'waiting' }): Entry => ({
  key: '0192b8a0-0000-7000-8000-000000000001',
  customer: 'ana',
  device: '6f1e9a38-5c8b-4a0e-9b51-1f0f4c1d2e3f',
  seq: 1,
  lane: name.includes('survey') ? `survey:${findSubject({ name, payload })}` : 'progress',
  after: [],
  name,
  schemaVersion: 5,
  payload,
  payloadHash: '',
  capturedAt: { device: 0, corrected: 0, zone: 'UTC' },
  state,
  tries: 0,
  attempts: [],
})
const answered = (id: string, state?: Entry['state']) =>
  entry('survey.answered.v2', { video_id: id, answers: answersTo(id) }, state)
const watched = (id: string, ...stretches: [number, number][]) =>
  entry('module.watched.v1', { module_id: id, watched: stretches, position: 3, read: false })

const of = (id: string, known: Partial<ModuleProgress>): ModuleProgress => ({
  module_id: id,
  started_at: '2026-01-01T00:00:00Z',
  watched: [],
  position: null,
  finished_at: null,
  checked: false,
  reflected: false,
  ...known,
})
const createStatus = (...progress: ModuleProgress[]) => ({ surveys: [], modules: [], progress })
const done = { finished_at: '2026-01-01T00:00:00Z', checked: true, reflected: true }
const refused: Entry['state'] = { is: 'needs-you', reason: { code: 'invalid-body', status: 422 } }

test('the records of the server make a module complete, begun or open', () => {
  const progress = merge(createStatus(of('training-1', done), of('training-2', { checked: true })), [])
  expect(progress.get('training-1')).toMatchObject({ state: 'complete', finished: true, answered: true })
  expect(progress.get('training-2')).toMatchObject({ state: 'started', finished: false, answered: false })
  expect(progress.get('training-3')).toMatchObject({ state: 'open' })
  expect(merge(undefined, []).get('training-1')?.state).toBe('open')
})

test('film and answers in the outbox complete a module, and each alone begins it', () => {
  expect(merge(undefined, [watched('training-1', [0, 80])]).get('training-1')).toMatchObject({
    state: 'started',
    finished: true,
    answered: false,
  })
  expect(merge(undefined, [answered('training-1')]).get('training-1')).toMatchObject({
    state: 'started',
    finished: false,
    answered: true,
  })
  expect(
    merge(undefined, [watched('training-1', [0, 80]), answered('training-1')]).get('training-1')?.state,
  ).toBe('waiting')
})

test('names answers that the server refused, not a refused film', () => {
  const progress = merge(undefined, [
    answered('training-1', refused),
    { ...watched('training-2', [0, 80]), state: refused },
  ])
  expect(progress.get('training-1')).toMatchObject({ state: 'needs-you', areAnswersRefused: true })
  expect(progress.get('training-2')?.state).toBe('needs-you')
  expect(progress.get('training-2')?.areAnswersRefused).toBeUndefined()
})

test('adds up stretches of this device and of the server to a film', () => {
  const known = createStatus(of('training-1', { watched: [[0, 40]], position: 40 }))
  expect(merge(known, [watched('training-1', [70, 80])]).get('training-1')).toMatchObject({
    watched: [
      [0, 40],
      [70, 80],
    ],
    position: 3,
    finished: false,
  })
  expect(merge(known, [watched('training-1', [40, 72])]).get('training-1')?.finished).toBe(true)
  expect(merge(known, []).get('training-1')?.position).toBe(40)
})

test('starts a watched film from the beginning, whatever its last position', () => {
  const known = { watched: [[0, 75]] as [number, number][], position: 75 }
  expect(merge(createStatus(of('training-1', known)), []).get('training-1')?.position).toBeNull()
  expect(merge(undefined, [watched('training-1', [0, 75])]).get('training-1')?.position).toBeNull()
})

test('a text is finished when its end is reached', () => {
  const read = (read: boolean) =>
    entry('module.watched.v1', { module_id: 'training-extra', watched: [], position: null, read })
  expect(merge(undefined, [read(false)]).get('training-extra')?.finished).toBe(false)
  expect(merge(undefined, [read(true)]).get('training-extra')?.finished).toBe(true)
})

test('answers of an older version of the app leave the new questions open', () => {
  const answers = answersTo('training-1').filter(({ question }) => question.startsWith('q'))
  const older = entry('survey.answered.v1', { video_id: 'training-1', answers })
  expect(
    merge(createStatus(of('training-1', { finished_at: done.finished_at })), [older]).get('training-1'),
  ).toMatchObject({
    state: 'started',
    answered: false,
  })
})

test('newer answers that wait or were refused replace the delivered ones', () => {
  const known = createStatus(of('training-1', done))
  expect(merge(known, [answered('training-1')]).get('training-1')?.state).toBe('waiting')
  expect(merge(known, [answered('training-1', refused)]).get('training-1')?.state).toBe('needs-you')
})

test('an answer from before an account was deleted does not count for the new account', () => {
  const fromBefore: Entry['state'] = { is: 'needs-you', reason: { code: 'account-erased', status: 410 } }
  const entries = ['training-1', 'training-2'].map((id) => answered(id, fromBefore))
  const progress = merge(createStatus(of('training-1', done)), entries)
  expect(progress.get('training-1')?.state).toBe('complete')
  expect(progress.get('training-2')?.state).toBe('open')
})

test('counts answers that this device delivered before the server lists them, except older forms', () => {
  const receipts = [
    { name: 'survey.answered.v2', subject: 'training-2' },
    { name: 'survey.answered.v1', subject: 'training-3' },
    { name: 'module.progressed.v2', subject: 'training-1' },
  ]
  const progress = merge(undefined, [], receipts)
  expect(['training-1', 'training-2', 'training-3'].map((id) => progress.get(id)?.answered)).toEqual([
    false,
    true,
    false,
  ])
})

test('counts what was watched and read on this device after its delivery', () => {
  const seenOnDevice = new Map([
    ['training-1', { watched: [[0, 72]] as [number, number][], read: false }],
    ['training-extra', { watched: [], read: true }],
  ])
  const progress = merge(undefined, [], [], seenOnDevice)
  expect(['training-1', 'training-2', 'training-extra'].map((id) => progress.get(id)?.finished)).toEqual([
    true,
    false,
    true,
  ])
})

test('ignores broken payloads and unknown modules', () => {
  const progress = merge(undefined, [
    entry('module.watched.v1', { module_id: 'training-2', watched: 'all of it' }),
    entry('survey.answered.v2', { video_id: 'no-such-module', answers: [] }),
    entry('survey.answered.v9', { video_id: 'training-2', answers: [] }),
  ])
  expect([...progress.values()].some(({ finished, answered: all }) => finished || all)).toBe(false)
})

test('counts waiting modules of a course as done, and returns the next module', () => {
  const course = findCourse('training')!
  const [, , third] = course.modules
  const progress = progressIn({
    'training-1': 'complete',
    'training-2': 'waiting',
    'training-3': 'needs-you',
    'training-extra': 'started',
  })
  expect(getCourseProgress(course, progress)).toEqual({
    total: 7,
    waiting: 1,
    done: 2,
    isStarted: true,
    next: third,
  })
  expect(getCourseProgress(course, new Map())).toMatchObject({
    done: 0,
    isStarted: false,
    next: course.modules[0],
  })
})

test('counts what was delivered since the server was read, and not as waiting', () => {
  const known = of('training-1', { watched: [[0, 10]], position: 10 })
  const delivered = [watched('training-1', [10, 20]), answered('training-1')]
  const progress = merge(createStatus(known), [], [], new Map(), delivered).get('training-1')
  expect(progress).toMatchObject({ watched: [[0, 20]], position: 3, answered: true, state: 'started' })
  const read = entry('module.watched.v1', {
    module_id: 'training-extra',
    watched: [],
    position: null,
    read: true,
  })
  const extra = entry('extra-survey.answered.v2', {
    extra_module_id: 'training-extra',
    answers: answersTo('training-extra'),
  })
  expect(merge(undefined, [], [], new Map(), [read, extra]).get('training-extra')?.state).toBe('complete')
})
