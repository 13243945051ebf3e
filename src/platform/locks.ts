import { anySignal } from '../lib/async/any-signal.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { isTimeout } from '../lib/async/time-limit.ts'
import { neverSuspended, type PageCache } from './page-cache.ts'

/**
 * Work that needs a lock. `signal` aborts if the lock is lost before the work has ended, because another
 * context took it or the page was suspended.
 */
type Work<T> = (signal: AbortSignal) => Promise<T>

/**
 * Locks across all contexts of this browser, which are its tabs, workers and service worker. Each name is a
 * lock, which only one context holds at a time.
 */
export type Locks = {
  /**
   * Runs `work` when no other context holds the lock. If a context keeps the lock for longer than
   * `timeoutMs`, for example a page that is frozen in the background, one of the waiting contexts takes the
   * lock from it. The others then wait for the new holder.
   */
  hold: <T>(name: string, timeoutMs: number, work: Work<T>) => Promise<T>
  /** Whether the service worker holds the lock. False if the browser does not report who holds it. */
  isHeldByServiceWorker: (name: string) => Promise<boolean>
}

/**
 * The lock that the service worker holds while it works. It marks a client as the service worker, because the
 * browser reports which client holds a lock, but not what kind of client it is.
 */
const serviceWorkerLock = 'service-worker'

/** Runs `work` while the service worker holds its own lock, so that pages can recognise its other locks. */
export const workAsServiceWorker = <T>(
  manager: Pick<LockManager, 'request'>,
  work: () => Promise<T>,
): Promise<T> => manager.request(serviceWorkerLock, { mode: 'shared' }, work)

const isHeldByServiceWorker = async (manager: LockManager, name: string): Promise<boolean> => {
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

/** Who held a lock at one moment, and how many times this context had taken it from a holder by then. */
type Holding = { clientId: Promise<string | undefined>; takeoverCount: number }

/**
 * Decides which request takes a lock from a holder that keeps it too long. Several requests may reach their
 * time limit together, but only the first may take the lock. The others see that the holder has changed.
 */
const createTakeovers = (manager: LockManager) => {
  /**
   * How many times this context has taken each lock. All requests of a context have the same client id, so
   * the id does not show that the lock passed from one of them to another. This count shows it.
   */
  const takeoverCounts = new Map<string, number>()
  const getCount = (name: string) => takeoverCounts.get(name) ?? 0
  const findHolderId = (name: string) =>
    manager.query().then(
      ({ held }) => held?.find((lock) => lock.name === name)?.clientId,
      // `query` fails after the page was left. The page's lock requests fail then too.
      () => undefined,
    )
  return {
    observe: (name: string): Holding => ({ clientId: findHolderId(name), takeoverCount: getCount(name) }),
    /** Resolves to true if the caller must take the lock now. If so, counts this as a takeover. */
    claim: async (name: string, before: Holding): Promise<boolean> => {
      const isSameHolder = (await before.clientId) === (await findHolderId(name))
      // The count is read after these waits, because another request may have claimed the takeover meanwhile.
      if (!isSameHolder || getCount(name) !== before.takeoverCount) return false
      takeoverCounts.set(name, before.takeoverCount + 1)
      return true
    },
  }
}

/**
 * Creates locks with the Web Locks API. When the page is suspended, it releases its locks. When it is shown
 * again, it repeats the requests that were still waiting.
 */
export const createLocks = (manager: LockManager, page: PageCache = neverSuspended): Locks => {
  const takeovers = createTakeovers(manager)
  const hold: Locks['hold'] = async <T>(name: string, timeoutMs: number, work: Work<T>): Promise<T> => {
    /** Aborts the work's signal, when the work no longer holds the lock or has ended. */
    const lockEnd = new AbortController()
    /** Cancels the lock request of a page that is suspended while it waits. */
    const waitEnd = new AbortController()
    /** Releases the lock of a page that is suspended while it works, before the work has ended. */
    const release = createDeferred<void>()
    /** The result of the work, or undefined until this call gets the lock. */
    let workPromise: Promise<T> | undefined
    const runUnderLock = async (options: LockOptions): Promise<void> => {
      await manager.request(name, options, () => {
        workPromise = work(lockEnd.signal)
        // The browser releases the lock when the returned promise settles.
        return Promise.race([workPromise, release.promise])
      })
      // After an early release, the work may still be running.
      await workPromise
    }
    /** Takes the lock from its holder if this call has waited too long, unless another request takes it. */
    const handleFailure = async (error: unknown, holdingBefore: Holding): Promise<void> => {
      const hasWaitedTooLong = !workPromise && isTimeout(error)
      if (!hasWaitedTooLong) throw error
      const isSuspended = waitEnd.signal.aborted
      if (!isSuspended && (await takeovers.claim(name, holdingBefore))) await runUnderLock({ steal: true })
    }
    const unsubscribe = page.onSuspend(() => {
      lockEnd.abort()
      release.resolve()
      // A TimeoutError, so that the request is repeated like one that waited too long.
      if (!workPromise) waitEnd.abort(new DOMException('The page is suspended', 'TimeoutError'))
    })
    try {
      await page.waitUntilShown()
      const holdingBefore = takeovers.observe(name)
      const signal = anySignal(waitEnd.signal, AbortSignal.timeout(timeoutMs))
      await runUnderLock({ signal }).catch((error: unknown) => handleFailure(error, holdingBefore))
    } catch (error) {
      // If the page was left permanently, `haltIfLeft()` never resolves, so the failure is not reported.
      await page.haltIfLeft()
      throw error
    } finally {
      // If another context takes the lock, the request rejects although the work is still running.
      lockEnd.abort()
      unsubscribe()
    }
    // If this call did not get the lock, request it again, when the page is shown.
    return workPromise ?? hold(name, timeoutMs, work)
  }
  return { hold, isHeldByServiceWorker: (name) => isHeldByServiceWorker(manager, name) }
}
