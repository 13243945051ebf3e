import { anySignal } from '../../../lib/any-signal.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * ms that no wait exceeds, whatever the store says: a mistake there, as a date of next year, must not keep files here
 * that could be sent, and one request every five minutes is no burden to anybody.
 */
const longestWait = 300_000
/** ms; a shorter wait is over before anybody has read of it. */
const leastTold = 10_000

/** The wait that the object store asked for. It is one for all requests of all tasks. */
export type RequestedWait = {
  /** ms since epoch until which the store asked to wait; undefined where nobody waits so long. */
  until: () => number | undefined
  /** The store is busy: all wait for `backoff` ms, or longer where it named `retryAfter` ms. */
  ask: (backoff: number, retryAfter?: number) => void
  /** Ends the wait, because a person wants to try now. */
  end: () => void
  /** Resolves when requests may leave, or the signal aborts. */
  over: (signal: AbortSignal) => Promise<void>
  /** Calls the listener when `until` changes. */
  subscribe: (listener: () => void) => void
}

export const createRequestedWait = ({ now, elapsed, sleep }: Clock): RequestedWait => {
  const told = createStore<number | undefined>(undefined)
  let endsAt = 0
  let waiting = new AbortController()

  /** Its listeners on signals that outlive it go with it. */
  const sleepUntilEnd = async (signal: AbortSignal) => {
    const done = new AbortController()
    await sleep(endsAt - elapsed(), anySignal(signal, waiting.signal, done.signal))
    done.abort()
  }

  return {
    until: () => (elapsed() < endsAt ? told.get() : undefined),
    ask: (backoff, retryAfter = 0) => {
      const wait = Math.max(backoff, Math.min(retryAfter, longestWait))
      if (elapsed() + wait <= endsAt) return
      endsAt = elapsed() + wait
      told.set(retryAfter >= leastTold ? now() + wait : undefined)
    },
    end: () => {
      endsAt = 0
      told.set(undefined)
      waiting.abort()
      waiting = new AbortController()
    },
    over: async (signal) => {
      // Again where another request was given a longer time meanwhile.
      while (!signal.aborted && elapsed() < endsAt) await sleepUntilEnd(signal)
      if (elapsed() >= endsAt) told.set(undefined)
    },
    subscribe: told.subscribe,
  }
}
