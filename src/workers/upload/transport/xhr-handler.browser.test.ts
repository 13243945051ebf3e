import { expect, test } from 'vitest'
import { createXhrHandler } from './xhr-handler.ts'

const here = new URL(location.href)
const request = (overrides: object = {}) => ({
  method: 'GET',
  protocol: here.protocol,
  hostname: here.hostname,
  port: Number(here.port),
  path: '/',
  query: {},
  headers: {},
  ...overrides,
})
const { handle } = createXhrHandler()

test('a response has its status, its headers in lower case, and its body', async () => {
  const query = { 'x-id': 'Get Part', list: ['a', 'b'], empty: null }
  const { response } = await handle(request({ path: '/package.json', query }))
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBeTypeOf('string')
  expect(response.body).toBeInstanceOf(Blob)
})

test('resolves with a response of an error status', async () => {
  // Vite's own server, which serves this test, refuses to serve the environment file.
  const { response } = await handle(request({ path: '/.env.development' }))
  expect(response.statusCode).toBe(403)
})

test('rejects when the connection is refused', async () => {
  await expect(handle(request({ protocol: 'http:', hostname: '127.0.0.1', port: 1 }))).rejects.toMatchObject({
    name: 'Unreachable',
  })
})

test('rejects on an abort, before and after the request has begun', async () => {
  const controller = new AbortController()
  const sent = handle(request(), { abortSignal: controller.signal })
  controller.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  await expect(handle(request(), { abortSignal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('the progress of a body ends at its size', async () => {
  const seen: number[] = []
  const body = new Blob([new Uint8Array(2_000_000)])
  const options = { onProgress: (bytes: number) => void seen.push(bytes) }
  await handle(request({ method: 'PUT', body }), options).catch(() => undefined)
  expect(seen.at(-1)).toBe(body.size)
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
})
