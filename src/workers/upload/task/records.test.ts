import { describe, expect, test, vi } from 'vitest'
import type { SavedTask } from './saved-task.ts'
import type { TaskDatabase } from './task-database.ts'
import { createDevice, createMemoryDatabase, createFile, mine, runEngine } from '../testing/running-engine.ts'
import { savedRow } from '../testing/saved-row.ts'
import { createVirtualClock } from '../testing/virtual-clock.ts'
import { createLiveTask } from './live-task.ts'
import { createTaskRecords } from './records.ts'

const minute = 60_000
const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))

test('uploads with a broken database, and the page says that a restart loses the upload', async () => {
  const { add, advance, changes, findStatus } = await runEngine({ database: { load: full, write: full } })
  await add(createFile('match.mp4', 3))
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect(changes.at(-1)?.durable).toBe(false)
})

test('waits once for a database that never responds, reports it, and then holds no upload up', async () => {
  const { add, advance, changes, clock, engine, objectStore } = await runEngine({
    database: {
      load: () => clock.sleep(5000).then(full),
      write: () => clock.sleep(5000).then(full),
    },
  })
  void engine.load()
  await advance(5000)
  expect(changes.at(-1)?.durable).toBe(false)
  void add(
    ...Array.from({ length: 40 }, (_, index) => createFile(`${index}.txt`, 0, 100)),
    createFile('match.mp4', 3),
  )
  await advance(4000)
  expect(objectStore.objects.size).toBe(41)
})

test('a transaction that never ends holds nothing up for long, and the page says so', async () => {
  const never = () => new Promise<never>(() => undefined)
  const { add, advance, changes, engine, objectStore } = await runEngine({
    database: { load: never, write: never },
  })
  const loading = engine.load()
  await advance(10_000)
  await loading
  expect(changes.at(-1)?.durable).toBe(false)
  await add(createFile('match.mp4', 3))
  await advance(1000)
  expect(objectStore.objects.size).toBe(1)
})

test('resumes tasks that the database returns late', async () => {
  const database = createMemoryDatabase()
  const device = createDevice({
    latency: () => 100,
    database: { ...database, load: () => device.clock.sleep(12_000).then(database.load) },
  })
  const file = createFile('match.mp4', 9)
  const first = await device.begin()
  await first.add('ana', mine, [{ file }])
  await device.advance(350)
  const next = await device.begin()
  const loading = next.load(new Map([['task-1', file]]))
  await device.advance(10_000)
  await loading
  expect(device.tasks.size).toBe(0)
  await device.advance(minute)
  expect(device.findStatus()).toEqual({ state: 'COMPLETED' })
})

describe('a database that was full for a while', () => {
  const fillUp = async () => {
    const rows = new Map<string, SavedTask>()
    const database = createMemoryDatabase(rows)
    let isFull = true
    const device = await runEngine({
      latency: () => 2000,
      database: {
        ...database,
        write: (saved, removed) => (isFull ? full() : database.write(saved, removed)),
      },
    })
    await device.add(createFile('a.mp4', 40), createFile('a.txt', 0, 9))
    await device.advance(9000)
    expect(device.changes.at(-1)?.durable).toBe(false)
    return { ...device, rows, makeRoom: () => (isFull = false) }
  }

  test('is reported as working again once all tasks are on the disk, even those it had no room for', async () => {
    const { add, advance, changes, rows, makeRoom } = await fillUp()
    makeRoom()
    await add(createFile('b.mp4', 40))
    await advance(300)
    expect(changes.at(-1)?.durable).toBe(true)
    expect([...rows.keys()]).toEqual(['task-1', 'task-3'])
    expect(rows.get('task-1')).toMatchObject({ remote: { kind: 'upload', uploadId: 'upload-1' } })
  })

  test('forgets the tasks that ended meanwhile', async () => {
    const { add, advance, engine, rows, makeRoom } = await fillUp()
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    makeRoom()
    await add(createFile('b.mp4', 40))
    await advance(300)
    expect([...rows.keys()]).toEqual(['task-3'])
  })

  test('forgets, with the next write, tasks that ended while they could not be deleted', async () => {
    const rows = new Map<string, SavedTask>()
    const database = createMemoryDatabase(rows)
    const { add, advance } = await runEngine({
      database: {
        ...database,
        write: (saved, removed) =>
          removed.includes('task-1') && refuse() ? full() : database.write(saved, removed),
      },
    })
    let refusals = 1
    const refuse = () => refusals-- > 0
    await add(createFile('a.txt', 0, 9))
    await advance(minute)
    expect([...rows.keys()]).toEqual(['task-1'])
    await add(createFile('b.txt', 0, 9))
    await advance(minute)
    expect([...rows.keys()]).toEqual([])
  })
})

