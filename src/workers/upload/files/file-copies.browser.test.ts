import { afterEach, expect, test } from 'vitest'
import { createSharedFiles } from '../../../uploads/shared-files.ts'
import { openCopiesFolder } from './copy-file.ts'
import { createFileCopies } from './file-copies.ts'

const { storage } = navigator
const open = () => createFileCopies(storage, createSharedFiles(storage, navigator.locks))
const copies = open()
const { signal } = new AbortController()

const names = async () => {
  const found: string[] = []
  for await (const name of (await openCopiesFolder(storage)).keys()) found.push(name)
  return found.toSorted()
}

const randomFile = (mebibytes: number) => {
  const blocks = Array.from({ length: mebibytes * 16 }, () =>
    crypto.getRandomValues(new Uint8Array(64 * 1024)),
  )
  return new File([...blocks, 'rest'], 'match.mp4', { type: 'video/mp4' })
}

const hashBlob = async (file: Blob) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))

afterEach(() => copies.sweep(new Set(), () => []))

test('a copy has the bytes of the file, and survives the page that made it', async () => {
  const file = randomFile(6)
  expect((await copies.write('task-1', file, signal)).ok).toBe(true)
  const copy = await open().open('task-1')
  expect(copy?.size).toBe(file.size)
  expect(await hashBlob(copy!)).toEqual(await hashBlob(file))
})

test('a repeated copy has the present bytes of the file, even when the file is shorter', async () => {
  await copies.write('task-1', new File(['a long one'], 'a.txt'), signal)
  await copies.write('task-1', new File(['short'], 'a.txt'), signal)
  expect(await (await copies.open('task-1'))?.text()).toBe('short')
})

test('copies an empty file', async () => {
  expect((await copies.write('task-1', new File([], 'empty.txt'), signal)).ok).toBe(true)
  expect((await copies.open('task-1'))?.size).toBe(0)
})

test('an aborted copy frees its place, and the next one is made', async () => {
  const controller = new AbortController()
  const writing = copies.write('task-1', randomFile(32), controller.signal)
  setTimeout(() => controller.abort(), 20)
  expect(await writing).toEqual({ ok: false, error: 'aborted' })
  await expect.poll(() => copies.remove('task-1').then(names)).toEqual([])
  expect((await copies.write('task-2', new File(['x'], 'x.txt'), signal)).ok).toBe(true)
})

test('reports a file that vanishes during the copy as unreadable', async () => {
  const root = await storage.getDirectory()
  const handle = await root.getFileHandle('vanishing.mp4', { create: true })
  const writable = await handle.createWritable()
  await writable.write('hello')
  await writable.close()
  const file = await handle.getFile()
  await root.removeEntry('vanishing.mp4')
  expect(await copies.write('task-1', file, signal)).toEqual({ ok: false, error: 'unreadable' })
})

test('a sweep deletes the copies that no task needs', async () => {
  for (const id of ['needed', 'orphan']) await copies.write(id, new File(['x'], 'x.txt'), signal)
  await copies.sweep(new Set(['needed']), () => [])
  expect(await names()).toEqual(['needed'])
  expect(await copies.open('orphan')).toBeUndefined()
})

test('returns how much space the browser still grants', async () => {
  expect(await copies.getFreeBytes()).toBeGreaterThan(1_000_000)
})
