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
export const createSilence = () => {
  let waiting = 0
  /** In ms, by the page's monotonic clock. */
  let since: number | undefined
  return {
    /** Runs work that gets a response from the database. */
    listen: async <T>(work: () => Promise<T>): Promise<T> => {
      waiting += 1
      since ??= performance.now()
      let isHeard = true
      try {
        return await work()
      } catch (error) {
        isHeard = !(error instanceof NoResponse)
        throw error
      } finally {
        waiting -= 1
        if (isHeard) since = waiting > 0 ? performance.now() : undefined
      }
    },
    /** Resets the time, because a suspended page expects no response. */
    rest: () => {
      since = undefined
    },
    /**
     * Resolves to the result of `work`, or to undefined once the database has not responded for
     * `maxSilence`. The work continues.
     */
    inTime: <T>(work: Promise<T>): Promise<T | undefined> => {
      const silent = since === undefined ? 0 : performance.now() - since
      return withTimeLimit(work, Math.max(maxSilence - silent, minWait))
    },
  }
}
