import { expect, test } from 'vitest'
import { createFetchBypassingCaches, createFetchBuildFile } from './fetch-build-file.ts'

const url = 'https://site.example/assets/a-1.js'
const integrity = `sha256-${'A'.repeat(43)}=`

const start = (...answers: (Response | Error)[]) => {
  const asked: string[][] = []
  const fetchBuildFile = createFetchBuildFile(async (request) => {
    asked.push([request.url, request.cache, request.integrity])
    const answer = answers.shift() ?? new Error('no answer')
    if (answer instanceof Error) throw answer
    return answer
  })
  return { asked, fetchBuildFile }
}

test('fetches a file with unexpected content once more, past every cache', async () => {
  const { asked, fetchBuildFile } = start(new TypeError('Failed to fetch'), new Response('whole'))
  expect(await (await fetchBuildFile({ url, integrity })).text()).toBe('whole')
  expect(asked).toEqual([
    [url, 'default', integrity],
    [url, 'reload', integrity],
  ])
})

test('fetches a file with the expected content once', async () => {
  const { asked, fetchBuildFile } = start(new Response('whole'))
  await fetchBuildFile({ url, integrity })
  expect(asked).toHaveLength(1)
})

test('rejects without a connection', async () => {
  const { fetchBuildFile } = start(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'))
  await expect(fetchBuildFile({ url, integrity })).rejects.toThrow('Failed to fetch')
})

const request = new Request('https://site.example/assets/screen-1.js', { cache: 'reload' })

/** The text of the response, given a network and a cached text. */
const fetchText = async (network: () => Promise<Response>, cached?: string): Promise<string> => {
  const findCached = async (url: string) =>
    url === request.url && cached !== undefined ? new Response(cached) : undefined
  const response = await createFetchBypassingCaches({ fetch: network, findCached })(request)
  return `${response.status} ${await response.text()}`
}
const gone = async () => new Response('gone', { status: 404 })
const lost = async () => {
  throw new TypeError('Failed to fetch')
}

test('prefers the response of the server to a cached one', async () => {
  expect(await fetchText(async () => new Response('fresh'), 'stale')).toBe('200 fresh')
})

test.each([
  ['the server has no more', gone],
  ['cannot be fetched', lost],
])('serves what %s from a cache', async (_, network) => {
  expect(await fetchText(network, 'cached')).toBe('200 cached')
})

test('rejects like the network when no cache has the file', async () => {
  expect(await fetchText(gone)).toBe('404 gone')
  await expect(fetchText(lost)).rejects.toThrow('Failed to fetch')
})
