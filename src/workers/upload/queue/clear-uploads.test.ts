import { expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createFile, mine, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

test('a sign-out ends unfinished uploads, on the server too, and deletes their records', async () => {
  const { add, advance, changes, engine, objectStore, rows, tasks } = await runEngine({ latency: () => 100 })
  await add(...['a', 'b', 'c', 'd', 'e'].map((name) => createFile(`${name}.mp4`, 3)))
  await advance(250)
  await engine.command(['task-2'], 'pause')
  await advance(100)
  const cleared = engine.clear('ana')
  await advance(minute)
  await cleared
  expect(tasks.size).toBe(0)
  expect(changes.flatMap((change) => change.tasks).some(({ status }) => status.state === 'COMPLETED')).toBe(
    false,
  )
  expect(objectStore.uploads.size).toBe(0)
  expect(objectStore.objects.size).toBe(0)
  expect(rows.size).toBe(0)
})

test('a sign-out deletes the copies of the uploads it ends', async () => {
  const files = new Map<string, File>()
  const { add, advance, engine } = await runEngine({
    latency: () => 2000,
    copies: createMemoryCopies(files),
  })
  await add(createFile('a.mp4', 9), createFile('b.mp4', 9))
  await engine.command(['task-1', 'task-2'], 'pause')
  await advance(minute)
  expect(files.size).toBe(2)
  const cleared = engine.clear('ana')
  await advance(minute)
  await cleared
  expect(files.size).toBe(0)
})

test('a sign-out aborts uploads that were cancelled while the store was out of reach', async () => {
  const { add, advance, engine, objectStore, rows } = await runEngine({ latency: () => 100 })
  await add(createFile('a.mp4', 9))
  await advance(350)
  let isRefused = true
  const { abort } = objectStore.transport
  objectStore.transport.abort = async (...args) =>
    isRefused ? fail({ kind: 'refused', code: 'AccessDenied' }) : abort(...args)
  await engine.command(['task-1'], 'cancel')
  await advance(minute)
  expect(rows.size).toBe(1)
  isRefused = false
  const cleared = engine.clear('ana')
  await advance(minute)
  await cleared
  expect(objectStore.uploads.size).toBe(0)
  expect(rows.size).toBe(0)
})

test('does not take a file that is still being read when its owner signs out', async () => {
  let read: (bytes: ArrayBuffer) => void = () => undefined
  const slow = Object.assign(createFile('slow.mp4', 0, 9), {
    slice: () => ({ arrayBuffer: () => new Promise<ArrayBuffer>((resolve) => (read = resolve)) }),
  })
  const { advance, engine, rows } = await runEngine()
  const adding = engine.add('ana', mine, [{ file: slow }])
  await advance(100)
  const cleared = engine.clear('ana')
  read(new ArrayBuffer(9))
  await advance(minute)
  await cleared
  expect(await adding).toEqual([fail({ name: 'slow.mp4', refusal: 'signed-out' })])
  expect(rows.size).toBe(0)
})

test('a sign-out without a connection does not wait, and the next sign-in completes it', async () => {
  const { add, advance, engine, objectStore, rows } = await runEngine({ latency: () => 100 })
  await add(createFile('a.mp4', 9))
  await advance(350)
  objectStore.network.up = false
  let isCleared = false
  void engine.clear('ana').then(() => (isCleared = true))
  await advance(11_000)
  expect(isCleared).toBe(true)
  expect(rows.get('task-1')?.status).toEqual({ state: 'CANCELLED' })
  await engine.session(undefined)
  await advance(minute)
  objectStore.network.up = true
  await advance(minute)
  expect(objectStore.uploads.size).toBe(1)
  await engine.session('ana')
  await advance(minute)
  expect(objectStore.uploads.size).toBe(0)
  expect(rows.size).toBe(0)
})

test('waits only so long for a store that never responds', async () => {
  const { add, advance, engine, objectStore } = await runEngine({ latency: () => 100 })
  await add(createFile('a.mp4', 9))
  await advance(350)
  objectStore.transport.abort = () => new Promise(() => undefined)
  let isCleared = false
  void engine.clear('ana').then(() => (isCleared = true))
  await advance(9000)
  expect(isCleared).toBe(false)
  await advance(2000)
  expect(isCleared).toBe(true)
})

test('keeps the uploads of another customer', async () => {
  const { add, advance, engine, objectStore, tasks } = await runEngine({ latency: () => 100 })
  await add(createFile('a.mp4', 9))
  await advance(350)
  await engine.session('ben')
  const cleared = engine.clear('ben')
  await advance(minute)
  await cleared
  expect(tasks.get('task-1')?.status).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
  expect(objectStore.uploads.size).toBe(1)
})
