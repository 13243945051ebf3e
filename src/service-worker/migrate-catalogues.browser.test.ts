import { beforeEach, expect, test } from 'vitest'
import { carryWords, dropOlderWords, wordsCacheOf } from './migrate-catalogues.ts'

const address = (locale: string) => new URL(`/locales/${locale}/messages.json`, location.href).href
const words = (text: string, type = 'application/json') =>
  new Response(JSON.stringify(text), { headers: { 'Content-Type': type } })
const kept = async (locale: string): Promise<unknown> => {
  const cache = await caches.open(wordsCacheOf('new'))
  return (await cache.match(address(locale)))?.json()
}

beforeEach(async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  const old = await caches.open(wordsCacheOf('old'))
  await old.put(address('pt-BR'), words('old'))
  await old.put(address('en-GB'), words('old'))
})

test("a new build brings its own words for the device's locales", async () => {
  await carryWords({ caches, fetch: async () => words('new') }, wordsCacheOf('new'))
  expect(await kept('pt-BR')).toBe('new')
  expect(await kept('en-GB')).toBe('new')
  expect(await kept('es-MX')).toBeUndefined()
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error', async () => new Response('', { status: 503 })],
  ["somebody else's page", async () => words('<h1>Welcome</h1>', 'text/html')],
])('%s leaves the older words', async (_, fetch) => {
  await carryWords({ caches, fetch }, wordsCacheOf('new'))
  expect(await kept('pt-BR')).toBe('old')
})

test('older words go when the new build takes over, other caches stay', async () => {
  await caches.open('pictures')
  await carryWords({ caches, fetch: async () => words('new') }, wordsCacheOf('new'))
  await dropOlderWords(caches, wordsCacheOf('new'))
  expect(new Set(await caches.keys())).toEqual(new Set([wordsCacheOf('new'), 'pictures']))
})

test('a locale that was first opened while the new build waited is still on the phone', async () => {
  await carryWords({ caches, fetch: async () => words('new') }, wordsCacheOf('new'))
  await (await caches.open(wordsCacheOf('old'))).put(address('es-AR'), words('old'))
  await dropOlderWords(caches, wordsCacheOf('new'))
  expect(await kept('es-AR')).toBe('old')
  expect(await kept('pt-BR')).toBe('new')
})
