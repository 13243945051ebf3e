import { describe, expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { mayHaveOrphans } from '../task/remote-state.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { TaskDatabase } from '../task/task-database.ts'
import { firstTimes } from '../testing/first-times.ts'
import {
  createDevice,
  createMemoryDatabase,
  createFile,
  mine,
  runEngine,
  storedKey,
} from '../testing/running-engine.ts'

const minute = 60_000
const file = createFile('match.mp4', 3)

describe('a create whose response is lost', () => {
  const lost = firstTimes.bind(undefined, 1, 'create', 'answer-lost')

  test('leaves nothing on the server when it is repeated', async () => {
    const { add, advance, objectStore, findStatus } = await runEngine({ trouble: lost() })
    await add(file)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('create')).toBe(2)
    expect(objectStore.uploads.size).toBe(0)
  })

  test('and which the browser repeated by itself leaves nothing, whether the upload completes or is cancelled', async () => {
    const { add, advance, engine, objectStore } = await runEngine({
      trouble: (name) => (name === 'create' ? 'done-twice' : undefined),
      latency: () => 100,
    })
    await add(file, createFile('b.mp4', 9))
    while (objectStore.count('sendPart') === 0) await advance(10)
    expect(objectStore.uploads.size).toBeGreaterThan(2)
    await engine.command(['task-2'], 'cancel')
    await advance(minute)
    expect([...objectStore.objects.keys()]).toEqual([storedKey('match.mp4')])
    expect(objectStore.uploads.size).toBe(0)
  })

  test('is looked for beside the continuing upload, which has no part yet and stays', async () => {
    const { add, advance, clock, objectStore } = await runEngine({ trouble: lost() })
    const { sendPart } = objectStore.transport
    objectStore.transport.sendPart = async (...args) => {
      await clock.sleep(1000)
      return sendPart(...args)
    }
    await add(file)
    await advance(minute)
    expect(objectStore.count('create')).toBe(2)
    expect(objectStore.objects.size).toBe(1)
  })

  test('leaves nothing on the server when the task is cancelled meanwhile', async () => {
    const { add, advance, engine, objectStore, findStatus, rows } = await runEngine({
      trouble: lost(),
      latency: () => 100,
    })
    await add(file)
    await advance(150)
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'CANCELLED' })
    expect(objectStore.uploads.size).toBe(0)
    expect(rows.size).toBe(0)
  })

  test('because the worker died leaves nothing on the server', async () => {
    const device = createDevice({ latency: () => 100 })
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    await device.advance(150)
    device.kill()
    await device.advance(200)
    expect(device.objectStore.uploads.size).toBe(1)
    const next = await device.begin()
    await next.load(new Map([['task-1', file]]))
    await device.advance(minute)
    expect(device.objectStore.objects.size).toBe(1)
    expect(device.objectStore.uploads.size).toBe(0)
  })

  test('after the store forgot the first upload leaves nothing when the task is cancelled', async () => {
    const { add, advance, engine, objectStore, rows } = await runEngine({
      trouble: (name) => (name === 'create' && objectStore.count('create') === 2 ? 'answer-lost' : undefined),
      latency: () => 100,
    })
    await add(file)
    while (objectStore.count('sendPart') === 0) await advance(10)
    objectStore.forgetUpload()
    while (objectStore.count('create') < 2) await advance(10)
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(objectStore.uploads.size).toBe(0)
    expect(rows.size).toBe(0)
  })

  test.each(['pause', 'cancel'] as const)(
    'is looked for only while the task runs, and a %s ends that',
    async (command) => {
      const device = await runEngine({ trouble: lost(), latency: () => 100 })
      const { transport } = device.objectStore
      const { listUploads } = transport
      const hanging: AbortSignal[] = []
      transport.listUploads = (_key, { signal }) => {
        hanging.push(signal)
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve(fail({ kind: 'aborted' }))),
        )
      }
      await device.add(file)
      while (hanging.length === 0) await device.advance(10)
      transport.listUploads = listUploads
      await device.engine.command(['task-1'], command)
      await device.advance(minute)
      await device.engine.command(['task-1'], 'resume')
      await device.advance(minute)
      expect(device.findStatus()).toEqual({ state: command === 'pause' ? 'COMPLETED' : 'CANCELLED' })
      expect(device.objectStore.uploads.size).toBe(0)
    },
  )

  test('is stored on the disk before it is requested', async () => {
    const device = await runEngine({ latency: () => 100 })
    await device.add(file)
    while (device.objectStore.count('create') === 0) await device.advance(10)
    expect(device.rows.get('task-1')).toMatchObject({
      remote: { kind: 'begun' },
      identityId: 'us-east-1:ana',
    })
  })

  test('is not sent when the task is cancelled before', async () => {
    const rows = new Map<string, SavedTask>()
    const database = createMemoryDatabase(rows)
    const noted: SavedTask[] = []
    const write: TaskDatabase['write'] = async (saved, removed) => {
      noted.push(...saved.filter(({ remote }) => mayHaveOrphans(remote)))
      await clock.sleep(500)
      await database.write(saved, removed)
    }
    const { add, advance, clock, engine, objectStore } = await runEngine({ database: { ...database, write } })
    void add(file)
    while (noted.length === 0) await advance(10)
    void engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(objectStore.count('create') + objectStore.count('listUploads')).toBe(0)
    expect(rows.size).toBe(0)
  })

  test('because the worker died is swept under the claimed key, even if another was chosen', async () => {
    const device = createDevice({ latency: () => 100 })
    device.objectStore.objects.set(storedKey('match.mp4'), { size: 1, eTag: '"theirs"' })
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    while (device.objectStore.count('create') === 0) await device.advance(10)
    device.kill()
    await device.advance(200)
    expect(device.objectStore.uploads.size).toBe(1)
    const next = await device.begin()
    await next.load(new Map([['task-1', file]]))
    await device.advance(minute)
    expect(device.objectStore.objects.size).toBe(2)
    expect(device.objectStore.uploads.size).toBe(0)
  })

  test('because the worker died leaves nothing when the task is cancelled after the restart', async () => {
    const device = createDevice({ latency: () => 100 })
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    while (device.objectStore.count('create') === 0) await device.advance(10)
    device.kill()
    await device.advance(200)
    const next = await device.begin()
    await next.load()
    await next.command(['task-1'], 'cancel')
    await device.advance(minute)
    expect(device.objectStore.uploads.size).toBe(0)
    expect(device.rows.size).toBe(0)
  })

  test('that was cancelled when the worker died leaves nothing after the next start', async () => {
    const device = createDevice({ latency: () => 100, trouble: lost() })
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    while (device.objectStore.count('create') === 0) await device.advance(10)
    await first.command(['task-1'], 'cancel')
    device.kill()
    await device.advance(200)
    expect(device.objectStore.uploads.size).toBe(1)
    await (await device.begin()).load()
    await device.advance(minute)
    expect(device.objectStore.uploads.size).toBe(0)
    expect(device.rows.size).toBe(0)
  })

  test('does not touch an upload of another device that has parts already', async () => {
    const { add, advance, objectStore } = await runEngine({ trouble: lost() })
    const parts = new Map([[1, { number: 1, size: 5, eTag: '"theirs"' }]])
    objectStore.uploads.set('theirs', { key: storedKey('match.mp4'), parts })
    await add(file)
    await advance(minute)
    expect([...objectStore.uploads.keys()]).toEqual(['theirs'])
  })

  test('is looked for only after a create was sent', async () => {
    const rows = new Map<string, SavedTask>()
    const database = createMemoryDatabase(rows)
    const device = createDevice({
      latency: () => 100,
      database: {
        ...database,
        // The task is on the disk, but its worker dies before it learns so.
        write: async (...args) => {
          await database.write(...args)
          if (device.objectStore.requests.length === 0) device.kill()
        },
      },
    })
    const first = await device.begin()
    void first.add('ana', mine, [{ file }])
    await device.advance(1000)
    expect(device.objectStore.count('create')).toBe(0)
    expect(mayHaveOrphans(rows.get('task-1')!.remote)).toBe(false)
    const next = await device.begin()
    await next.load(new Map([['task-1', file]]))
    await device.advance(minute)
    const names = device.objectStore.requests.map(({ name }) => name)
    expect(names.indexOf('listUploads')).toBeGreaterThan(names.indexOf('create'))
  })

  test('is left to the bucket when listing uploads is not allowed, and the log says so', async () => {
    const { add, advance, objectStore, rows, findStatus, warnings } = await runEngine({
      trouble: (name) => {
        if (name === 'listUploads') return { kind: 'refused', code: 'AccessDenied' }
        return name === 'create' && objectStore.count('create') === 1 ? 'answer-lost' : undefined
      },
    })
    await add(file)
    while (objectStore.count('sendPart') === 0) await advance(10)
    expect(mayHaveOrphans(rows.get('task-1')!.remote)).toBe(true)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(warnings.some((text) => text.includes('cannot be listed'))).toBe(true)
  })
})
