import { createDeferred } from '../../lib/async/deferred.ts'
import { sleep } from '../../lib/async/sleep.ts'
import { alwaysShown, type PageCache } from '../page-cache.ts'
import { createSilence, NoResponse } from './silence.ts'

/** In ms. Safari may never respond to the first open request of a page, but responds to a second one. */
const retryAfter = 5000
/** In ms. A slow and busy phone needs more than `retryAfter`. */
const timeout = 20_000

/** Aborts a transaction; returns false if the transaction had already ended. */
export const abort = (transaction: IDBTransaction): boolean => {
  try {
    transaction.abort()
    return true
  } catch {
    // The transaction has ended meanwhile.
    return false
  }
}

/**
 * Ends an open request in any state: aborts its upgrade and closes its connection. WebKit blocks a database
 * for every other page until the page that upgrades it has received `success`, which a page in the
 * back/forward cache never does. The connection exists before that event, and closing it is the only way to
 * end an upgrade that is being written.
 */
const endOpening = (request: IDBOpenDBRequest): void => {
  if (request.readyState === 'pending') return
  if (request.transaction) abort(request.transaction)
  request.result.close()
}

/**
 * Opens a database with `open`. Rejects if that fails or gets no response in time. Calls `open` once more if
 * there is no response for a while; the first response counts. The caller handles upgrades. A suspended page
 * ends its pending request, which would block the database for every other page, and rejects with an
 * AbortError.
 */
export const openDatabase = (
  open: () => IDBOpenDBRequest,
  page: PageCache = alwaysShown,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    let state: 'opening' | 'over' | 'suspended' = 'opening'
    const requests: IDBOpenDBRequest[] = []
    const end = (as: 'over' | 'suspended') => {
      state = as
      stop()
      clearTimeout(retry)
      clearTimeout(limit)
    }
    const refuse = (error: unknown) => {
      if (state !== 'opening') return
      end('over')
      reject(error)
    }
    const stop = page.onSuspend(() => {
      end('suspended')
      for (const request of requests) endOpening(request)
      reject(new DOMException('The page is suspended.', 'AbortError'))
    })
    const listen = (request: IDBOpenDBRequest) => {
      requests.push(request)
      // Runs after the caller's own listener, whose stores are undone too.
      request.addEventListener('upgradeneeded', () => {
        if (state === 'suspended') endOpening(request)
      })
      request.addEventListener('success', () => {
        // A late connection must not block a deletion.
        if (state !== 'opening') return request.result.close()
        end('over')
        resolve(request.result)
      })
      request.addEventListener('error', () =>
        refuse(request.error ?? new Error('IndexedDB cannot be opened.')),
      )
    }
    const ask = () => {
      try {
        listen(open())
      } catch (error) {
        // If the browser blocks IndexedDB, even the request throws.
        refuse(error)
      }
    }
    const retry = setTimeout(ask, retryAfter)
    const limit = setTimeout(() => refuse(new NoResponse('IndexedDB did not respond.')), timeout)
    ask()
  })

/**
 * Whether a request failed because its connection is gone, rather than because of the request itself. iOS
 * kills the connection of a page in the background, and a suspended page closes its own. `idb-keyval` then
 * rejects with null.
 */
const isGone = (error: unknown): boolean =>
  error === null ||
  (error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name))

/**
 * In ms, from the moment a suspended page is shown. WebKit may fire no event for a transaction that the page
 * aborted when it was suspended. The events that it does fire come sooner.
 */
const maxEventDelay = 2000

/** Begins a transaction. */
export type Begin = (...how: Parameters<IDBDatabase['transaction']>) => Promise<IDBTransaction>

/**
 * The open handle of a database. Opened on first use, and again after it was closed or found dead. A
 * suspended page aborts its transactions and closes the handle. New transactions then wait until the page is
 * shown.
 */
export const createConnection = (open: () => Promise<IDBDatabase>, page: PageCache = alwaysShown) => {
  let opened: Promise<IDBDatabase> | undefined
  let replacing: Promise<void> | undefined
  let suspensions = 0
  const silence = createSilence()
  /** Each transaction that has not ended, with the function that fails its work. */
  const running = new Map<IDBTransaction, () => void>()
  const lost = new Set<() => void>()
  const forget = () => {
    opened = undefined
  }
  const lose = () => {
    forget()
    for (const listener of lost) listener()
  }
  const get = (): Promise<IDBDatabase> => {
    opened ??= open().then((database) => {
      database.addEventListener('close', lose)
      database.addEventListener('versionchange', ({ newVersion }) => {
        database.close()
        // The database is being deleted. Requests of the listeners wait until that is over.
        if (newVersion === null) lose()
        else forget()
      })
      return database
    })
    // Forgets a failed request, so that the next call tries again.
    opened.catch(forget)
    return opened
  }
  /** Fails the work of the transactions that have reported nothing since this suspension. */
  const failUnheard = async (suspension: number): Promise<void> => {
    const aborted = [...running]
    await page.shown()
    await sleep(maxEventDelay)
    if (suspension !== suspensions) return
    for (const [transaction, fail] of aborted) if (running.delete(transaction)) fail()
  }
  page.onSuspend(() => {
    suspensions += 1
    silence.rest()
    for (const transaction of running.keys()) abort(transaction)
    void failUnheard(suspensions)
    void opened?.then((database) => database.close()).catch(() => undefined)
    forget()
  })
  /** Shared by all work that failed together: it starts again in the same order, with one handle. */
  const replace = (): Promise<void> => {
    replacing ??= page.stays().then(() => {
      replacing = undefined
      forget()
    })
    return replacing
  }
  const begin = async (how: Parameters<Begin>, fail: () => void): Promise<IDBTransaction> => {
    await page.shown()
    const transaction = (await get()).transaction(...how)
    running.set(transaction, fail)
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => running.delete(transaction))
    return transaction
  }
  /**
   * Runs `work`, and again with a new handle: once if the handle was dead, and each time the page was
   * suspended meanwhile, whatever the failure. WebKit may fire the success of a request whose transaction was
   * aborted, in which case the next request fails.
   */
  const run = async <T>(work: (begin: Begin) => Promise<T>, isReplaced = false): Promise<T> => {
    const before = suspensions
    const unheard = createDeferred<void>()
    try {
      const failed = unheard.promise.then(() => {
        throw new DOMException('The page was suspended meanwhile.', 'AbortError')
      })
      return await Promise.race([work((...how) => begin(how, unheard.resolve)), failed])
    } catch (error) {
      const wasSuspended = suspensions !== before
      if (!wasSuspended && (isReplaced || !isGone(error))) throw error
      await replace()
      return run(work, isReplaced || !wasSuspended)
    }
  }
  return {
    run: <T>(work: (begin: Begin) => Promise<T>): Promise<T> => silence.listen(() => run(work)),
    inTime: silence.inTime,
    /**
     * Calls back when the database is deleted, or closed by the browser because its storage is cleared; returns
     * the function that unsubscribes.
     */
    onLost: (listener: () => void): (() => void) => {
      lost.add(listener)
      return () => void lost.delete(listener)
    },
  }
}
