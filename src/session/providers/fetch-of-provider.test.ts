import { expect, test } from 'vitest'
import { createFetchOfProvider } from './fetch-of-provider.ts'

const fetchWith = (error: Error, isServerThere: boolean) =>
  createFetchOfProvider(
    async () => {
      throw error
    },
    async () => isServerThere,
  )

const noConnection = new TypeError('Failed to fetch')

test('responds with 503 when only the provider is unreachable, not our server', async () => {
  const response = await fetchWith(noConnection, true)('https://provider.example/')
  expect(response.status).toBe(503)
})

test.each([
  ['there is no connection at all', noConnection, false],
  ['the time is over', new DOMException('late', 'TimeoutError'), true],
  ['the caller does not want it any more', new DOMException('enough', 'AbortError'), true],
])('rethrows the original error when %s', async (_where, error, isServerThere) => {
  await expect(fetchWith(error, isServerThere)('https://provider.example/')).rejects.toBe(error)
})
