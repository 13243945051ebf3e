import { expect, test } from 'vitest'
import { createVideoServer } from './serve-video.ts'

const url = 'https://site.example/videos/training-1.webm'
const video = (headers: Record<string, string> = {}) =>
  new Response('0123456789', {
    headers: { 'Content-Type': 'video/webm', 'Content-Length': '10', ...headers },
  })

const start = (answers: Response[], { full = false } = {}) => {
  const cached = new Map<string, Response>()
  const asked: (string | null)[] = []
  const serve = createVideoServer({
    cache: async () => ({
      match: async (address) => cached.get(address)?.clone(),
      put: async (address, response) => {
        if (full) throw new DOMException('', 'QuotaExceededError')
        cached.set(address, response)
      },
    }),
    fetch: async (request) => {
      asked.push(typeof request === 'string' ? null : request.headers.get('Range'))
      const answer = answers.shift()
      if (!answer) throw new TypeError('Failed to fetch')
      return answer
    },
  })
  return { asked, cached, play: (range: string) => serve(new Request(url, { headers: { Range: range } })) }
}

test('the first play fetches the whole file and serves the range; later ones need no network', async () => {
  const { asked, play } = start([video()])
  expect(await (await play('bytes=0-3')).text()).toBe('0123')
  expect(await (await play('bytes=4-')).text()).toBe('456789')
  expect(asked).toEqual([null])
})

test('plays on a full device', async () => {
  const { play } = start([video()], { full: true })
  expect(await (await play('bytes=0-3')).text()).toBe('0123')
})

test.each([
  ['too large to cache', video({ 'Content-Length': '99999999' })],
  ['of unknown length', new Response('01', { headers: { 'Content-Type': 'video/webm' } })],
  [
    'no video but a page',
    new Response('<h1>', { headers: { 'Content-Type': 'text/html', 'Content-Length': '4' } }),
  ],
  ['not there', new Response('', { status: 404 })],
])('leaves what is %s to the network, with the requested range', async (_, answer) => {
  const { asked, cached, play } = start([answer, new Response('from the network', { status: 206 })])
  expect(await (await play('bytes=0-3')).text()).toBe('from the network')
  expect(asked).toEqual([null, 'bytes=0-3'])
  expect(cached.size).toBe(0)
})
