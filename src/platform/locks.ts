import { anySignal } from '../lib/any-signal.ts'
import { createDeferred } from '../lib/deferred.ts'
import { isTimeout } from '../lib/is-timeout.ts'
import { alwaysShown, type PageCache } from './page-cache.ts'

/** What runs under a lock; `signal` aborts when another context took the lock away, or the page was put aside. */
type Work<T> = (signal: AbortSignal) => Promise<T>

/** Locks over all tabs, workers and the service worker of this browser. */
export type Locks = {
  /**
   * Runs `work` when no other context of this browser holds the lock. A holder that does not let go within `timeout` ms
   * (a page frozen in the background cannot) loses it.
   */
  hold: <T>(name: string, timeout: number, work: Work<T>) => Promise<T>
}

/** Locks by the Web Locks API. A page that is put aside lets go of what it holds, and asks again when it is shown. */
export const createLocks = (manager: LockManager, page: PageCache = alwaysShown): Locks => {
  const hold: Locks['hold'] = async <T>(name: string, timeout: number, work: Work<T>): Promise<T> => {
    const lost = new AbortController()
    const aside = new AbortController()
    const left = createDeferred<void>()
    let working: Promise<T> | undefined
    const run = async (options: LockOptions): Promise<T | undefined> => {
      await manager.request(name, options, () => {
        working = work(lost.signal)
        return Promise.race([working, left.promise])
      })
      return working
    }
    const stop = page.onAside(() => {
      lost.abort()
      left.resolve()
      if (!working) aside.abort(new DOMException('The page was put aside', 'TimeoutError'))
    })
    try {
      await page.shown()
      const patient = anySignal(aside.signal, AbortSignal.timeout(timeout))
      await run({ signal: patient }).catch(async (error: unknown) => {
        if (working || !isTimeout(error)) {
          await page.stays()
          throw error
        }
        if (!aside.signal.aborted) await run({ steal: true })
      })
    } finally {
      // A request rejects while its work goes on when another context took the lock away.
      lost.abort()
      stop()
    }
    return working ?? hold(name, timeout, work)
  }
  return { hold }
}
