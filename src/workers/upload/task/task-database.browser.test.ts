import { beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../../platform/storage/database.ts'
import type { SavedTask } from './saved-task.ts'
import { createTaskDatabase } from './task-database.ts'

const warnings: string[] = []
const log = { warn: (message: string) => warnings.push(message), error: () => undefined }
const database = createDatabase(indexedDB)
const taken: string[] = []
const openTaskDatabase = (owner: string) => createTaskDatabase(database, log, () => void taken.push(owner))
let tasks: ReturnType<typeof openTaskDatabase>

const task: SavedTask = {
  version: 3,
  id: 'task-1',
  customer: 'ana',
  createdAt: 1,
  order: 0,
  status: { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } },
  level: 'private',
  key: 'match.mp4',
  identityId: 'us-east-1:ana',
  name: 'match.mp4',
  size: 12,
  lastModified: 1,
  type: 'video/mp4',
  sample: 'abc',
  partSize: 5_242_880,
  remote: { kind: 'upload', uploadId: 'upload-1', parts: 'trusted', orphans: false },
  source: { kind: 'none' },
}

beforeEach(() => {
  // Each test has its own turn.
  tasks = openTaskDatabase('first')
  warnings.length = 0
  taken.length = 0
})

test('returns a task as it was saved', async () => {
  await tasks.write([task], [])
  expect(await tasks.load()).toEqual([task])
  await tasks.write([], [task.id])
  expect(await tasks.load()).toEqual([])
})

test('owns the uploads after full storage has aborted its first write', async () => {
  let isFull = true
  const tasksOfFullDevice = createTaskDatabase(
    {
      ...database,
      write: (stores, work) =>
        database.write(stores, async (transaction) => {
          const result = await work(transaction)
          if (isFull) transaction.abort()
          return result
        }),
    },
    log,
    () => void taken.push('full'),
  )
  await tasksOfFullDevice.load()
  isFull = false
  await tasksOfFullDevice.write([task], [])
  expect(await tasksOfFullDevice.load()).toEqual([task])
  expect(taken).toEqual([])
})

test('stores a file handle, which still reads the file', async () => {
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle('match.mp4', { create: true })
  const writable = await handle.createWritable()
  await writable.write('hello')
  await writable.close()
  await tasks.write([{ ...task, source: { kind: 'handle', handle } }], [])
  const [loaded] = await tasks.load()
  const source = loaded?.source
  expect(source?.kind === 'handle' && (await (await source.handle.getFile()).text())).toBe('hello')
  await folder.removeEntry('match.mp4')
})

test('saves a task, and the others, without a handle that the browser cannot store', async () => {
  const handle = { getFile: async () => new File([], 'match.mp4') } as FileSystemFileHandle
  await tasks.write(
    [
      { ...task, source: { kind: 'handle', handle } },
      { ...task, id: 'task-2' },
    ],
    ['old'],
  )
  expect(await tasks.load()).toEqual([task, { ...task, id: 'task-2' }])
})

test('reads a row of the first version, with its handle', async () => {
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle('match.mp4', { create: true })
  const { version: _, remote: __, source: ___, ...row } = task
  await database.write(['uploads'], async (transaction) => {
    transaction.objectStore('uploads').put({ ...row, uploadId: 'upload-1', claimed: true, handle })
  })
  const [loaded] = await tasks.load()
  expect(loaded).toEqual({ ...task, source: { kind: 'handle', handle: expect.any(FileSystemFileHandle) } })
  await folder.removeEntry('match.mp4')
})

test('skips a row that no known version wrote, and reports it', async () => {
  await database.write(['uploads'], async (transaction) => {
    transaction.objectStore('uploads').put({ id: 'old', state: 'RUNNING' })
  })
  await tasks.write([task], [])
  expect(await tasks.load()).toEqual([task])
  expect(warnings).toHaveLength(1)
})

test('an owner that wakes up after another took over writes nothing, and stops', async () => {
  const late = openTaskDatabase('late')
  await late.load()
  await late.write([task], [])
  const next = openTaskDatabase('next')
  expect(await next.load()).toEqual([task])
  await next.write([], [task.id])

  let went = 'no further'
  void late.write([task], []).finally(() => (went = 'on'))
  await expect.poll(() => taken).toEqual(['late'])
  expect(await next.load()).toEqual([])
  expect(went).toBe('no further')
})
