import { expect, test } from 'vitest'
import { createSharedFiles } from './shared-files.ts'
import { createStoreSharedFile } from './store-shared-file.ts'

const { storage, locks } = navigator
const shared = createSharedFiles(storage, locks)
const storeShared = createStoreSharedFile(storage, shared)

const streamBytes = async function* (...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text)
}
const store = (id: string, name: string, type = 'video/mp4') =>
  storeShared({ id, name, type, body: streamBytes('first ', 'half') })

const entries = async (folder: string) => {
  const names: string[] = []
  const root = await storage.getDirectory()
  for await (const name of (await root.getDirectoryHandle(folder, { create: true })).keys()) names.push(name)
  return names.toSorted()
}

test('stores a file that arrives in pieces under its name, with its type', async () => {
  await store('1', 'final ⚽️.mp4')
  const [waiting] = await shared.listWaiting()
  expect(waiting?.file.name).toBe('final ⚽️.mp4')
  expect(waiting?.file.type).toBe('video/mp4')
  expect(await waiting?.file.text()).toBe('first half')
})

test.each([
  ['../up.mp4', '.._up.mp4'],
  ['..', '_'],
  ['', 'file'],
])('stores a file called %j as %j', async (name, stored) => {
  await store('1', name)
  expect((await shared.listWaiting()).map(({ file }) => file.name)).toEqual([stored])
})

test.each([
  ['planted.html', 'text/html'],
  ['planted.html', 'video/mp4'],
  ['planted.mp4', 'text/html'],
  ['planted.mp4', ''],
  ['planted.js', 'image/png'],
])('does not store a file that is not a video, picture or PDF: %s as %j', async (name, type) => {
  expect(await store('1', name, type)).toBe(false)
  expect(await shared.listWaiting()).toEqual([])
  expect(await entries('shared')).toEqual([])
})

test.each([
  ['match.mp4', 'video/mp4'],
  ['photo.heic', 'image/heic'],
  ['plan.pdf', 'application/pdf'],
  ['without an ending', 'image/jpeg'],
])('stores the types that the manifest declares: %s as %s', async (name, type) => {
  expect(await store('1', name, type)).toBe(true)
})

test('does not store a file that would take more than half of the space left', async () => {
  const estimate = async () => ({ quota: 28, usage: 10 })
  const storeInTight = createStoreSharedFile({ estimate }, shared)
  const body = streamBytes('first ', 'half')
  await expect(storeInTight({ id: '1', name: 'a.mp4', type: 'video/mp4', body })).rejects.toThrow('too large')
  expect(await entries('shared')).toEqual([])
})

test('counts waiting files towards the half of the space that they may take', async () => {
  // The browser counts stored bytes as used.
  let usage = 0
  const estimate = async () => ({ quota: 40, usage })
  const storeInTight = createStoreSharedFile({ estimate }, shared)
  const share = (id: string) =>
    storeInTight({ id, name: 'a.mp4', type: 'video/mp4', body: streamBytes('ten bytes.') })
  await share('1')
  usage = 10
  await share('2')
  usage = 20
  await expect(share('3')).rejects.toThrow('too large')
})

test('deletes files that the coach discards', async () => {
  await store('1', 'match.mp4')
  await (await shared.listWaiting())[0]!.discard()
  expect([await entries('shared'), await entries('shared-arrived')]).toEqual([[], []])
})

test('keeps two files of the same name apart', async () => {
  for (const id of ['1', '2']) await store(id, 'image.jpg')
  expect((await shared.listWaiting()).map(({ file }) => file.name)).toEqual(['image.jpg', 'image.jpg'])
})

test('deletes a file whose transfer was interrupted', async () => {
  const body = async function* () {
    yield new Uint8Array(3)
    throw new DOMException('full', 'QuotaExceededError')
  }
  await expect(storeShared({ id: '1', name: 'match.mp4', type: 'video/mp4', body: body() })).rejects.toThrow(
    'full',
  )
  expect(await entries('shared')).toEqual([])
})

test('does not list a file that is still arriving, and does not sweep it away', async () => {
  let end = () => undefined as void
  const open = new Promise<void>((resolve) => {
    end = resolve
  })
  const body = async function* () {
    yield new Uint8Array(3)
    await open
  }
  const arriving = storeShared({ id: '1', name: 'match.mp4', type: 'video/mp4', body: body() })
  await expect.poll(() => entries('shared')).toEqual(['1'])
  expect(await shared.listWaiting()).toEqual([])
  await shared.sweep(() => [])
  end()
  await arriving
  expect((await shared.listWaiting()).map(({ file }) => file.size)).toEqual([3])
})

test('does not list a file again that became an upload, and deletes it when the upload ends', async () => {
  await store('1', 'match.mp4')
  const [waiting] = await shared.listWaiting()
  await waiting!.markAsAdded()
  expect(await shared.listWaiting()).toEqual([])
  expect(await (await waiting!.handle.getFile()).text()).toBe('first half')
  await shared.release(waiting!.handle)
  expect(await entries('shared')).toEqual([])
})

test('does not delete a file outside of its own folder', async () => {
  const root = await storage.getDirectory()
  const own = await root.getFileHandle('own.mp4', { create: true })
  await shared.release(own)
  expect((await own.getFile()).size).toBe(0)
  await root.removeEntry('own.mp4')
})

test('a sweep deletes files that no upload needs, and never those that still wait', async () => {
  for (const id of ['waits', 'needed', 'ended']) await store(id, `${id}.mp4`)
  const found = await shared.listWaiting()
  const byName = (name: string) => found.find(({ file }) => file.name === name)!
  await byName('needed.mp4').markAsAdded()
  await byName('ended.mp4').markAsAdded()
  await shared.sweep(() => [byName('needed.mp4').handle])
  expect(await entries('shared')).toEqual(['needed', 'waits'])
})

test('a window that freezes during its sweep delays no share: the share fails, and leaves nothing', async () => {
  const held = Promise.withResolvers<void>()
  const impatient = createSharedFiles(storage, locks, 50)
  await new Promise<void>((resolve) => {
    void locks.request('breaking-barriers-shared-files', () => {
      resolve()
      return held.promise
    })
  })
  const storeImpatiently = createStoreSharedFile(storage, impatient)
  const arriving = { id: '1', name: 'match.mp4', type: 'video/mp4', body: streamBytes('video') }
  await expect(storeImpatiently(arriving)).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(await entries('shared')).toEqual([])
  held.resolve()
  expect(await storeImpatiently(arriving)).toBe(true)
})

test('keeps a file that becomes an upload during a sweep', async () => {
  await store('1', 'match.mp4')
  const [waiting] = await shared.listWaiting()
  const uploads: FileSystemFileHandle[] = []
  const handingOver = {
    request: (name: string, options: LockOptions, work: (lock: Lock | null) => Promise<unknown>) =>
      locks.request(name, options, async (lock) => {
        const swept = work(lock)
        uploads.push(waiting!.handle)
        await waiting!.markAsAdded()
        return swept
      }),
  }
  await createSharedFiles(storage, handingOver as LockManager).sweep(() => [...uploads])
  expect(await entries('shared')).toEqual(['1'])
})
