import { isTimeout } from '../lib/is-timeout.ts'

/** What runs under a lock; `signal` aborts when another context took the lock away. */
type Work<T> = (signal: AbortSignal) => Promise<T>

/** Locks over all tabs, workers and the service worker of this browser. */
export type Locks = {
  /**
   * Runs `work` when no other context of this browser holds the lock. A holder that does not let go within `timeout` ms
   * (a page frozen in the background cannot) loses it.
   */
  hold: <T>(name: string, timeout: number, work: Work<T>) => Promise<T>
}

/** Locks by the Web Locks API. */
export const createLocks = (manager: LockManager): Locks => ({
  hold: async (name, timeout, work) => {
    const lost = new AbortController()
    let begun = false
    const request = (options: LockOptions) =>
      manager.request(name, options, async () => {
        begun = true
        return work(lost.signal)
      })
    try {
      return await request({ signal: AbortSignal.timeout(timeout) })
    } catch (error) {
      // Rejects while the work goes on when another context took the lock away.
      lost.abort()
      if (begun || !isTimeout(error)) throw error
    }
    return stealing(manager, name, work)
  },
})

const stealing = async <T>(manager: LockManager, name: string, work: Work<T>): Promise<T> => {
  const lost = new AbortController()
  try {
    return await manager.request(name, { steal: true }, async () => work(lost.signal))
  } finally {
    lost.abort()
  }
}
