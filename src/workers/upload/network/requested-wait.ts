import { anySignal } from '../../../lib/async/any-signal.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * ms. The longest wait, whatever the object store asks for. A mistake there, such as a date of next year,
 * must not hold back files that could be sent, and one request every five minutes does not burden it.
 */
const maxWait = 300_000
/** ms. A shorter wait is not shown: it would be over before the person has read about it. */
const minShownWait = 10_000

/** The wait that the object store asked for. All requests of all tasks share it. */
export type RequestedWait = {
  /**
   * ms since epoch until which the object store asked to wait; undefined if there is no wait, or one too
   * short to show.
   */
  shownEnd: () => number | undefined
  /** All requests wait for `backoff` ms, or longer if the busy object store named `retryAfter` ms. */
  extend: (backoff: number, retryAfter?: number) => void
  /** Ends the wait, because a person wants to try now. */
  end: () => void
  /** Resolves when requests may be sent, or when the signal aborts. */
  whenOver: (signal: AbortSignal) => Promise<void>
  subscribe: (listener: () => void) => void
}

export const createRequestedWait = ({ now, elapsed, sleep }: Clock): RequestedWait => {
  const shownEnd = createStore<number | undefined>(undefined)
  /** ms of the elapsed clock. */
  let endsAt = 0
  /** Ends the sleep of all waiting requests. */
  let sleeping = new AbortController()

  /** Sleeps until the end of the wait. Removes its listeners from signals that outlive the sleep. */
  const sleepUntilEnd = async (signal: AbortSignal) => {
    const sleepEnd = new AbortController()
    await sleep(endsAt - elapsed(), anySignal(signal, sleeping.signal, sleepEnd.signal))
    sleepEnd.abort()
  }

  return {
    shownEnd: () => (elapsed() < endsAt ? shownEnd.get() : undefined),
    extend: (backoff, retryAfter = 0) => {
      const wait = Math.max(backoff, Math.min(retryAfter, maxWait))
      if (elapsed() + wait <= endsAt) return
      endsAt = elapsed() + wait
      shownEnd.set(retryAfter >= minShownWait ? now() + wait : undefined)
    },
    end: () => {
      endsAt = 0
      shownEnd.set(undefined)
      sleeping.abort()
      sleeping = new AbortController()
    },
    whenOver: async (signal) => {
      // Sleeps again if another request got a longer wait meanwhile.
      while (!signal.aborted && elapsed() < endsAt) await sleepUntilEnd(signal)
      if (elapsed() >= endsAt) shownEnd.set(undefined)
    },
    subscribe: shownEnd.subscribe,
  }
}
