import { withTimeLimit } from '../../lib/async/time-limit.ts'

/**
 * In ms. After this time without a response, a page or form continues without the stored values. Safari may
 * need 5 s to open a database.
 */
export const maxSilence = 6000
/** In ms. A database that responds again does so within this time. */
const minWait = 300

/** The error of work that waited in vain for a database. It does not count as a response. */
export class NoResponse extends Error {}

/**
 * Measures how long a database has not responded, so that the limit counts from the first waiting caller
 * instead of from each one.
 */
export const createSilenceTimer = () => {
  /** The number of calls of `track` that have not ended. */
  let waiting = 0
  /** When the silence began, in ms by the page's monotonic clock; undefined if the database is not silent. */
  let silentSince: number | undefined
  return {
    /** Runs work whose end is a response of the database. */
    track: async <T>(work: () => Promise<T>): Promise<T> => {
      waiting += 1
      silentSince ??= performance.now()
      let hasResponded = true
      try {
        return await work()
      } catch (error) {
        hasResponded = !(error instanceof NoResponse)
        throw error
      } finally {
        waiting -= 1
        if (hasResponded) silentSince = waiting > 0 ? performance.now() : undefined
      }
    },
    /** Resets the time, because a suspended page expects no response. */
    reset: () => {
      silentSince = undefined
    },
    /**
     * Resolves to the result of `work`, or to undefined once the database has not responded for
     * `maxSilence`. The work continues.
     */
    withTimeLimit: <T>(work: Promise<T>): Promise<T | undefined> => {
      const silence = silentSince === undefined ? 0 : performance.now() - silentSince
      return withTimeLimit(work, Math.max(maxSilence - silence, minWait))
    },
  }
}
