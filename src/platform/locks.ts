import { anySignal } from '../lib/async/any-signal.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { isTimeout } from '../lib/async/time-limit.ts'
import { alwaysShown, type PageCache } from './page-cache.ts'

/** Work under a lock. `signal` aborts if another context takes the lock or the browser suspends the page. */
type Work<T> = (signal: AbortSignal) => Promise<T>

/** Locks across all tabs, workers and the service worker of this browser. */
export type Locks = {
  /**
   * Runs `work` when no other context of this browser holds the lock. A holder that keeps the lock longer
   * than `timeout` ms, such as a page frozen in the background, loses it to one of the waiting contexts. The
   * other contexts then wait for the new holder.
   */
  hold: <T>(name: string, timeout: number, work: Work<T>) => Promise<T>
  /** Whether the service worker holds the lock. False if the browser does not say who holds it. */
  isHeldByServiceWorker: (name: string) => Promise<boolean>
}

/**
 * The lock that the service worker holds while it works. It identifies the worker, because the browser tells
 * which client holds a lock, but not what kind of client it is.
 */
const serviceWorkerLock = 'service-worker'

/** Runs work of the service worker so that pages can tell its locks from those of a window. */
export const workAsServiceWorker = <T>(
  manager: Pick<LockManager, 'request'>,
  work: () => Promise<T>,
): Promise<T> => manager.request(serviceWorkerLock, { mode: 'shared' }, work)

const createIsHeldByServiceWorker =
  (manager: LockManager): Locks['isHeldByServiceWorker'] =>
  async (name) => {
    try {
      const { held = [] } = await manager.query()
      const client = held.find((lock) => lock.name === name)?.clientId
      const isOfWorker = (lock: LockInfo) => lock.name === serviceWorkerLock && lock.clientId === client
      return client !== undefined && held.some(isOfWorker)
    } catch {
      return false
    }
  }

/** Decides whether to take a lock from its holder: only if the holder has not changed during the wait. */
const createTakeovers = (manager: LockManager) => {
  /**
   * How often this context has taken each lock. Needed because all of its requests have the same client id,
   * so that a change between two of them is not visible in the id.
   */
  const takeoverCounts = new Map<string, number>()
  const getCount = (name: string) => takeoverCounts.get(name) ?? 0
  const findHolder = (name: string) =>
    manager.query().then(
      ({ held }) => held?.find((lock) => lock.name === name)?.clientId,
      // In a page that was left, `query` fails, and so do its requests.
      () => undefined,
    )

  /** Records the present holder of a lock. The returned function resolves to whether to take the lock now. */
  return (name: string): (() => Promise<boolean>) => {
    const count = getCount(name)
    const holder = findHolder(name)
    return async () => {
      const isSameHolder = (await holder) === (await findHolder(name))
      if (!isSameHolder || getCount(name) !== count) return false
      takeoverCounts.set(name, count + 1)
      return true
    }
  }
}

/** Locks by the Web Locks API. A suspended page releases its locks and requests them when it is shown. */
export const createLocks = (manager: LockManager, page: PageCache = alwaysShown): Locks => {
  const observeHolder = createTakeovers(manager)
  const hold: Locks['hold'] = async <T>(name: string, timeout: number, work: Work<T>): Promise<T> => {
    /** Aborts the work's signal: the work no longer holds the lock, or has ended. */
    const lockEnd = new AbortController()
    /** Aborts a request that waits for the lock. */
    const suspension = new AbortController()
    /** Releases the lock of a suspended page, although the work has not ended. */
    const release = createDeferred<void>()
    let running: Promise<T> | undefined
    const runUnderLock = async (options: LockOptions): Promise<T | undefined> => {
      await manager.request(name, options, () => {
        running = work(lockEnd.signal)
        return Promise.race([running, release.promise])
      })
      return running
    }
    const unsubscribe = page.onSuspend(() => {
      lockEnd.abort()
      release.resolve()
      if (!running) suspension.abort(new DOMException('The page is suspended', 'TimeoutError'))
    })
    try {
      await page.shown()
      const mayTake = observeHolder(name)
      const signal = anySignal(suspension.signal, AbortSignal.timeout(timeout))
      await runUnderLock({ signal }).catch(async (error: unknown) => {
        if (running || !isTimeout(error)) throw error
        if (!suspension.signal.aborted && (await mayTake())) await runUnderLock({ steal: true })
      })
    } catch (error) {
      // In a page that is left permanently, this never resolves, so the failure is not reported.
      await page.stays()
      throw error
    } finally {
      // If another context takes the lock, the request rejects while its work continues.
      lockEnd.abort()
      unsubscribe()
    }
    // Without a turn, it waits again: for the page to be shown, or for the new holder.
    return running ?? hold(name, timeout, work)
  }
  return { hold, isHeldByServiceWorker: createIsHeldByServiceWorker(manager) }
}
