import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { UploadEngine } from './create-engine.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createDevice, createFile, mine, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000

test('the same file chosen twice is one task', async () => {
  const { add, tasks, advance } = await runEngine()
  expect(await add(createFile('match.mp4', 2), createFile('match.mp4', 2))).toEqual(['task-1', 'task-1'])
  await advance(minute)
  expect(tasks.size).toBe(1)
})

test('a file that another customer on this device has chosen is a task of its own', async () => {
  const { add, engine } = await runEngine()
  const file = createFile('match.mp4', 2)
  await add(file)
  await engine.session('ben')
  expect(await engine.add('ben', mine, [{ file }])).toEqual([ok({ id: 'task-2', known: false })])
})

test('another file of the same name gets its own key', async () => {
  const { add, tasks, advance } = await runEngine()
  await add(createFile('image.jpg', 0, 10), createFile('image.jpg', 0, 20))
  await advance(minute)
  expect([...tasks.values()].map(({ key }) => key)).toEqual(['image.jpg', 'image (2).jpg'])
})

test('a file that was deleted in the store since its upload can be uploaded again under its name', async () => {
  const { add, advance, objectStore } = await runEngine()
  await add(createFile('image.jpg', 0, 10))
  await advance(minute)
  objectStore.objects.clear()
  await add(createFile('image.jpg', 0, 20))
  await advance(minute)
  expect([...objectStore.objects]).toMatchObject([[storedKey('image.jpg'), { size: 20 }]])
})

test('does not take a file that cannot be read', async () => {
  const { engine } = await runEngine()
  const file = createFile('folder', 0, 4096)
  const broken = Object.assign(file, {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('folder', 'NotFoundError')) }),
  })
  expect(await engine.add('ana', mine, [{ file: broken }])).toEqual([
    fail({ name: 'folder', refusal: 'unreadable' }),
  ])
})

test('rejects everything that is not a Blob, in the words of the specification', async () => {
  const { engine, warnings } = await runEngine()
  const file = JSON.parse('{ "name": "match.mp4", "size": 9 }')
  expect(await engine.add('ana', mine, [{ file }])).toEqual([
    fail({ name: 'match.mp4', refusal: 'unreadable' }),
  ])
  expect(warnings).toEqual(['Object must be an instance of Blob'])
})

/** A file that cannot be read until `letGo` is called. */
const slowFile = (name: string) => {
  let letGo = () => undefined as void
  const waiting = new Promise<void>((resolve) => (letGo = resolve))
  const whole = createFile(name, 0, 10)
  let isSlow = true
  return {
    file: Object.assign(createFile(name, 0, 10), {
      slice: (start?: number, end?: number) => {
        const bytes = whole.slice(start, end)
        return isSlow ? { arrayBuffer: () => waiting.then(() => bytes.arrayBuffer()) } : bytes
      },
    }),
    letGo: () => {
      isSlow = false
      letGo()
    },
  }
}

test('a file that is slow to read holds up no other file, and keeps its place in the queue', async () => {
  const { engine, objectStore, advance, tasks } = await runEngine()
  const { file, letGo } = slowFile('cloud.mp4')
  const adding = engine.add('ana', mine, [{ file }, { file: createFile('b.mp4', 2) }])
  await advance(minute)
  expect([...objectStore.objects.keys()]).toEqual([storedKey('b.mp4')])
  letGo()
  await advance(minute)
  expect((await adding).map(({ ok }) => ok)).toEqual([true, true])
  expect([...objectStore.objects.keys()]).toContain(storedKey('cloud.mp4'))
  expect([...tasks.values()].toSorted((a, b) => a.order - b.order).map(({ name }) => name)).toEqual([
    'cloud.mp4',
    'b.mp4',
  ])
})

test('a file that is chosen later comes after a file that is still being read', async () => {
  const { engine, advance, tasks } = await runEngine({ latency: () => minute })
  const { file, letGo } = slowFile('cloud.mp4')
  void engine.add('ana', mine, [{ file }])
  void engine.add('ana', mine, [{ file: createFile('b.mp4', 2) }])
  await advance(minute)
  letGo()
  await advance(1000)
  const inOrder = [...tasks.values()].toSorted((a, b) => a.order - b.order)
  expect(inOrder.map(({ name }) => name)).toEqual(['cloud.mp4', 'b.mp4'])
})

