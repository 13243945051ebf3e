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

/** Held by the service worker while it works. The browser tells which client holds a lock, but not its kind. */
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
      const isItsOwn = (lock: LockInfo) => lock.name === serviceWorkerLock && lock.clientId === client
      return client !== undefined && held.some(isItsOwn)
    } catch {
      return false
    }
  }

/** Takes locks from holders that do not release them, if the holder has not changed during the wait. */
const createTakeovers = (manager: LockManager) => {
  /** How often this context has taken each lock. All of its own requests have the same client id. */
  const taken = new Map<string, number>()
  const countOf = (name: string) => taken.get(name) ?? 0
  const clientOf = (name: string) =>
    manager.query().then(
      ({ held }) => held?.find((lock) => lock.name === name)?.clientId,
      // In a page that was left, `query` fails, and so do its requests.
      () => undefined,
    )

  /** Records the present holder of a lock. The returned function resolves to whether to take the lock now. */
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

/** Locks by the Web Locks API. A suspended page releases its locks and requests them when it is shown. */
export const createLocks = (manager: LockManager, page: PageCache = alwaysShown): Locks => {
  const waitFor = createTakeovers(manager)
  const hold: Locks['hold'] = async <T>(name: string, timeout: number, work: Work<T>): Promise<T> => {
    const lost = new AbortController()
    const suspended = new AbortController()
    const left = createDeferred<void>()
    let working: Promise<T> | undefined
    const run = async (options: LockOptions): Promise<T | undefined> => {
      await manager.request(name, options, () => {
        working = work(lost.signal)
        return Promise.race([working, left.promise])
      })
      return working
    }
    const stop = page.onSuspend(() => {
      lost.abort()
      left.resolve()
      if (!working) suspended.abort(new DOMException('The page is suspended', 'TimeoutError'))
    })
    try {
      await page.shown()
      const mayTake = waitFor(name)
      const patient = anySignal(suspended.signal, AbortSignal.timeout(timeout))
      await run({ signal: patient }).catch(async (error: unknown) => {
        if (working || !isTimeout(error)) throw error
        if (!suspended.signal.aborted && (await mayTake())) await run({ steal: true })
      })
    } catch (error) {
      await page.stays()
      throw error
    } finally {
      // If another context takes the lock, the request rejects while its work continues.
      lost.abort()
      stop()
    }
    return working ?? hold(name, timeout, work)
  }
  return { hold, isHeldByServiceWorker: createIsHeldByServiceWorker(manager) }
}
