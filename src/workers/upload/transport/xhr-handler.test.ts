import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createXhrHandler } from './xhr-handler.ts'

/** A request that only does what a test tells it to. */
class SilentRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  response = new Blob()
  responseType = ''
  open = () => undefined
  send = () => undefined
  setRequestHeader = () => undefined
  getAllResponseHeaders = () => ''
  abort = () => this.dispatchEvent(new Event('loadend'))
  sent = (loaded: number) => this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
  allSent = () => this.upload.dispatchEvent(new Event('load'))
  answer = () => {
    this.status = 200
    this.dispatchEvent(new Event('loadend'))
  }
}

const second = 1000
const put = {
  method: 'PUT',
  protocol: 'http:',
  hostname: 'store',
  path: '/',
  query: {},
  headers: {},
  body: new Blob(['part']),
}

const start = () => {
  const requests: SilentRequest[] = []
  const handler = createXhrHandler(() => {
    const request = new SilentRequest()
    requests.push(request)
    return request as unknown as XMLHttpRequest
  })
  /** Sends a part; tells how it ended, and whether it did. */
  const send = (body: Blob | string = put.body) => {
    const ended = vi.fn<(how: string) => void>()
    handler.handle({ ...put, body }).then(
      () => ended('answered'),
      (error: unknown) => ended(error instanceof Error ? error.name : 'thrown'),
    )
    const [request] = requests.slice(-1)
    if (!request) throw new Error('nothing was sent')
    return { request, ended }
  }
  return { send }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a part of which no byte moves for 30 s is a stall', async () => {
  const { ended } = start().send()
  await vi.advanceTimersByTimeAsync(29 * second)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(ended).toHaveBeenCalledWith('Stalled')
})

test('a part that moves, however slowly, is none', async () => {
  const { request, ended } = start().send()
  for (let sent = 1; sent <= 10; sent++) {
    await vi.advanceTimersByTimeAsync(29 * second)
    request.sent(sent)
  }
  request.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledWith('answered')
})

test('once all bytes are sent, the response has two minutes', async () => {
  const { request, ended } = start().send()
  request.allSent()
  await vi.advanceTimersByTimeAsync(119 * second)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(ended).toHaveBeenCalledWith('Stalled')
})

test('each stall doubles the timeout, and a response ends that', async () => {
  const { send } = start()
  const first = send()
  await vi.advanceTimersByTimeAsync(31 * second)
  expect(first.ended).toHaveBeenCalledWith('Stalled')
  const next = send()
  await vi.advanceTimersByTimeAsync(59 * second)
  expect(next.ended).not.toHaveBeenCalled()
  next.request.answer()
  const last = send()
  await vi.advanceTimersByTimeAsync(31 * second)
  expect(last.ended).toHaveBeenCalledWith('Stalled')
})

test('the list of 10,000 parts may take a slow line longer than a response', async () => {
  const { request, ended } = start().send('<Part>'.repeat(230_000))
  for (let sent = 1; sent <= 10; sent++) {
    await vi.advanceTimersByTimeAsync(20 * second)
    request.sent(sent)
  }
  request.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledWith('answered')
})
