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

test('a provider that cannot be reached while our server can is out of order', async () => {
  const response = await fetchWith(noConnection, true)('https://provider.example/')
  expect(response.status).toBe(503)
})

test.each([
  ['there is no connection at all', noConnection, false],
  ['the time is over', new DOMException('late', 'TimeoutError'), true],
  ['the caller does not want it any more', new DOMException('enough', 'AbortError'), true],
])('where %s the failure stays what it is', async (_where, error, isServerThere) => {
  await expect(fetchWith(error, isServerThere)('https://provider.example/')).rejects.toBe(error)
})
