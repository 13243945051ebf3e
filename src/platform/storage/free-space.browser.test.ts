import { expect, test } from 'vitest'
import { createFreeSpace, mediaCaches } from './free-space.ts'

const measureSize = async (name: string): Promise<number> => {
  const cache = await caches.open(name)
  const answers = await cache.matchAll()
  const sizes = await Promise.all(answers.map(async (answer) => (await answer.blob()).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the reserve has a megabyte, is created once, and is deleted on release', async () => {
  const space = createFreeSpace(caches)
  expect(await space.ensureReserve()).toBe(true)
  expect(await space.ensureReserve()).toBe(true)
  expect(await measureSize('reserve')).toBe(1_048_576)
  await space.releaseReserve()
  expect(await caches.has('reserve')).toBe(false)
})

test('deletes the media, and nothing else', async () => {
  const [media] = mediaCaches
  for (const name of [media, 'words']) await (await caches.open(name)).put('/x', new Response('x'))
  await createFreeSpace(caches).freeMedia()
  expect([await caches.has(media), await caches.has('words')]).toEqual([false, true])
})

test('a cache that accepts no more entries means that there is no room', async () => {
  const full = {
    open: async () => ({
      keys: async () => [],
      put: async () => Promise.reject(new DOMException('', 'QuotaExceededError')),
    }),
    delete: async () => true,
  } as unknown as CacheStorage
  expect(await createFreeSpace(full).ensureReserve()).toBe(false)
})

test('does nothing in a page without caches', async () => {
  const space = createFreeSpace(undefined)
  expect(await space.ensureReserve()).toBe(true)
  await space.freeMedia()
  await space.releaseReserve()
})
