import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SilentRequest } from '../testing/silent-request.ts'
import { createXhrHandler } from './xhr-handler.ts'

const second = 1000
const partSize = 5 * 1_048_576
/** The order in which a hop forwards the requests that it holds. */
type Order = 'side by side' | 'one after the other'

/**
 * A hop that accepts every body at once and forwards it at its own speed: an upload seems sent from the first
 * moment, and no event follows until its response. The hop drops a request that the browser aborts.
 */
const createHop = (order: Order, line: { bytesPerSecond: number }) => {
  /** Bytes of each request that are still to be forwarded. */
  const left = new Map<SilentRequest, number>()
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const carried = () => [...left].slice(0, order === 'side by side' ? left.size : 1)
  /** Forwards what was due until now, then waits for the next request to be complete. */
  const carry = () => {
    const each = ((performance.now() - since) * line.bytesPerSecond) / second / carried().length
    since = performance.now()
    for (const [request, bytes] of carried()) left.set(request, bytes - each)
    const arrived = carried().filter(([, bytes]) => bytes < 1)
    for (const [request] of arrived) left.delete(request)
    clearTimeout(timer)
    const next = Math.min(...carried().map(([, bytes]) => bytes)) * carried().length
    if (left.size > 0) timer = setTimeout(carry, (next / line.bytesPerSecond) * second)
    for (const [request] of arrived) request.answer()
  }

  const change = (what: () => void) => {
    carry()
    what()
    carry()
  }

  return () => {
    const request = new SilentRequest()
    request.send = (body) => {
      const size = body instanceof Blob ? body.size : 0
      change(() => left.set(request, size))
      request.addEventListener('loadend', () => change(() => left.delete(request)))
      queueMicrotask(() => {
        request.sent(size)
        request.allSent()
      })
    }
    return request as unknown as XMLHttpRequest
  }
}

const put = { method: 'PUT', protocol: 'http:', hostname: 'store', path: '/', query: {}, headers: {} }

/**
 * Sends bodies, four at a time, each until it arrives. Returns how long that took in seconds, and how many
 * requests were aborted.
 */
const sending = (order: Order, speed: { bytesPerSecond: number }) => {
  const { handle } = createXhrHandler(createHop(order, speed), async () => false)
  let cuts = 0
  const arrive = async (body: Blob) => {
    // A part may fail so many times without other progress.
    for (let tries = 0; tries < 7; tries++) {
      const failure = await handle({ ...put, body }).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure === undefined) return
      expect(failure).toMatchObject({ name: 'Stalled' })
      cuts++
    }
    throw new Error('A part was cut too often')
  }
  return async (...sizes: number[]) => {
    const before = performance.now()
    const bodies = sizes.map((size) => new Blob([new Uint8Array(size)])).values()
    const lane = async () => {
      for (const body of bodies) await arrive(body)
    }
    cuts = 0
    await Promise.all(Array.from({ length: 4 }, lane))
    return { took: (performance.now() - before) / second, cuts }
  }
}

// Timers fire without waiting, one after the other.
beforeEach(() => vi.useFakeTimers().setTimerTickMode('nextTimerAsync'))
afterEach(() => vi.useRealTimers())

/** 22 MB, divided into parts. */
const video = [partSize, partSize, partSize, partSize, 22e6 - 4 * partSize]
const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)

describe.each<Order>(['side by side', 'one after the other'])(
  'behind a hop that accepts bodies at once and forwards them %s',
  (order) => {
    test('aborts nothing at 3 MB/s', async () => {
      const { took, cuts } = await sending(order, { bytesPerSecond: 3e6 })(...video)
      expect(cuts).toBe(0)
      expect(took).toBeLessThan((total(video) / 3e6) * 1.1)
    })

    test('a small file with an immediate response does not make the parts behind it stall', async () => {
      const send = sending(order, { bytesPerSecond: 1e6 })
      await send(100_000)
      expect((await send(...video, ...video)).cuts).toBe(0)
    })

    test.each([20_000, 5000])('at %d bytes/s delivers everything with few aborts', async (bytesPerSecond) => {
      const { took, cuts } = await sending(order, { bytesPerSecond })(...video)
      // Each part needs at most 4 more tries; the measured speed applies to all later parts.
      expect(cuts).toBeLessThanOrEqual(16)
      expect(took).toBeLessThan((total(video) / bytesPerSecond) * 3)
    })

    test('small files do not hinder a video on a slow line', async () => {
      const small = Array.from({ length: 200 }, () => 4000)
      const { cuts } = await sending(order, { bytesPerSecond: 20_000 })(...video.slice(0, 2), ...small)
      expect(cuts).toBeLessThanOrEqual(16)
    })

    test('delivers everything on a line that slows down a hundredfold', async () => {
      const speed = { bytesPerSecond: 3e6 }
      const send = sending(order, speed)
      await send(...video)
      speed.bytesPerSecond = 30_000
      const { cuts } = await send(...video)
      expect(cuts).toBeLessThanOrEqual(16)
      expect((await send(...video)).cuts).toBe(0)
    })
  },
)
