import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFetchUnlessStalled } from './fetch-with-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const aborted = ({ signal }: RequestInit = {}) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

const readBytes = async (body: BodyInit | null): Promise<number[]> => [
  ...new Uint8Array(await new Response(body).arrayBuffer()),
]

const catchFailure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** A server whose response and bytes a test sends. */
const start = () => {
  const responded = Promise.withResolvers<Response>()
  const bytes = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const writer = bytes.writable.getWriter()
  const fetch = createFetchUnlessStalled((_address, init) => {
    init?.signal?.addEventListener(
      'abort',
      () => void writer.abort(init.signal?.reason).catch(() => undefined),
    )
    return Promise.race([responded.promise, aborted(init)])
  })
  const respond = () => responded.resolve(new Response(bytes.readable, { headers: { ETag: '"a"' } }))
  return {
    fetch,
    respond,
    send: (byte: number) => writer.write(new Uint8Array([byte])),
    end: () => writer.close(),
  }
}

test('receives a slow file completely, as long as bytes keep arriving', async () => {
  const { fetch, respond, send, end } = start()
  const response = fetch('/video')
  await vi.advanceTimersByTimeAsync(29_000)
  respond()
  const { headers, body } = await response
  const read = readBytes(body)
  for (const byte of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(29_000)
    await send(byte)
  }
  await end()
  expect(await read).toEqual([1, 2, 3])
  expect(headers.get('ETag')).toBe('"a"')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects when a request gets no response', async () => {
  const lost = catchFailure(start().fetch('/video'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await lost).toBeInstanceOf(TypeError)
})

test('rejects when a response stops in the middle', async () => {
  const { fetch, respond, send } = start()
  respond()
  const { body } = await fetch('/video')
  const lost = catchFailure(readBytes(body))
  await send(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await lost).toBeInstanceOf(TypeError)
})

test('a slow reader does not count as a stall', async () => {
  const { fetch, respond, send, end } = start()
  respond()
  const { body } = await fetch('/video')
  await send(1)
  await vi.advanceTimersByTimeAsync(90_000)
  void send(2).then(end)
  expect(await readBytes(body)).toEqual([1, 2])
})

test('the caller can abort the request', async () => {
  const stop = new AbortController()
  const response = start().fetch('/video', { signal: stop.signal })
  stop.abort()
  await expect(response).rejects.toThrow('aborted')
})
