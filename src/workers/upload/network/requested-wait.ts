import { anySignal } from '../../../lib/async/any-signal.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * ms. The longest wait, whatever the store asks for. A mistake there, such as a date of next year, must not
 * hold back files that could be sent, and one request every five minutes is no burden.
 */
const maxWait = 300_000
/** ms. A shorter wait is not shown: it would be over before the person has read about it. */
const minShownWait = 10_000

/** The wait that the object store asked for. All requests of all tasks share it. */
export type RequestedWait = {
  /**
   * ms since epoch until which the store asked to wait; undefined if there is no wait, or one too short to
   * show.
   */
  until: () => number | undefined
  /** The store is busy: all requests wait for `backoff` ms, or longer if the store named `retryAfter` ms. */
  ask: (backoff: number, retryAfter?: number) => void
  /** Ends the wait, because a person wants to try now. */
  end: () => void
  /** Resolves when requests may be sent, or when the signal aborts. */
  over: (signal: AbortSignal) => Promise<void>
  subscribe: (listener: () => void) => void
}

export const createRequestedWait = ({ now, elapsed, sleep }: Clock): RequestedWait => {
  const shownEnd = createStore<number | undefined>(undefined)
  let endsAt = 0
  let waiting = new AbortController()

  /** Removes its own listeners from signals that outlive the sleep. */
  const sleepUntilEnd = async (signal: AbortSignal) => {
    const done = new AbortController()
    await sleep(endsAt - elapsed(), anySignal(signal, waiting.signal, done.signal))
    done.abort()
  }

  return {
    until: () => (elapsed() < endsAt ? shownEnd.get() : undefined),
    ask: (backoff, retryAfter = 0) => {
      const wait = Math.max(backoff, Math.min(retryAfter, maxWait))
      if (elapsed() + wait <= endsAt) return
      endsAt = elapsed() + wait
      shownEnd.set(retryAfter >= minShownWait ? now() + wait : undefined)
    },
    end: () => {
      endsAt = 0
      shownEnd.set(undefined)
      waiting.abort()
      waiting = new AbortController()
    },
    over: async (signal) => {
      // Sleeps again if another request got a longer wait meanwhile.
      while (!signal.aborted && elapsed() < endsAt) await sleepUntilEnd(signal)
      if (elapsed() >= endsAt) shownEnd.set(undefined)
    },
    subscribe: shownEnd.subscribe,
  }
}
