import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createMemoryDatabase, createFile, runEngine } from '../testing/running-engine.ts'
import { savedRow } from '../testing/saved-row.ts'
import { createLiveTask } from '../task/live-task.ts'
import { openFile } from './open-file.ts'

const minute = 60_000

test('pauses the task when its file cannot be read, and never mixes old and new bytes', async () => {
  const { add, advance, findStatus, objectStore } = await runEngine({
    computeChecksum: async () => {
      throw new DOMException('changed', 'NotReadableError')
    },
  })
  await add(createFile('match.mp4', 9))
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'changed' } })
  expect(objectStore.count('sendPart')).toBe(0)
})

test('pauses the task when its file vanishes half-way, and keeps the parts that were sent', async () => {
  let reads = 0
  const { add, advance, engine, objectStore, findStatus } = await runEngine({
    latency: () => 100,
    computeChecksum: async () => {
      if (++reads === 6) throw new DOMException('gone', 'NotFoundError')
      return 'AAAAAA=='
    },
  })
  await add(createFile('match.mp4', 9))
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'changed' } })
  expect(objectStore.uploads.size).toBe(1)
  expect(await engine.give('task-1', { file: createFile('match.mp4', 9) })).toEqual(ok(undefined))
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect(objectStore.violations).toEqual([])
})

describe('a file that is found again through its handle', () => {
  const file = createFile('match.mp4', 2)
  const createHandle = (permission: 'granted' | 'denied' | 'prompt', found: () => Promise<File>) => ({
    queryPermission: async () => permission,
    requestPermission: async () => permission,
    getFile: found,
  })
  const open = (handle: object) => {
    const saved = {
      ...savedRow,
      size: file.size,
      lastModified: file.lastModified,
      type: file.type,
      sample: '196608',
      partSize: 5_242_880,
      source: { kind: 'handle' as const, handle: handle as FileSystemFileHandle },
    }
    const clock = { now: () => 0, elapsed: () => 0, sleep: async () => undefined }
    const copies = createMemoryCopies()
    const ports = { digest: async (bytes: Uint8Array) => `${bytes.length}`, copies }
    return openFile(createLiveTask(saved, clock), ports)
  }
  const needed = (because: 'changed' | 'permission' | 'denied') => fail({ kind: 'file-needed', because })

  test('is read, if that is allowed and the file is unchanged', async () => {
    expect(await open(createHandle('granted', async () => file))).toEqual(ok(file))
  })

  test.each([
    ['was written to', 'granted', async () => createFile('match.mp4', 2, 0, 1_800_000_000_000), 'changed'],
    ['has another length', 'granted', async () => createFile('match.mp4', 3), 'changed'],
    ['vanished', 'granted', () => Promise.reject(new DOMException('', 'NotFoundError')), 'changed'],
    ['waits for a tap', 'prompt', async () => file, 'permission'],
    ['may not be read', 'denied', async () => file, 'denied'],
  ] as const)('and %s, is asked for', async (_, permission, found, because) => {
    expect(await open(createHandle(permission, found))).toEqual(needed(because))
  })
})

test('discards a copy that cannot be read, asks for the file, and shows it as not stored', async () => {
  const row = { ...savedRow, sample: '9', source: { kind: 'copy' as const } }
  const copies = createMemoryCopies(new Map([['task-1', new File(['123456789'], 'match.mp4')]]))
  const { advance, engine, findStatus, tasks } = await runEngine({
    database: createMemoryDatabase(new Map([['task-1', row]])),
    copies,
    computeChecksum: async () => {
      throw new DOMException('gone', 'NotReadableError')
    },
  })
  await engine.load()
  expect(tasks.get('task-1')?.keeping).toEqual({ kind: 'kept' })
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } })
  expect(tasks.get('task-1')).not.toHaveProperty('keeping')
})
