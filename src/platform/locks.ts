import { anySignal } from '../lib/async/any-signal.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { isTimeout } from '../lib/async/time-limit.ts'
import { alwaysShown, type PageCache } from './page-cache.ts'

/** Work that needs a lock. `signal` aborts if another context takes the lock or the page is suspended. */
type Work<T> = (signal: AbortSignal) => Promise<T>

/** Locks across all tabs, workers and the service worker of this browser. */
export type Locks = {
  /**
   * Runs `work` when no other context of this browser holds the lock. If a context keeps the lock for longer
   * than `timeoutMs`, for example a page that is frozen in the background, one of the waiting contexts takes
   * it. The others then wait for the new holder.
   */
  hold: <T>(name: string, timeoutMs: number, work: Work<T>) => Promise<T>
  /** Whether the service worker holds the lock. False if the browser does not report who holds it. */
  isHeldByServiceWorker: (name: string) => Promise<boolean>
}

/**
 * The lock that the service worker holds while it works. It marks a client as the service worker: the browser
 * reports which client holds a lock, but not what kind of client it is.
 */
const serviceWorkerLock = 'service-worker'

/** Runs `work` while the service worker holds its own lock, so that pages can recognise its other locks. */
export const workAsServiceWorker = <T>(
  manager: Pick<LockManager, 'request'>,
  work: () => Promise<T>,
): Promise<T> => manager.request(serviceWorkerLock, { mode: 'shared' }, work)

const createIsHeldByServiceWorker =
  (manager: LockManager): Locks['isHeldByServiceWorker'] =>
  async (name) => {
    try {
      const { held = [] } = await manager.query()
      const holderId = held.find((lock) => lock.name === name)?.clientId
      const isHoldersWorkerLock = (lock: LockInfo) =>
        lock.name === serviceWorkerLock && lock.clientId === holderId
      return holderId !== undefined && held.some(isHoldersWorkerLock)
    } catch {
      return false
    }
  }

/** Decides whether to take a lock from its holder: only if the holder did not change during the wait. */
const createTakeovers = (manager: LockManager) => {
  /**
   * How often this context has taken each lock. All requests of this context have the same client id, so the
   * id does not show that the lock passed from one of them to another. This count does.
   */
  const takeoverCounts = new Map<string, number>()
  const getCount = (name: string) => takeoverCounts.get(name) ?? 0
  const findHolder = (name: string) =>
    manager.query().then(
      ({ held }) => held?.find((lock) => lock.name === name)?.clientId,
      // `query` fails after the page was left. The page's lock requests fail then too.
      () => undefined,
    )

  /**
   * Records the current holder of a lock. The returned function resolves to whether to take the lock now, and
   * counts the takeover.
   */
  return (name: string): (() => Promise<boolean>) => {
    const countBefore = getCount(name)
    const holderBefore = findHolder(name)
    return async () => {
      const isSameHolder = (await holderBefore) === (await findHolder(name))
      if (!isSameHolder || getCount(name) !== countBefore) return false
      takeoverCounts.set(name, countBefore + 1)
      return true
    }
  }
}

/**
 * Creates locks with the Web Locks API. When the page is suspended, it releases its locks. When it is shown
 * again, it repeats the requests that were still waiting.
 */
export const createLocks = (manager: LockManager, page: PageCache = alwaysShown): Locks => {
  const observeHolder = createTakeovers(manager)
  const hold: Locks['hold'] = async <T>(name: string, timeoutMs: number, work: Work<T>): Promise<T> => {
    /** Aborts the work's signal, when the work no longer holds the lock or has ended. */
    const lockEnd = new AbortController()
    /** Cancels the waiting lock request of a suspended page. */
    const suspension = new AbortController()
    /** Releases the lock of a suspended page before the work has ended. */
    const release = createDeferred<void>()
    /** The result of the work; undefined until this call gets the lock. */
    let workPromise: Promise<T> | undefined
    const runUnderLock = async (options: LockOptions): Promise<T | undefined> => {
      await manager.request(name, options, () => {
        workPromise = work(lockEnd.signal)
        // The browser releases the lock when the returned promise settles.
        return Promise.race([workPromise, release.promise])
      })
      return workPromise
    }
    const unsubscribe = page.onSuspend(() => {
      lockEnd.abort()
      release.resolve()
      // A TimeoutError, so that the request is repeated like one that waited too long.
      if (!workPromise) suspension.abort(new DOMException('The page is suspended', 'TimeoutError'))
    })
    try {
      await page.shown()
      const mayTake = observeHolder(name)
      const signal = anySignal(suspension.signal, AbortSignal.timeout(timeoutMs))
      await runUnderLock({ signal }).catch(async (error: unknown) => {
        // Handles only a wait that ended without the lock.
        if (workPromise || !isTimeout(error)) throw error
        const isSuspended = suspension.signal.aborted
        if (!isSuspended && (await mayTake())) await runUnderLock({ steal: true })
      })
    } catch (error) {
      // If the page was left permanently, `stays()` never resolves, so the failure is not reported.
      await page.stays()
      throw error
    } finally {
      // If another context takes the lock, the request rejects although the work is still running.
      lockEnd.abort()
      unsubscribe()
    }
    // If this call did not get the lock, request it again, when the page is shown.
    return workPromise ?? hold(name, timeoutMs, work)
  }
  return { hold, isHeldByServiceWorker: createIsHeldByServiceWorker(manager) }
}
