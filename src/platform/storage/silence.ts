import { forAWhile } from '../../lib/for-a-while.ts'

/** ms without a response after which a page is shown, or a form answered, without what is stored; Safari may need 5 s to open a database */
export const longestSilence = 6000
/** ms in which a database that was silent, and works again, responds */
const leastWait = 300

/** What waits for a database that does not respond fails in the end: that is no response of it. */
export class NoResponse extends Error {}

/** Remembers how long a database has not responded, so that its limit counts from the first who waited, and not for each anew. */
export const createSilence = () => {
  let waiting = 0
  /** ms of the page's own clock */
  let since: number | undefined
  return {
    /** Work that gets a response of the database. */
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
    /** Nothing is expected of it, because the page is put aside. */
    rest: () => {
      since = undefined
    },
    /** Resolves with work on the database, or to undefined when that has not responded for `longestSilence`; the work goes on. */
    inTime: <T>(work: Promise<T>): Promise<T | undefined> => {
      const silent = since === undefined ? 0 : performance.now() - since
      return forAWhile(work, Math.max(longestSilence - silent, leastWait))
    },
  }
}
