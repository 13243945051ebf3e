import { expect, test } from 'vitest'
import { moduleCachePrefix as ofTheApp } from '../offline/downloaded-modules.ts'
import { moduleCachePrefix, repair } from './repair.ts'

const device = () => {
  const caches = new Set(['workbox-precache-v2', 'words-1', 'videos', 'assets-before-1', 'module-training-1'])
  const workers = new Set(['service-worker.js'])
  const fetched: string[] = []
  return {
    left: { caches, workers },
    fetched,
    deps: {
      caches: { keys: async () => [...caches], delete: async (name: string) => caches.delete(name) },
      workers: {
        getRegistrations: async () =>
          [...workers].map((name) => ({ unregister: async () => workers.delete(name) }) as never),
      },
      isServerThere: async () => true,
      fetch: async (address: string, { cache }: RequestInit) => {
        fetched.push(`${cache} ${address}`)
        return new Response('<script src="/assets/index-1.js"></script><link href="/assets/index-2.css">')
      },
    },
  }
}

test('the caches and service workers of the app are removed; downloaded modules stay', async () => {
  const { left, deps } = device()
  expect(await repair(deps)).toBe('done')
  expect([...left.caches]).toEqual(['module-training-1'])
  expect(left.workers.size).toBe(0)
})

test.each([
  ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['somebody else answers', async () => false],
])('nothing is removed while %s: the app could not be fetched again', async (_, isServerThere) => {
  const { left, deps } = device()
  expect(await repair({ ...deps, isServerThere })).toBe('offline')
  expect([left.caches.size, left.workers.size]).toEqual([5, 1])
})

test('what starts the app is fetched past the cache that no program can clear', async () => {
  const { fetched, deps } = device()
  expect(await repair(deps)).toBe('done')
  expect(fetched).toEqual([
    'reload /app',
    'reload /service-worker.js',
    'reload /assets/index-1.js',
    'reload /assets/index-2.css',
  ])
})

test('a browser that refuses is said to have refused', async () => {
  const { deps } = device()
  const keys = () => Promise.reject(new DOMException('', 'SecurityError'))
  expect(await repair({ ...deps, caches: { ...deps.caches, keys } })).toBe('failed')
})

test('what it leaves alone is what the app calls a downloaded module', () => {
  expect(moduleCachePrefix).toBe(ofTheApp)
})
