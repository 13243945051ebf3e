import { anySignal } from '../../../lib/async/any-signal.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createStore } from '../../../lib/create-store.ts'

/**
 * The longest wait, whatever the object store asks for. A mistake in its response, such as a date in the next
 * year, must not hold back files that could be sent. One request every five minutes is no load for the object
 * store.
 */
const maxWaitMs = 300_000
/** A shorter wait is not shown, because it would be over before the coach has read about it. */
const minShownWaitMs = 10_000

/**
 * A time during which no request is sent, because the object store asked for fewer requests, for example with
 * `Retry-After`, or refused the credentials. All requests of all tasks share this wait.
 */
export type RequestedWait = {
  /**
   * Returns the end of the wait in ms since the epoch, or undefined if there is no wait, or none that is long
   * enough to show.
   */
  getShownEnd: () => number | undefined
  /**
   * Makes all requests wait, unless they already wait longer. `backoffMs` is the wait that this app chose,
   * `retryAfterMs` the wait that the object store asked for, if any. The longer wait applies.
   */
  extend: (backoffMs: number, retryAfterMs?: number) => void
  /** Ends the wait, because the coach wants to upload now. */
  end: () => void
  /** Resolves when requests may be sent, or when the signal aborts. */
  whenOver: (signal: AbortSignal) => Promise<void>
  /** Calls `listener` when the value of `getShownEnd` may have changed. */
  subscribe: (listener: () => void) => void
}

export const createRequestedWait = ({ now, elapsed, sleep }: Clock): RequestedWait => {
  const shownEnd = createStore<number | undefined>(undefined)
  /** When the wait ends, in ms of the elapsed clock. */
  let endsAt = 0
  /** Ends the sleep of all waiting requests. */
  let sleepController = new AbortController()

  /**
   * Sleeps until the wait ends, or the given signal or that of `sleepController` aborts. At the end, aborts a
   * third signal, which makes `anySignal` remove its listeners from these two signals. They exist much longer
   * than this sleep, and would collect listeners.
   */
  const sleepUntilEnd = async (signal: AbortSignal) => {
    const sleepEnd = new AbortController()
    await sleep(endsAt - elapsed(), anySignal(signal, sleepController.signal, sleepEnd.signal))
    sleepEnd.abort()
  }

  return {
    getShownEnd: () => (elapsed() < endsAt ? shownEnd.get() : undefined),
    extend: (backoffMs, retryAfterMs = 0) => {
      const waitMs = Math.max(backoffMs, Math.min(retryAfterMs, maxWaitMs))
      if (elapsed() + waitMs <= endsAt) return
      endsAt = elapsed() + waitMs
      shownEnd.set(retryAfterMs >= minShownWaitMs ? now() + waitMs : undefined)
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
