import { expect, test } from 'vitest'
import { createServeVideo, respondWithRange } from './serve-video.ts'

const url = 'https://site.example/videos/training-1.webm'
const video = (headers: Record<string, string> = {}) =>
  new Response('0123456789', {
    headers: { 'Content-Type': 'video/webm', 'Content-Length': '10', ...headers },
  })

const start = (answers: Response[], { full = false } = {}) => {
  const cached = new Map<string, Response>()
  const asked: (string | null)[] = []
  const serve = createServeVideo({
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

const whole = () => new Response('0123456789', { headers: { 'Content-Type': 'video/webm' } })

test.each([
  ['bytes=0-', '0123456789', 'bytes 0-9/10'],
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=9-9', '9', 'bytes 9-9/10'],
  ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-30', '0123456789', 'bytes 0-9/10'],
])('%s is answered with %j', async (range, body, contentRange) => {
  const answer = await respondWithRange(whole(), range)
  expect(answer.status).toBe(206)
  expect(answer.headers.get('Content-Range')).toBe(contentRange)
  expect(answer.headers.get('Content-Length')).toBe(String(body.length))
  expect(answer.headers.get('Content-Type')).toBe('video/webm')
  expect(await answer.text()).toBe(body)
})

test.each([null, 'bytes=0-1,4-5', 'bytes=-', 'bytes=4-2', 'bits=1-2'])(
  'answers %s with the whole file',
  async (range) => {
    const answer = await respondWithRange(whole(), range)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('video/webm')
    expect(await answer.text()).toBe('0123456789')
  },
)

test.each(['bytes=10-', 'bytes=99-', 'bytes=-0'])(
  'rejects %s, which is outside of the file',
  async (range) => {
    const answer = await respondWithRange(whole(), range)
    expect(answer.status).toBe(416)
    expect(answer.headers.get('Content-Range')).toBe('bytes */10')
  },
)