test('cancelling all skips files that are still being read, but not those chosen afterwards', async () => {
  const { engine, objectStore, advance, tasks } = await runEngine()
  const slow = Array.from({ length: 60 }, (_, index) => slowFile(`cloud-${index}.mp4`))
  const adding = engine.add(
    'ana',
    mine,
    slow.map(({ file }) => ({ file })),
  )
  await advance(100)
  await engine.cancelAll('ana')
  const next = engine.add('ana', mine, [{ file: createFile('b.mp4', 2) }])
  for (const { letGo } of slow) letGo()
  await advance(minute)
  const name = (index: number) => `cloud-${index}.mp4`
  expect(await adding).toEqual(slow.map((_, index) => fail({ name: name(index), refusal: 'cancelled' })))
  expect(await next).toMatchObject([{ ok: true }])
  expect([...tasks.values()].map(({ name }) => name)).toEqual(['b.mp4'])
  expect([...objectStore.objects.keys()]).toEqual([storedKey('b.mp4')])
})

test.each([
  ['one upload is cancelled', async (engine: UploadEngine) => engine.command(['task-1'], 'cancel')],
  ['another customer cancels all', async (engine: UploadEngine) => engine.cancelAll('ben')],
  ['another customer signs out', async (engine: UploadEngine) => engine.clear('ben')],
])('takes a file that is still being read when %s', async (_, act) => {
  const { engine, add, advance, tasks } = await runEngine({ latency: () => 1000 })
  await add(createFile('a.mp4', 2))
  const { file, letGo } = slowFile('cloud.mp4')
  const adding = engine.add('ana', mine, [{ file }])
  await advance(100)
  await act(engine)
  letGo()
  await advance(minute)
  expect(await adding).toMatchObject([{ ok: true }])
  expect([...tasks.values()].map(({ name }) => name)).toContain('cloud.mp4')
})

test('more slow files than are read at once do not hold up a fast one', async () => {
  const { engine, objectStore, advance } = await runEngine()
  const slow = Array.from({ length: 60 }, (_, index) => slowFile(`cloud-${index}.mp4`).file)
  void engine.add(
    'ana',
    mine,
    [...slow, createFile('b.mp4', 2)].map((file) => ({ file })),
  )
  await advance(minute)
  expect([...objectStore.objects.keys()]).toEqual([storedKey('b.mp4')])
})

test('a file that a task waits for resumes the task, whatever folder is open', async () => {
  const device = createDevice({ latency: () => 100, copies: createMemoryCopies(new Map(), { free: 0 }) })
  const file = createFile('a.mp4', 2)
  const first = await device.begin()
  await first.add('ana', { level: 'private', folder: 'final/' }, [{ file }])
  await device.advance(150)
  const next = await device.begin()
  await next.load()
  const [outcome] = await next.add('ana', mine, [{ file }])
  expect(outcome).toMatchObject({ value: { id: 'task-1', known: true } })
  await device.advance(minute)
  expect([...device.objectStore.objects.keys()]).toEqual([storedKey('final/a.mp4')])
})

test('keeps a file that is chosen again after a restart until the person resumes its paused task', async () => {
  const device = createDevice({ latency: () => 1000, copies: createMemoryCopies(new Map(), { free: 0 }) })
  const first = await device.begin()
  await first.add('ana', mine, [{ file: createFile('a.mp4', 60) }])
  await device.advance(5000)
  await first.command(['task-1'], 'pause')
  const next = await device.begin()
  await next.load()
  await device.advance(1000)
  const [outcome] = await next.add('ana', mine, [{ file: createFile('a.mp4', 60) }])
  expect(outcome).toMatchObject({ value: { id: 'task-1', known: true } })
  await device.advance(minute)
  expect(device.findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'you' } })
  await next.command(['task-1'], 'resume')
  await device.advance(minute)
  expect(device.findStatus()).toEqual({ state: 'COMPLETED' })
})

test('choosing a file again while it is opened through its handle does not interrupt its task', async () => {
  const rows = new Map<string, SavedTask>()
  const device = createDevice({
    latency: () => 1000,
    copies: createMemoryCopies(new Map(), { free: 0 }),
    database: {
      load: async () => Array.from(rows.values(), (row) => ({ ...row })),
      write: async (saved) => saved.forEach((task) => rows.set(task.id, { ...task })),
    },
  })
  const first = await device.begin()
  const file = createFile('a.mp4', 20)
  await first.add('ana', mine, [{ file }])
  await device.advance(2500)
  device.kill()
  Object.assign(rows.get('task-1')!, { handle: { getFile: () => device.clock.sleep(500).then(() => file) } })
  const next = await device.begin()
  await next.load()
  await next.add('ana', mine, [{ file: createFile('a.mp4', 20, 0, 1_800_000_000_000) }])
  await device.advance(minute)
  expect(device.findStatus()).toEqual({ state: 'COMPLETED' })
})
