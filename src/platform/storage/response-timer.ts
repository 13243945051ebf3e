import { withTimeLimit } from '../../lib/async/time-limit.ts'

/**
 * If the database does not respond for this time, a page or form continues without the stored values. Longer
 * than 5 s, which Safari may need to open a database.
 */
export const maxResponseMs = 6000
/**
 * How long a caller waits for a database that has been unresponsive for `maxResponseMs`. A database that works
 * again responds within this time.
 */
const minWaitMs = 300

/** The error if the database did not respond. Every other error is a response of the database. */
export class NoResponseError extends Error {}

/**
 * Measures how long a database has been unresponsive: calls wait for it, and none has ended. The time limit
 * starts with the first waiting caller. Otherwise, a page that makes several calls in sequence would wait for
 * the full time limit at each of them.
 */
export const createResponseTimer = () => {
  /** The number of calls of `track` that have not ended. */
  let waitingCount = 0
  /** When the database became unresponsive, by `performance.now()`, or undefined if it is not. */
  let unresponsiveSince: number | undefined
  return {
    /**
     * Runs work. When it ends, the database has responded, even with an error. Only `NoResponseError` shows
     * that it has not.
     */
    track: async <T>(work: () => Promise<T>): Promise<T> => {
      waitingCount += 1
      unresponsiveSince ??= performance.now()
      let hasResponded = true
      try {
        return await work()
      } catch (error) {
        hasResponded = !(error instanceof NoResponseError)
        throw error
      } finally {
        waitingCount -= 1
        // For the calls that still wait, the time starts again now.
        if (hasResponded) unresponsiveSince = waitingCount > 0 ? performance.now() : undefined
      }
    },
    /** Stops measuring, for a suspended page, which cannot expect a response. */
    reset: () => {
      unresponsiveSince = undefined
    },
    /**
     * Resolves to the result of `work`, or to undefined when the database has not responded for
     * `maxResponseMs`. The work itself continues.
     */
    withTimeLimit: <T>(work: Promise<T>): Promise<T | undefined> => {
      const unresponsiveMs = unresponsiveSince === undefined ? 0 : performance.now() - unresponsiveSince
      return withTimeLimit(work, Math.max(maxResponseMs - unresponsiveMs, minWaitMs))
    },
  }
}
