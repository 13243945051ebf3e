import { expect, test } from 'vitest'
import { createTrack, type DataLayerEntry } from '../analytics/track.ts'
import { findCourse } from '../config/courses.ts'
import { createTaskQueue } from '../lib/async/task-queue.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { createModuleRecords, type WatchedPart } from './module-records.ts'
import type { ModuleState, Progress } from './progress.ts'
import { createSeenOnDevice } from './seen-on-device.ts'
import { progressIn } from './testing/progress-in.ts'

const training = findCourse('training')!
const [first] = training.modules
const extra = training.modules.at(-1)
const videos = ['training-1', 'training-2', 'training-3', 'training-4', 'training-5', 'training-6']
const complete = (...ids: string[]) =>
  progressIn(Object.fromEntries(ids.map((id): [string, ModuleState] => [id, 'complete'])))
/** The module's video was watched, or its questions were answered. */
const half = (progress: Progress, id: string, part: 'finished' | 'answered'): Progress => {
  const none = { state: 'started', finished: false, answered: false, watched: [], position: null } as const
  return new Map(progress).set(id, { ...none, [part]: true })
}

const start = (given: { keyValues?: Partial<KeyValues>; outbox?: Pick<Outbox, 'add'> } = {}) => {
  const sent: unknown[] = []
  const completions: string[] = []
  const dataLayer: DataLayerEntry[] = []
  let isFull = false
  const device = {
    add: async (name: string, payload: unknown) => {
      if (!isFull) sent.push([name, payload])
      return { ok: !isFull }
    },
  } as unknown as Pick<Outbox, 'add'>
  const track = createTrack({ dataLayer, capture: async (event) => void sent.push(event) })
  const outbox = given.outbox ?? device
  const keyValues = { ...memoryKeyValues(), ...given.keyValues }
  const enqueue = createTaskQueue()
  const laterProgress = new Map()
  const of = (customer: string, progress: Progress = new Map()) =>
    createModuleRecords({
      outbox,
      track,
      onComplete: () => void completions.push(customer),
      keyValues,
      customer,
      progress,
      laterProgress,
      enqueue,
    })
  const fill = (full: boolean) => {
    isFull = full
  }
  return { sent, completions, names: () => dataLayer.map(({ event }) => event), of, fill }
}
const progressed = (type: string, action: string) => [
  'module.progressed.v2',
  { video_id: 'training-1', type, action },
]

test('records the start of a module once, however often it is opened', async () => {
  const { sent, names, of } = start()
  await of('ana').addOpening(first!)
  await of('ana').addOpening(first!)
  expect(sent).toEqual([progressed('module', 'start')])
  expect(names()).toEqual(['module_started'])
})

test('records the start of a module for each coach of a device', async () => {
  const { sent, of } = start()
  await of('ana').addOpening(first!)
  await of('bia').addOpening(first!)
  expect(sent).toHaveLength(2)
})

const whole: WatchedPart = { watched: [[0, 80]], position: null }
const watchedAs = (watched: WatchedPart) => [
  'module.watched.v1',
  { module_id: 'training-1', ...watched, read: false },
]

test('records the start of a text module', async () => {
  const { sent, of } = start()
  await of('ana').addOpening(extra!)
  expect(sent).toEqual([
    ['module.progressed.v2', { video_id: 'training-extra', type: 'module', action: 'start' }],
  ])
})

test('records the start of a video once, its stretches each time, and its end at nine tenths', async () => {
  const { sent, names, of } = start()
  await of('ana').addVideoStart(first!)
  await of('ana').addVideoStart(first!)
  const some: WatchedPart = { watched: [[0, 40]], position: 40 }
  await of('ana').addWatched(training, first!, some)
  expect(sent).toEqual([progressed('video', 'start'), watchedAs(some)])
  await of('ana').addWatched(training, first!, whole)
  expect(sent.slice(2)).toEqual([watchedAs(whole), progressed('video', 'complete')])
  expect(names()).toEqual(['video_started', 'video_completed'])
})

test('the last stretch completes a film before the screen shows the one before', async () => {
  const { sent, of } = start()
  const records = of('ana')
  await Promise.all([
    records.addWatched(training, first!, { watched: [[0, 70]], position: 70 }),
    records.addWatched(training, first!, { watched: [[70, 80]], position: null }),
  ])
  expect(sent.at(-1)).toEqual(progressed('video', 'complete'))
})

