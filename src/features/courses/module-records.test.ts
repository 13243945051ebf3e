import { expect, test } from 'vitest'
import { createTrack, type DataLayerEntry } from '../../analytics/track.ts'
import { courseOf } from '../../config/courses.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { createModuleRecords } from './module-records.ts'
import type { ModuleState } from './progress.ts'

const training = courseOf('training')!
const [first, , , extra] = training.modules
const answered = (...ids: string[]) => new Map<string, ModuleState>(ids.map((id) => [id, 'answered']))

const start = (values?: Partial<KeyValues>) => {
  const stored = new Map<string, unknown>()
  const sent: unknown[] = []
  const dataLayer: DataLayerEntry[] = []
  let isFull = false
  const outbox = {
    add: async (name: string, payload: unknown) => {
      if (!isFull) sent.push([name, payload])
      return { ok: !isFull }
    },
  } as unknown as Pick<Outbox, 'add'>
  const track = createTrack({ dataLayer, capture: async (event) => void sent.push(event) })
  const memory: KeyValues = {
    read: async (key) => stored.get(key),
    write: async (key, value) => void stored.set(key, value),
    remove: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
    ...values,
  }
  const of = (customer: string) => createModuleRecords({ outbox, track, values: memory, customer })
  const fill = (full: boolean) => {
    isFull = full
  }
  return { sent, names: () => dataLayer.map(({ event }) => event), of, fill }
}
const progressed = (type: string, action: string) => [
  'module.progressed.v2',
  { video_id: 'training-1', type, action },
]

test('a module that is opened was started, once, however often it is opened', async () => {
  const { sent, names, of } = start()
  await of('ana').opened(first!)
  await of('ana').opened(first!)
  expect(sent).toEqual([progressed('module', 'start')])
  expect(names()).toEqual(['module_started'])
})

test('another coach of the same device is another one', async () => {
  const { sent, of } = start()
  await of('ana').opened(first!)
  await of('bia').opened(first!)
  expect(sent).toHaveLength(2)
})

test('the beginning and the end of a video are recorded, once each', async () => {
  const { sent, of } = start()
  for (const action of ['start', 'complete', 'start', 'complete'] as const)
    await of('ana').video(first!, action)
  expect(sent).toEqual([progressed('video', 'start'), progressed('video', 'complete')])
})

test('what the device could not store is recorded the next time', async () => {
  const { sent, names, of, fill } = start()
  fill(true)
  await of('ana').video(first!, 'complete')
  expect(names()).toEqual([])
  fill(false)
  await of('ana').video(first!, 'complete')
  expect(sent).toEqual([progressed('video', 'complete')])
  expect(names()).toEqual(['video_completed'])
})

test('the answers complete their module, once: changed answers do not complete it again', async () => {
  const { sent, names, of } = start()
  await of('ana').answered(training, first!, answered())
  await of('ana').answered(training, first!, answered('training-1'))
  expect(sent).toEqual([progressed('module', 'complete')])
  expect(names()).toEqual(['survey_answered', 'module_completed', 'survey_answered'])
})

test('the last answers complete the course, as event 3 with its name, once', async () => {
  const { sent, names, of } = start()
  const before = answered('training-1', 'training-2', 'training-3')
  await of('ana').answered(training, extra!, before)
  await of('ana').answered(training, extra!, before)
  // A reading module has no call: the product API knows modules by their video.
  expect(sent).toEqual([{ event_id: 3, value: 'training' }])
  expect(names().filter((name) => name === 'course_completed')).toHaveLength(1)
})

test('answers that the server refused do not complete a course', async () => {
  const { names, of } = start()
  const before = answered('training-1', 'training-2').set('training-3', 'needs-you')
  await of('ana').answered(training, extra!, before)
  expect(names()).not.toContain('course_completed')
})

test('a device that cannot remember tells all the same', async () => {
  const broken = async () => {
    throw new Error('blocked')
  }
  const { sent, of } = start({ read: broken, write: broken })
  await of('ana').opened(first!)
  expect(sent).toHaveLength(1)
})