test('the next save skips a task that was removed while its save failed', async () => {
  const written: [string[], string[]][] = []
  const { clock, advance } = createVirtualClock()
  const log = { warn: () => undefined, error: () => undefined }
  const write: TaskDatabase['write'] = async (saved, removed) => {
    written.push([saved.map(({ id }) => id), removed])
    await clock.sleep(100)
    if (written.length === 1) await full()
  }
  const database = { load: async () => [], write }
  const records = createTaskRecords({ database, clock, log }, { setDurable: () => undefined })
  const task = createLiveTask({ ...savedRow, id: 'task-1' }, clock)
  void records.save([task])
  await advance(50)
  void records.remove([task])
  await advance(1000)
  expect(written).toEqual([
    [['task-1'], []],
    [[], ['task-1']],
  ])
})

test('a save during the write that removes its task does not bring the task back', async () => {
  const rows = new Map<string, SavedTask>()
  const { clock, advance } = createVirtualClock()
  const log = { warn: () => undefined, error: () => undefined }
  const memory = createMemoryDatabase(rows)
  const write: TaskDatabase['write'] = (...batch) => clock.sleep(100).then(() => memory.write(...batch))
  const records = createTaskRecords({ database: { ...memory, write }, clock, log }, { setDurable: () => {} })
  const task = createLiveTask({ ...savedRow, id: 'task-1' }, clock)
  void records.save([task])
  await advance(200)
  expect([...rows.keys()]).toEqual(['task-1'])
  void records.remove([task])
  await advance(50)
  void records.save([task])
  await advance(1000)
  expect([...rows.keys()]).toEqual([])
})

describe('a write that fails', () => {
  /** Saves a task in a database that fails for `failures` writes. */
  const saveWith = async (failures: number) => {
    const { clock, advance } = createVirtualClock()
    const log = { warn: vi.fn(), error: vi.fn() }
    const setDurable = vi.fn()
    let left = failures
    const database = { load: async () => [], write: async () => (left-- > 0 ? full() : undefined) }
    const records = createTaskRecords({ database, clock, log }, { setDurable })
    const save = () => records.save([createLiveTask({ ...savedRow, id: 'task-1' }, clock)])
    await save()
    return { advance, log, save, setDurable }
  }

  test('is shown at once, and reported if nothing could be saved since', async () => {
    const { advance, log, setDurable } = await saveWith(1)
    expect(setDurable).toHaveBeenLastCalledWith(false)
    await advance(minute)
    expect(log.error).toHaveBeenCalledExactlyOnceWith('Uploads cannot be saved on this device', {
      error: 'QuotaExceededError: full',
    })
  })

  test('is not reported by a worker that ends, as when its page is left', async () => {
    const { advance, log } = await saveWith(1)
    // The browser may go on for this long before it ends the worker, and its clock with it.
    await advance(4000)
    expect(log.error).not.toHaveBeenCalled()
  })

  test('is not reported if the next one succeeds soon', async () => {
    const { advance, log, save, setDurable } = await saveWith(1)
    await advance(1000)
    void save()
    await advance(minute)
    expect(setDurable).toHaveBeenLastCalledWith(true)
    expect(log.error).not.toHaveBeenCalled()
  })
})

test('writes thousands of small files to the disk in batches', async () => {
  const database = createMemoryDatabase()
  let writes = 0
  const { add, advance, clock, rows } = await runEngine({
    database: {
      ...database,
      write: async (saved, removed) => {
        writes++
        await clock.sleep(20)
        return database.write(saved, removed)
      },
    },
  })
  const adding = add(...Array.from({ length: 500 }, (_, index) => createFile(`${index}.txt`, 0, 100)))
  await advance(5 * minute)
  await adding
  expect(rows.size).toBe(0)
  expect(writes).toBeLessThan(500)
})
