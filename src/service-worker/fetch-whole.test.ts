import { expect, test } from 'vitest'
import { createFetchWhole } from './fetch-whole.ts'

const url = 'https://site.example/assets/a-1.js'
const integrity = `sha256-${'A'.repeat(43)}=`

const start = (...answers: (Response | Error)[]) => {
  const asked: string[][] = []
  const fetchWhole = createFetchWhole(async (request) => {
    asked.push([request.url, request.cache, request.integrity])
    const answer = answers.shift() ?? new Error('no answer')
    if (answer instanceof Error) throw answer
    return answer
  })
  return { asked, fetchWhole }
}

test('fetches a file with unexpected content once more, past every cache', async () => {
  const { asked, fetchWhole } = start(new TypeError('Failed to fetch'), new Response('whole'))
  expect(await (await fetchWhole({ url, integrity })).text()).toBe('whole')
  expect(asked).toEqual([
    [url, 'default', integrity],
    [url, 'reload', integrity],
  ])
})

test('fetches a file with the expected content once', async () => {
  const { asked, fetchWhole } = start(new Response('whole'))
  await fetchWhole({ url, integrity })
  expect(asked).toHaveLength(1)
})

test('rejects without a connection', async () => {
  const { fetchWhole } = start(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'))
  await expect(fetchWhole({ url, integrity })).rejects.toThrow('Failed to fetch')
})
