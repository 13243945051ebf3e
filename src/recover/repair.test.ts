import { expect, test } from 'vitest'
import { moduleCachePrefix as ofTheApp } from '../offline/downloaded-modules.ts'
import { isServerReachable, moduleCachePrefix, repair } from './repair.ts'

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
      isServerReachable: async () => true,
      fetch: async (address: string, { cache }: RequestInit) => {
        fetched.push(`${cache} ${address}`)
        return new Response('<script src="/assets/index-1.js"></script><link href="/assets/index-2.css">')
      },
    },
  }
}

test('removes the app’s caches and service workers, and keeps downloaded modules', async () => {
  const { left, deps } = device()
  expect(await repair(deps)).toBe('done')
  expect([...left.caches]).toEqual(['module-training-1'])
  expect(left.workers.size).toBe(0)
})

test.each([
  ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['somebody else answers', async () => false],
])('removes nothing while %s, as the app could not be fetched again', async (_, isServerReachable) => {
  const { left, deps } = device()
  expect(await repair({ ...deps, isServerReachable })).toBe('offline')
  expect([left.caches.size, left.workers.size]).toEqual([5, 1])
})

test('fetches the app’s start files past the HTTP cache, which no script can clear', async () => {
  const { fetched, deps } = device()
  expect(await repair(deps)).toBe('done')
  expect(fetched).toEqual([
    'reload /app',
    'reload /service-worker.js',
    'reload /assets/index-1.js',
    'reload /assets/index-2.css',
  ])
})

test('reports a failure when the browser refuses', async () => {
  const { deps } = device()
  const keys = () => Promise.reject(new DOMException('', 'SecurityError'))
  expect(await repair({ ...deps, caches: { ...deps.caches, keys } })).toBe('failed')
})

test('keeps caches with the app’s prefix of downloaded modules', () => {
  expect(moduleCachePrefix).toBe(ofTheApp)
})

test.each([
  ['our server, by the nonce', '{"nonce":"n"}', true],
  ['nobody who repeats another', '{"nonce":"m"}', false],
  ['no other JSON', 'null', false],
])('recognises %s', async (_, body, expected) => {
  const fetch = async () => new Response(body)
  expect(await isServerReachable({ fetch, nonce: 'n' })).toBe(expected)
})

test('times out on a network that never responds', async () => {
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  await expect(isServerReachable({ fetch, nonce: 'n', timeoutMs: 10 })).rejects.toThrow('timeout')
})
