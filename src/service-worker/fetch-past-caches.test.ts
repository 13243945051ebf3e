import { expect, test } from 'vitest'
import { createFetchPastCaches } from './fetch-past-caches.ts'

const request = new Request('https://site.example/assets/screen-1.js', { cache: 'reload' })

/** The text of the response, given a network and a cached text. */
const textOf = async (network: () => Promise<Response>, cached?: string): Promise<string> => {
  const findCached = async (url: string) =>
    url === request.url && cached !== undefined ? new Response(cached) : undefined
  const response = await createFetchPastCaches({ fetch: network, findCached })(request)
  return `${response.status} ${await response.text()}`
}
const gone = async () => new Response('gone', { status: 404 })
const lost = async () => {
  throw new TypeError('Failed to fetch')
}

test('prefers the response of the server to a cached one', async () => {
  expect(await textOf(async () => new Response('fresh'), 'stale')).toBe('200 fresh')
})

test.each([
  ['the server has no more', gone],
  ['cannot be fetched', lost],
])('serves what %s from a cache', async (_, network) => {
  expect(await textOf(network, 'cached')).toBe('200 cached')
})

test('rejects like the network when no cache has the file', async () => {
  expect(await textOf(gone)).toBe('404 gone')
  await expect(textOf(lost)).rejects.toThrow('Failed to fetch')
})
