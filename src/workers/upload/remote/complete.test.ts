import { describe, expect, test } from 'vitest'
import { advance } from '../task/remote-state.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createDevice, createFile, mine, runEngine, storedKey } from '../testing/running-engine.ts'
import type { FoundObject } from '../transport/object-transport.ts'

const minute = 60_000
const file = createFile('match.mp4', 4)
const needed = { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } }

/**
 * A phone without free space, whose tab is closed after `count` requests of a name and opened again without
 * the file.
 */
const close = async (name: 'put' | 'sendPart' | 'complete', count = 1, chosen = file) => {
  const device = createDevice({ latency: () => 100, copies: createMemoryCopies(new Map(), { free: 0 }) })
  await (await device.begin()).add('ana', mine, [{ file: chosen }])
  while (device.objectStore.count(name) < count) await device.advance(10)
  await device.advance(0)
  device.kill()
  const reopen = async () => {
    device.changes.length = 0
    const engine = await device.begin()
    await engine.load()
    return engine
  }
  const asked = () =>
    device.changes
      .flatMap(({ tasks }) => tasks)
      .some(({ status }) => status.state === 'PAUSED' && status.reason.kind === 'file-needed')
  return { ...device, reopen, asked }
}

describe('a tab that was closed while its upload was completed', () => {
  test.each([
    ['and the store did it', 200, 1],
    ['before the store could', 0, 0],
  ])('%s, completes it without the file', async (_, wait, stored) => {
    const { advance, asked, objectStore, reopen, rows, findStatus } = await close('complete')
    await advance(wait)
    expect(objectStore.objects.size).toBe(stored)
    await reopen()
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(asked()).toBe(false)
    expect(objectStore.objects.get(storedKey('match.mp4'))?.size).toBe(file.size)
    expect(objectStore.count('sendPart')).toBe(4)
    expect(objectStore.requests.at(-1)?.name).toBe('head')
    expect(objectStore.violations).toEqual([])
    expect(rows.size).toBe(0)
  })

  test('waits for the connection, without asking for the file', async () => {
    const { advance, asked, objectStore, reopen, findStatus } = await close('complete')
    objectStore.network.up = false
    await reopen()
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'offline' } })
    objectStore.network.up = true
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(asked()).toBe(false)
  })

  test('completes nothing when the upload is cancelled', async () => {
    const { advance, objectStore, reopen, rows } = await close('complete')
    const engine = await reopen()
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(objectStore.objects.size + objectStore.uploads.size).toBe(0)
    expect(rows.size).toBe(0)
  })
})

describe('a tab that was closed while it sent a small file', () => {
  const photo = createFile('photo.jpg', 0, 1000)
  const key = storedKey('photo.jpg')
  const closed = async () => {
    const device = await close('put', 1, photo)
    await device.advance(200)
    return device
  }

  test('does not ask for the file when the store has it', async () => {
    const { advance, objectStore, reopen, rows, findStatus } = await closed()
    expect(objectStore.objects.has(key)).toBe(true)
    await reopen()
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('put')).toBe(1)
    expect(objectStore.violations).toEqual([])
    expect(rows.size).toBe(0)
  })

  test.each<[string, FoundObject | undefined]>([
    ['nothing of it', undefined],
    ['a file of another device', { size: photo.size, eTag: '"put"', madeBy: 'their-task' }],
    ['a file that does not say whose it is', { size: photo.size, eTag: '"put"' }],
  ])('asks for it when the store has %s', async (_, found) => {
    const { advance, objectStore, reopen, findStatus } = await closed()
    objectStore.objects.delete(key)
    if (found) objectStore.objects.set(key, found)
    await reopen()
    await advance(minute)
    expect(findStatus()).toEqual(needed)
  })
})

describe('a task without its file', () => {
  /** The parts reached the store, but no record of them was saved. */
  const allThere = async () => {
    const device = await close('sendPart', 4)
    await device.advance(50)
    for (const { parts } of device.objectStore.uploads.values())
      for (const number of [1, 2, 3, 4])
        parts.set(number, { number, size: file.size / 4, eTag: `"${number}"`, checksum: 'AAAAAA==' })
    return device
  }

  test('completes by itself when the store has all parts', async () => {
    const { advance, objectStore, reopen, findStatus } = await allThere()
    await reopen()
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('sendPart')).toBe(4)
    expect(objectStore.violations).toEqual([])
  })

  test('completes by itself when the connection returns', async () => {
    const { advance, objectStore, reopen, findStatus } = await allThere()
    objectStore.network.up = false
    await reopen()
    await advance(minute)
    expect(findStatus()).toEqual(needed)
    objectStore.network.up = true
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
  })

  test.each<[string, (row: SavedTask, parts: Map<number, { size: number }>) => void]>([
    ['a part is missing', (_, parts) => parts.delete(3)],
    ['a part has another size', (_, parts) => (parts.get(3)!.size = 7)],
    ['a part may be of another file', (row) => (row.remote = advance(row.remote, { kind: 'file-replaced' }))],
  ])('asks for the file if %s', async (_, change) => {
    const { advance, objectStore, reopen, rows, findStatus } = await allThere()
    for (const { parts } of objectStore.uploads.values()) change(rows.get('task-1')!, parts)
    await reopen()
    await advance(minute)
    expect(findStatus()).toEqual(needed)
    expect(objectStore.count('complete')).toBe(0)
  })

  test('does not complete with an object, stored by another device, under a key it never found free', async () => {
    const { advance: pass, objectStore, reopen, rows, findStatus } = await allThere()
    const row = rows.get('task-1')!
    row.remote = { kind: 'begun', uploadId: [...objectStore.uploads.keys()][0] ?? '' }
    objectStore.forgetUpload()
    // As similar as possible to ours, in a bucket that hides who made it.
    objectStore.objects.set(storedKey('match.mp4'), { size: file.size, eTag: '"whole-4"' })
    await reopen()
    await pass(minute)
    expect(findStatus()).toEqual(needed)
  })

  test('stays paused where the person paused it', async () => {
    const device = await allThere()
    device.rows.get('task-1')!.status = { state: 'PAUSED', reason: { kind: 'you' } }
    const engine = await device.reopen()
    await device.advance(minute)
    expect(device.findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'you' } })
    await engine.command(['task-1'], 'resume')
    await device.advance(minute)
    expect(device.findStatus()).toEqual({ state: 'COMPLETED' })
  })
})

describe('parts that the store lost before the upload completes', () => {
  const begin = async () => {
    const device = await runEngine({ latency: () => 100 })
    const { transport } = device.objectStore
    const { complete } = transport
    return { ...device, transport, complete }
  }

  test('are sent again, once, and the upload completes by itself', async () => {
    const { add, advance, objectStore, findStatus, transport, complete } = await begin()
    transport.complete = (...args) => {
      transport.complete = complete
      objectStore.loseParts()
      return complete(...args)
    }
    await add(file)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.get(storedKey('match.mp4'))?.size).toBe(file.size)
    expect(objectStore.count('sendPart')).toBe(5)
    expect(objectStore.violations).toEqual([])
  })

  test('again and again pause the task for the person', async () => {
    const { add, advance, objectStore, findStatus, transport, complete } = await begin()
    transport.complete = (...args) => {
      objectStore.loseParts()
      return complete(...args)
    }
    await add(file)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'InvalidPart' } })
    expect(objectStore.count('complete')).toBe(2)
  })

  test('make the task ask for the file when it is gone', async () => {
    const { advance, objectStore, reopen, findStatus } = await close('complete')
    objectStore.loseParts()
    await reopen()
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } })
  })
})
