import { anySignal } from '../../../lib/async/any-signal.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * The longest wait, whatever the object store asks for. A mistake in its response, such as a date in the next
 * year, must not hold back files that could be sent. One request every five minutes is no load for the object
 * store.
 */
const maxWaitMs = 300_000
/** A shorter wait is not shown: it would be over before the coach has read about it. */
const minShownWaitMs = 10_000

/** The wait that the object store asked for. All requests of all tasks share it. */
export type RequestedWait = {
  /**
   * ms since epoch until which the object store asked to wait; undefined if there is no wait, or one too
   * short to show.
   */
  shownEnd: () => number | undefined
  /**
   * Makes all requests wait for `backoff` ms, or for `retryAfter` ms if that is longer and the object store
   * asked for it.
   */
  extend: (backoff: number, retryAfter?: number) => void
  /** Ends the wait, because the coach wants to try now. */
  end: () => void
  /** Resolves when requests may be sent, or when the signal aborts. */
  whenOver: (signal: AbortSignal) => Promise<void>
  subscribe: (listener: () => void) => void
}

export const createRequestedWait = ({ now, elapsed, sleep }: Clock): RequestedWait => {
  const shownEnd = createStore<number | undefined>(undefined)
  /** When the wait ends, in ms of the elapsed clock. */
  let endsAt = 0
  /** Ends the sleep of all waiting requests. */
  let sleepController = new AbortController()

  /**
   * Sleeps until the end of the wait. Then aborts a signal of its own, which removes the listeners from the
   * other signals: they outlive the sleep.
   */
  const sleepUntilEnd = async (signal: AbortSignal) => {
    const sleepEnd = new AbortController()
    await sleep(endsAt - elapsed(), anySignal(signal, sleepController.signal, sleepEnd.signal))
    sleepEnd.abort()
  }

  return {
    shownEnd: () => (elapsed() < endsAt ? shownEnd.get() : undefined),
    extend: (backoff, retryAfter = 0) => {
      const wait = Math.max(backoff, Math.min(retryAfter, maxWaitMs))
      if (elapsed() + wait <= endsAt) return
      endsAt = elapsed() + wait
      shownEnd.set(retryAfter >= minShownWaitMs ? now() + wait : undefined)
    },
    end: () => {
      endsAt = 0
      shownEnd.set(undefined)
      sleepController.abort()
      sleepController = new AbortController()
    },
    whenOver: async (signal) => {
      // Sleeps again if the wait was extended during the sleep.
      while (!signal.aborted && elapsed() < endsAt) await sleepUntilEnd(signal)
      if (elapsed() >= endsAt) shownEnd.set(undefined)
    },
    subscribe: shownEnd.subscribe,
  }
}
