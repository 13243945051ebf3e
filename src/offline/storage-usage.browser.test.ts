import { beforeEach, expect, test } from 'vitest'
import { freeStorage, measureStorage } from './storage-usage.ts'

const deps = { storage: navigator.storage, caches }
const fill = async (name: string, files: Record<string, number>) => {
  const cache = await caches.open(name)
  for (const [path, bytes] of Object.entries(files)) await cache.put(path, new Response('x'.repeat(bytes)))
}

beforeEach(async () => {
  await fill('videos', { '/videos/a.webm': 1000 })
  await fill('pictures', { '/videos/a.webp': 100 })
  await fill('words-1', {
    '/assets/locales/pt-BR/messages.json': 10,
    '/assets/locales/es-MX/messages.json': 20,
  })
  await fill('precache', { '/index.html': 5, '/assets/a.js': 2 })
  await fill('module-training-1', { '/kept/piece/0': 5000 })
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('copies', { create: true })
  const file = await (await folder.getFileHandle('match.mp4', { create: true })).createWritable()
  await file.write('x'.repeat(300))
  await file.close()
})

test('lists what uses space by kind', async () => {
  const { kinds, used, quota } = await measureStorage(deps, 'pt-BR')
  expect(kinds).toMatchObject({ modules: 5000, media: 1100, words: 20, uploads: 300, app: 17 })
  expect(used).toBe(Object.values(kinds).reduce((sum, bytes) => sum + bytes, 0))
  expect(quota).toBeGreaterThan(0)
})

test('removes videos and pictures, and nothing else', async () => {
  await freeStorage(caches, 'media', 'pt-BR')
  const { kinds } = await measureStorage(deps, 'pt-BR')
  expect(kinds).toMatchObject({ modules: 5000, media: 0, words: 20, uploads: 300 })
  expect(await caches.has('module-training-1')).toBe(true)
})

test('removes the catalogues of other locales, and keeps those on screen', async () => {
  await freeStorage(caches, 'words', 'pt-BR')
  const { kinds } = await measureStorage(deps, 'pt-BR')
  expect(kinds).toMatchObject({ media: 1100, words: 0 })
  expect(await caches.match('/assets/locales/pt-BR/messages.json')).toBeDefined()
})

test('shows what can be counted in a browser that gives no estimate', async () => {
  const { kinds, used } = await measureStorage({ storage: undefined, caches }, 'pt-BR')
  expect(used).toBeUndefined()
  expect(kinds).toEqual({ modules: 5000, media: 1100, words: 20, app: 17 })
})