test('a stretch that the device could not store must be watched again', async () => {
  const { sent, of, fill } = start()
  fill(true)
  await of('ana').addWatched(training, first!, { watched: [[0, 40]], position: 40 })
  fill(false)
  await of('ana').addWatched(training, first!, { watched: [[40, 80]], position: null })
  expect(sent).toHaveLength(1)
  await of('ana').addWatched(training, first!, { watched: [[0, 40]], position: 40 })
  expect(sent.at(-1)).toEqual(progressed('video', 'complete'))
})

test('does not count as seen what a closed app could not capture', async () => {
  const keyValues = memoryKeyValues()
  const isClosed = () => new Promise<never>(() => undefined)
  const outbox = { add: isClosed } as unknown as Pick<Outbox, 'add'>
  const { of } = start({ keyValues, outbox })
  void of('ana').addWatched(training, first!, whole)
  await new Promise((resolve) => setTimeout(resolve))
  expect(await createSeenOnDevice(keyValues, 'ana').getValue('training-1').read()).toBeUndefined()
})

test('does not record a film again that was already watched', async () => {
  const { sent, of } = start()
  await of('ana', complete('training-1')).addWatched(training, first!, whole)
  expect(sent).toEqual([])
})

test('repeats, the next time, a record that the device could not store', async () => {
  const { sent, names, of, fill } = start()
  fill(true)
  await of('ana').addVideoStart(first!)
  expect(names()).toEqual([])
  fill(false)
  await of('ana').addVideoStart(first!)
  expect(sent).toEqual([progressed('video', 'start')])
  expect(names()).toEqual(['video_started'])
})

test('film and answers complete a module once, whichever comes last', async () => {
  const { sent, names, of } = start()
  await of('ana').addAnswers(training, first!)
  expect(names()).toEqual(['survey_answered'])
  await of('ana', half(new Map(), 'training-1', 'answered')).addWatched(training, first!, whole)
  expect(sent.at(-1)).toEqual(progressed('module', 'complete'))
  await of('ana', half(new Map(), 'training-1', 'finished')).addAnswers(training, first!)
  expect(names().filter((name) => name === 'module_completed')).toHaveLength(1)
})

test('text and answers complete a module, and the last module completes the course once, as event 3', async () => {
  const { sent, names, of } = start()
  const before = half(complete(...videos), 'training-extra', 'answered')
  await of('ana', before).addReading(training, extra!)
  await of('ana', before).addReading(training, extra!)
  expect(sent.filter((what) => JSON.stringify(what) === '{"event_id":3,"value":"training"}')).toHaveLength(1)
  expect(names().filter((name) => name === 'course_completed')).toHaveLength(1)
})

test.each([
  ['the text is read before its answers', ['addReading', 'addAnswers']],
  ['the answers come before the end of the text', ['addAnswers', 'addReading']],
] as const)('completes a course whose progress is not on the screen yet, when %s', async (_order, steps) => {
  const { names, of } = start()
  // All steps happen on one visit, because `progress` does not include them.
  const records = of('ana', complete(...videos))
  for (const step of steps) await records[step](training, extra!)
  expect(names().filter((name) => name === 'course_completed')).toHaveLength(1)
})

test('modules finished one after the other in one visit complete their course', async () => {
  const { names, of } = start()
  const records = of('ana', complete(...videos.slice(1)))
  await records.addAnswers(training, first!)
  await records.addWatched(training, first!, whole)
  await records.addReading(training, extra!)
  await records.addAnswers(training, extra!)
  expect(names().filter((name) => name === 'course_completed')).toHaveLength(1)
})

test('a module whose answers the server refused does not complete a course', async () => {
  const { names, of } = start()
  const others = new Map([...complete(...videos), ...progressIn({ 'training-3': 'needs-you' })])
  await of('ana', half(others, 'training-extra', 'finished')).addAnswers(training, extra!)
  expect(names()).not.toContain('course_completed')
})

test('a device without storage still sends its records', async () => {
  const broken = async () => {
    throw new Error('blocked')
  }
  const { sent, of } = start({ keyValues: { read: broken, write: broken } })
  await of('ana').addOpening(first!)
  expect(sent).toHaveLength(1)
})

test('reports a completed module once, when its second half is done', async () => {
  const { completions, of } = start()
  const watched = half(new Map(), 'training-1', 'finished')
  await of('ana').addAnswers(training, first!)
  expect(completions).toEqual([])
  await of('ana', watched).addAnswers(training, first!)
  await of('ana', watched).addAnswers(training, first!)
  expect(completions).toEqual(['ana'])
})
