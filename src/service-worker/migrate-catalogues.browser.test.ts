import { beforeEach, expect, test } from 'vitest'
import { migrateCatalogues, dropOlderCatalogues, catalogueCacheOf } from './migrate-catalogues.ts'

const address = (locale: string) => new URL(`/locales/${locale}/messages.json`, location.href).href
const catalogue = (text: string, type = 'application/json') =>
  new Response(JSON.stringify(text), { headers: { 'Content-Type': type } })
const cached = async (locale: string): Promise<unknown> => {
  const cache = await caches.open(catalogueCacheOf('new'))
  return (await cache.match(address(locale)))?.json()
}

beforeEach(async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  const old = await caches.open(catalogueCacheOf('old'))
  await old.put(address('pt-BR'), catalogue('old'))
  await old.put(address('en-GB'), catalogue('old'))
})

test("a new build brings its own catalogues for the device's locales", async () => {
  await migrateCatalogues({ caches, fetch: async () => catalogue('new') }, catalogueCacheOf('new'))
  expect(await cached('pt-BR')).toBe('new')
  expect(await cached('en-GB')).toBe('new')
  expect(await cached('es-MX')).toBeUndefined()
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error', async () => new Response('', { status: 503 })],
  ["somebody else's page", async () => catalogue('<h1>Welcome</h1>', 'text/html')],
])('%s leaves the older catalogues', async (_, fetch) => {
  await migrateCatalogues({ caches, fetch }, catalogueCacheOf('new'))
  expect(await cached('pt-BR')).toBe('old')
})

test('older catalogues go when the new build takes over, other caches stay', async () => {
  await caches.open('pictures')
  await migrateCatalogues({ caches, fetch: async () => catalogue('new') }, catalogueCacheOf('new'))
  await dropOlderCatalogues(caches, catalogueCacheOf('new'))
  expect(new Set(await caches.keys())).toEqual(new Set([catalogueCacheOf('new'), 'pictures']))
})

test('a locale that was first opened while the new build waited is still on the phone', async () => {
  await migrateCatalogues({ caches, fetch: async () => catalogue('new') }, catalogueCacheOf('new'))
  await (await caches.open(catalogueCacheOf('old'))).put(address('es-AR'), catalogue('old'))
  await dropOlderCatalogues(caches, catalogueCacheOf('new'))
  expect(await cached('es-AR')).toBe('old')
  expect(await cached('pt-BR')).toBe('new')
})
