import { describe, expect, test } from 'vitest'
import { fetchJson, retryWaitsMs, silenceMs } from './fetch-json.ts'

/** A server that sends the responses in order. An Error stands for a lost connection. */
const server = (...responses: (Response | Error)[]) => {
  const waits: number[] = []
  const modes: (RequestCache | undefined)[] = []
  let calls = 0
  return {
    waits,
    modes,
    calls: () => calls,
    deps: {
      fetch: async (_: string, { cache, method = 'GET' }: RequestInit): Promise<Response> => {
        if (method === 'GET') {
          modes.push(cache)
          calls += 1
        }
        const response = responses[Math.min(calls, responses.length) - 1]!
        if (response instanceof Error) throw response
        if (method === 'HEAD') return new Response(null, response)
        // A browser rejects a body that does not match the integrity of its address.
        if (!response.ok) throw mismatch
        return response.clone()
      },
      isOnline: () => true,
      wait: (ms: number): Promise<void> => {
        if (ms === silenceMs) return new Promise(() => undefined)
        waits.push(ms)
        return Promise.resolve()
      },
    },
  }
}

const lost = new TypeError('Failed to fetch')
const mismatch = new TypeError('Failed to find a valid digest in the integrity attribute')
const catalogue = new Response('{"a":["A"]}')

describe('fetchJson', () => {
  test('sends one request when the first response is good', async () => {
    const { deps, calls, waits } = server(catalogue)
    expect(await fetchJson('/x', deps)).toEqual({ ok: true, value: { a: ['A'] } })
    expect(calls()).toBe(1)
    expect(waits).toEqual([])
  })

  test('retries a lost connection and a failing server, waiting twice as long each time', async () => {
    const { deps, waits } = server(lost, new Response('', { status: 503 }), lost, catalogue)
    expect(await fetchJson('/x', deps)).toEqual({ ok: true, value: { a: ['A'] } })
    expect(waits).toEqual([350, 700, 1400])
  })

  test('gives up after five retries', async () => {
    const { deps, calls, waits } = server(lost)
    expect(await fetchJson('/x', deps)).toEqual({ ok: false, error: 'failed' })
    expect(calls()).toBe(6)
    expect(waits).toEqual([...retryWaitsMs])
  })

  test('retries a response that is not JSON, as a captive portal sends it', async () => {
    const { deps, calls } = server(new Response('<html>'), catalogue)
    expect((await fetchJson('/x', deps)).ok).toBe(true)
    expect(calls()).toBe(2)
  })

  test('bypasses every cache when the cached response is not JSON', async () => {
    const { deps, modes } = server(new Response('{"a":["A'), catalogue)
    expect((await fetchJson('/x', deps)).ok).toBe(true)
    expect(modes).toEqual(['default', 'reload'])
  })

  test('treats an address that does not exist as part of a removed build', async () => {
    const { deps, calls } = server(new Response('', { status: 404 }))
    expect(await fetchJson('/x', deps)).toEqual({ ok: false, error: 'gone' })
    expect(calls()).toBe(1)
  })

  test('reports at once that it is offline', async () => {
    const { deps, waits } = server(lost)
    expect(await fetchJson('/x', { ...deps, isOnline: () => false })).toEqual({ ok: false, error: 'offline' })
    expect(waits).toEqual([])
  })

  test('times out on a network that never responds', async () => {
    const silent = { fetch: () => new Promise<Response>(() => undefined), wait: async () => undefined }
    expect(await fetchJson('/x', { ...silent, isOnline: () => false })).toEqual({
      ok: false,
      error: 'offline',
    })
  })

  test('waits for a slow response when the server is reachable', async () => {
    const slow = Promise.withResolvers<Response>()
    const isOnline = () => {
      slow.resolve(catalogue.clone())
      return true
    }
    const fetched = fetchJson('/x', { fetch: () => slow.promise, wait: async () => undefined, isOnline })
    expect((await fetched).ok).toBe(true)
  })
})
