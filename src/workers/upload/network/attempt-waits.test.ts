import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { AutomaticRetry } from '../../../uploads/contract.ts'
import type { StorageFailure } from '../transport/storage-failure.ts'
import { createVirtualClock } from '../testing/virtual-clock.ts'
import { createAttempt } from './attempt.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createRequestedWait } from './requested-wait.ts'

const minute = 60_000

const never = new AbortController().signal

/** Requests on a clock that moves only when the test advances it, with the time of each request. */
const asking = (random = 1) => {
  const { clock, advance } = createVirtualClock()
  const connection = { isLost: () => false, checkLost: async () => false, subscribe: () => () => undefined }
  const requestedWait = createRequestedWait(clock)
  const log = { warn: () => undefined, error: () => undefined }
  const retries: AutomaticRetry[] = []
  const onRetry = (repair: AutomaticRetry) => void retries.push(repair)
  const createUploadAttempt = createAttempt({
    clock,
    random: () => random,
    connection,
    requestedWait,
    circuitBreaker: createCircuitBreaker({ clock, random: () => random }),
    log,
    onRetry,
  })
  const begin = clock.elapsed()
  /**
   * Fails with each of these failures in turn and then succeeds, each after `takes` ms. `asked` holds the
   * times of the requests, in ms since the beginning.
   */
  const ask = ({ signal = never, takes = 0 }, ...failures: StorageFailure[]) => {
    const asked: number[] = []
    const request = async () => {
      asked.push(clock.elapsed() - begin)
      await clock.sleep(takes)
      const failure = failures.shift()
      return failure ? fail(failure) : ok('done')
    }
    const body = { storedBodies: { count: 0 }, checkSignature: () => Promise.resolve(ok(undefined)) }
    return { asked, answer: createUploadAttempt()(request, signal, body) }
  }
  return { clock, advance, ask, retries }
}
const slowDown = (retryAfter?: number): StorageFailure => ({
  kind: 'busy',
  code: 'SlowDown',
  ...(retryAfter !== undefined && { retryAfter }),
})

test('reports each failure that is retried with its reason only', async () => {
  const { advance, ask, retries } = asking()
  const passing = [{ kind: 'unreachable' }, { kind: 'busy', code: 'SlowDown' }] satisfies StorageFailure[]
  const { answer } = ask({}, ...passing, { kind: 'refused', code: 'AccessDenied' })
  await advance(minute)
  expect((await answer).ok).toBe(false)
  expect(retries).toEqual([
    { outcome: 'retried', reason: 'unreachable' },
    { outcome: 'retried', reason: 'busy' },
  ])
})

describe('the time between two tries', () => {
  test.each([
    ['doubles', 1, [0, 500, 1500, 3500, 7500, 15_500, 31_500]],
    ['is a random share of that', 0.5, [0, 250, 750, 1750, 3750, 7750, 15_750]],
  ])('%s, and ends after six retries', async (_, random, times) => {
    const { advance, ask } = asking(random)
    const failures = Array.from({ length: 99 }, (): StorageFailure => ({ kind: 'unreachable' }))
    const { asked, answer } = ask({}, ...failures)
    await advance(10 * minute)
    expect(asked).toEqual(times)
    expect(await answer).toEqual(fail({ kind: 'unreachable' }))
  })

  test('is the longest that the store asked for, even for a request that is already waiting', async () => {
    const { advance, ask } = asking()
    const first = ask({}, slowDown(1000))
    ask({ takes: 500 }, slowDown(30_000))
    await advance(100)
    const second = ask({})
    await advance(29_900)
    const third = ask({})
    await advance(minute)
    expect(first.asked).toEqual([0, 30_500])
    expect(second.asked).toEqual([30_500])
    expect(third.asked).toEqual([30_500])
  })

  test('applies to all other requests, even when the store names no time', async () => {
    const { advance, ask } = asking()
    ask({}, slowDown())
    await advance(1)
    const other = ask({})
    await advance(minute)
    expect(other.asked).toEqual([500])
  })

  test('is at most five minutes, so that a wrong answer of a store ends no upload', async () => {
    const { advance, ask } = asking()
    const { asked } = ask({}, slowDown(400 * 24 * 60 * minute))
    await advance(61 * minute)
    expect(asked).toEqual([0, 5 * minute])
  })

  test('ends at once when the upload is paused or cancelled', async () => {
    const { advance, ask } = asking()
    const controller = new AbortController()
    const { asked, answer } = ask(controller, slowDown(30 * minute))
    await advance(1000)
    controller.abort()
    expect(await answer).toEqual(fail({ kind: 'aborted' }))
    expect(asked).toEqual([0])
  })
})
