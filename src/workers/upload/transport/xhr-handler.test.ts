import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SilentRequest } from '../testing/silent-request.ts'
import { createXhrHandler } from './xhr-handler.ts'

const second = 1000
const put = {
  method: 'PUT',
  protocol: 'http:',
  hostname: 'store',
  path: '/',
  query: {},
  headers: {},
  body: new Blob([new Uint8Array(5 * 1_048_576)]),
}

const start = (isElsewhere = async () => false) => {
  const requests: SilentRequest[] = []
  const handler = createXhrHandler(() => {
    const request = new SilentRequest()
    requests.push(request)
    return request as unknown as XMLHttpRequest
  }, isElsewhere)
  /** Sends a part, or the body that a test passes. Returns how it ended, if it did. */
  const send = (body: Blob | string = put.body, other: object = {}) => {
    const ended = vi.fn<(how: string) => void>()
    handler.handle({ ...put, body, ...other }).then(
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

test('a part of which no byte moves for 30 s stalls', async () => {
  const { ended } = start().send()
  await vi.advanceTimersByTimeAsync(29 * second)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(ended).toHaveBeenCalledWith('Stalled')
})

test('a part that moves, however slowly, does not stall', async () => {
  const { request, ended } = start().send()
  for (let sent = 1; sent <= 10; sent++) {
    await vi.advanceTimersByTimeAsync(29 * second)
    request.sent(sent)
  }
  request.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledWith('answered')
})

test('allows a store two minutes to assemble an object', async () => {
  const { ended } = start().send('', { method: 'POST', query: { uploadId: 'u' } })
  await vi.advanceTimersByTimeAsync(119 * second)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(ended).toHaveBeenCalledWith('Stalled')
})

test.each([
  ['a part of which nothing is known', put.body, {}],
  ['a question', '', { method: 'GET' }],
])('allows 30 s for the response to %s', async (_, body, other) => {
  const { request, ended } = start().send(body, other)
  request.allSent()
  await vi.advanceTimersByTimeAsync(29 * second)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(ended).toHaveBeenCalledWith('Stalled')
})

test('a part whose siblings had immediate responses waits not much longer for its own', async () => {
  const { send } = start()
  const [lost, sibling] = [send(), send()]
  for (const { request } of [lost, sibling]) request.allSent()
  await vi.advanceTimersByTimeAsync(second)
  sibling.request.answer()
  await vi.advanceTimersByTimeAsync(3 * second)
  expect(lost.ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(lost.ended).toHaveBeenCalledWith('Stalled')
})

test('on a slow line, where siblings waited for their responses, a part has four times as long', async () => {
  const { send } = start()
  const [slow, sibling] = [send(), send()]
  sibling.request.allSent()
  await vi.advanceTimersByTimeAsync(6 * second)
  sibling.request.answer()
  slow.request.allSent()
  await vi.advanceTimersByTimeAsync(23 * second)
  expect(slow.ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(slow.ended).toHaveBeenCalledWith('Stalled')
})

test.each([
  [true, 'Redirected'],
  [false, 'Unreachable'],
])('without a response, checks whether the store has moved: %s', async (is, name) => {
  const { request, ended } = start(async () => is).send()
  request.dispatchEvent(new Event('loadend'))
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledWith(name)
})

test.each([
  ['the last byte', (request: SilentRequest) => request.sent(put.body.size), 'Unanswered'],
  ['a part of it', (request: SilentRequest) => request.sent(put.body.size - 1), 'Unreachable'],
])('a body of which %s was sent, without a response', async (_, leave, name) => {
  const { request, ended } = start().send()
  leave(request)
  request.dispatchEvent(new Event('loadend'))
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledWith(name)
})

test('a part that was aborted has four times as long the next time, until a response comes', async () => {
  const { send } = start()
  // After a pause, the part is read again: another body of the same part.
  const query = { uploadId: 'upload-1', partNumber: '2' }
  const sendPart = () => send(put.body.slice(), { query })
  const first = sendPart()
  await vi.advanceTimersByTimeAsync(31 * second)
  expect(first.ended).toHaveBeenCalledWith('Stalled')
  const next = sendPart()
  await vi.advanceTimersByTimeAsync(119 * second)
  expect(next.ended).not.toHaveBeenCalled()
  next.request.answer()
  const last = sendPart()
  await vi.advanceTimersByTimeAsync(31 * second)
  expect(last.ended).toHaveBeenCalledWith('Stalled')
})

test('allows a part that took long to send as long for its response, so that buffers of the device empty', async () => {
  const { request, ended } = start().send()
  for (let sent = 1; sent <= 10; sent++) {
    await vi.advanceTimersByTimeAsync(20 * second)
    request.sent(sent)
  }
  request.allSent()
  await vi.advanceTimersByTimeAsync(199 * second)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2 * second)
  expect(ended).toHaveBeenCalledWith('Stalled')
})

test('a refusal does not change the measured speed of the line', async () => {
  const { send } = start()
  const refused = send().request
  refused.allSent()
  refused.answer(503)
  const { request, ended } = send()
  request.allSent()
  await vi.advanceTimersByTimeAsync(29 * second)
  expect(ended).not.toHaveBeenCalled()
})

test('allows the list of 10,000 parts longer on a slow line than a response', async () => {
  const { request, ended } = start().send('<Part>'.repeat(230_000))
  for (let sent = 1; sent <= 10; sent++) {
    await vi.advanceTimersByTimeAsync(20 * second)
    request.sent(sent)
  }
  request.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledWith('answered')
})
