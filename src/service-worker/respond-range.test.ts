import { expect, test } from 'vitest'
import { respondRangeOf } from './respond-range.ts'

const whole = () => new Response('0123456789', { headers: { 'Content-Type': 'video/webm' } })

test.each([
  ['bytes=0-', '0123456789', 'bytes 0-9/10'],
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=9-9', '9', 'bytes 9-9/10'],
  ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-30', '0123456789', 'bytes 0-9/10'],
])('%s is answered with %j', async (range, body, contentRange) => {
  const answer = await respondRangeOf(whole(), range)
  expect(answer.status).toBe(206)
  expect(answer.headers.get('Content-Range')).toBe(contentRange)
  expect(answer.headers.get('Content-Length')).toBe(String(body.length))
  expect(answer.headers.get('Content-Type')).toBe('video/webm')
  expect(await answer.text()).toBe(body)
})

test.each([null, 'bytes=0-1,4-5', 'bytes=-', 'bytes=4-2', 'bits=1-2'])(
  'answers %s with the whole file',
  async (range) => {
    const answer = await respondRangeOf(whole(), range)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('video/webm')
    expect(await answer.text()).toBe('0123456789')
  },
)

test.each(['bytes=10-', 'bytes=99-', 'bytes=-0'])(
  'rejects %s, which is outside of the file',
  async (range) => {
    const answer = await respondRangeOf(whole(), range)
    expect(answer.status).toBe(416)
    expect(answer.headers.get('Content-Range')).toBe('bytes */10')
  },
)
