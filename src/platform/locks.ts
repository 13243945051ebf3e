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
   * (a page frozen in the background cannot) loses it, to one of those who waited for it: the others wait for that one.
   */
  hold: <T>(name: string, timeout: number, work: Work<T>) => Promise<T>
}

/** Takes locks away from holders that do not let go, and only from those who were waited for. */
const createTakeovers = (manager: LockManager) => {
  /** How often this context has taken each lock away: its own requests all have the same client. */
  const taken = new Map<string, number>()
  const countOf = (name: string) => taken.get(name) ?? 0
  const clientOf = (name: string) =>
    manager.query().then(
      ({ held }) => held?.find((lock) => lock.name === name)?.clientId,
      // Of a page that was left; its requests fail as well.
      () => undefined,
    )

  /** Takes note of who holds a lock; the function returned says whether it is to be taken away from them now. */
  return (name: string): (() => Promise<boolean>) => {
    const count = countOf(name)
    const before = clientOf(name)
    return async () => {
      const isSame = (await before) === (await clientOf(name))
      if (!isSame || countOf(name) !== count) return false
      taken.set(name, count + 1)
      return true
    }
  }
}

/** Locks by the Web Locks API. A page that is put aside lets go of what it holds, and asks again when it is shown. */
export const createLocks = (manager: LockManager, page: PageCache = alwaysShown): Locks => {
  const waitFor = createTakeovers(manager)
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
      const isToTake = waitFor(name)
      const patient = anySignal(aside.signal, AbortSignal.timeout(timeout))
      await run({ signal: patient }).catch(async (error: unknown) => {
        if (working || !isTimeout(error)) throw error
        if (!aside.signal.aborted && (await isToTake())) await run({ steal: true })
      })
    } catch (error) {
      await page.stays()
      throw error
    } finally {
      // A request rejects while its work goes on when another context took the lock away.
      lost.abort()
      stop()
    }
    return working ?? hold(name, timeout, work)
  }
  return { hold }
}
