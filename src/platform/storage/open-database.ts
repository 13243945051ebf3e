import { createDeferred } from '../../lib/async/deferred.ts'
import { sleep } from '../../lib/async/sleep.ts'
import { alwaysShown, type PageCache } from '../page-cache.ts'
import { createSilenceTimer, NoResponse } from './silence-timer.ts'

/** In ms. Safari may never respond to the first open request of a page, but responds to a second one. */
const retryDelay = 5000
/** In ms. A slow and busy phone needs more than `retryDelay`. */
const openTimeout = 20_000

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
const endOpenRequest = (request: IDBOpenDBRequest): void => {
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
    let state: 'opening' | 'settled' | 'suspended' = 'opening'
    const requests: IDBOpenDBRequest[] = []
    const end = (endState: 'settled' | 'suspended') => {
      state = endState
      stop()
      clearTimeout(retryTimer)
      clearTimeout(limitTimer)
    }
    const failWith = (error: unknown) => {
      if (state !== 'opening') return
      end('settled')
      reject(error)
    }
    const stop = page.onSuspend(() => {
      end('suspended')
      for (const request of requests) endOpenRequest(request)
      reject(new DOMException('The page is suspended.', 'AbortError'))
    })
    const follow = (request: IDBOpenDBRequest) => {
      requests.push(request)
      // Runs after the caller's own listener, whose object stores are undone too.
      request.addEventListener('upgradeneeded', () => {
        if (state === 'suspended') endOpenRequest(request)
      })
      request.addEventListener('success', () => {
        // A late connection must not block a deletion.
        if (state !== 'opening') return request.result.close()
        end('settled')
        resolve(request.result)
      })
      request.addEventListener('error', () =>
        failWith(request.error ?? new Error('IndexedDB cannot be opened.')),
      )
    }
    const sendRequest = () => {
      try {
        follow(open())
      } catch (error) {
        // If the browser blocks IndexedDB, even the request throws.
        failWith(error)
      }
    }
    const retryTimer = setTimeout(sendRequest, retryDelay)
    const limitTimer = setTimeout(() => failWith(new NoResponse('IndexedDB did not respond.')), openTimeout)
    sendRequest()
  })

/**
 * Whether a request failed because its connection is gone, rather than because of the request itself. iOS
 * kills the connection of a page in the background, and a suspended page closes its own. `idb-keyval` then
 * rejects with null.
 */
const isConnectionLost = (error: unknown): boolean =>
  error === null ||
  (error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name))

/**
 * In ms, from the moment a suspended page is shown. WebKit may fire no event for a transaction that the page
 * aborted when it was suspended. The events that it does fire come sooner.
 */
const maxEventDelay = 2000

/** Begins a transaction. */
export type Begin = (...options: Parameters<IDBDatabase['transaction']>) => Promise<IDBTransaction>

/**
 * The open handle of a database. Opened on first use, and again after it was closed or found dead. A
 * suspended page aborts its transactions and closes the handle. New transactions then wait until the page is
 * shown.
 */
export const createConnection = (open: () => Promise<IDBDatabase>, page: PageCache = alwaysShown) => {
  let handle: Promise<IDBDatabase> | undefined
  let replacement: Promise<void> | undefined
  /** How often the page was suspended. */
  let suspensions = 0
  const silenceTimer = createSilenceTimer()
  /** Each transaction that has not ended, with the function that fails its work. */
  const running = new Map<IDBTransaction, () => void>()
  const lossListeners = new Set<() => void>()
  const forgetHandle = () => {
    handle = undefined
  }
  const onLoss = () => {
    forgetHandle()
    for (const listener of lossListeners) listener()
  }
  const getHandle = (): Promise<IDBDatabase> => {
    handle ??= open().then((database) => {
      database.addEventListener('close', onLoss)
      database.addEventListener('versionchange', ({ newVersion }) => {
        database.close()
        // The database is being deleted. Requests of the listeners wait until that is over.
        if (newVersion === null) onLoss()
        else forgetHandle()
      })
      return database
    })
    // Forgets a failed request, so that the next call tries again.
    handle.catch(forgetHandle)
    return handle
  }
  /** Fails the work of the transactions that have fired no event since this suspension. */
  const failSilentTransactions = async (suspension: number): Promise<void> => {
    const aborted = [...running]
    await page.shown()
    await sleep(maxEventDelay)
    if (suspension !== suspensions) return
    for (const [transaction, fail] of aborted) if (running.delete(transaction)) fail()
  }
  page.onSuspend(() => {
    suspensions += 1
    silenceTimer.reset()
    for (const transaction of running.keys()) abort(transaction)
    void failSilentTransactions(suspensions)
    // A handle that could not be opened needs no closing.
    void handle?.then((database) => database.close()).catch(() => undefined)
    forgetHandle()
  })
  /**
   * Forgets the handle. All work that failed together shares one call, so that it starts again in the same
   * order, with one new handle.
   */
  const replaceHandle = (): Promise<void> => {
    replacement ??= page.stays().then(() => {
      replacement = undefined
      forgetHandle()
    })
    return replacement
  }
  const begin = async (options: Parameters<Begin>, fail: () => void): Promise<IDBTransaction> => {
    await page.shown()
    const transaction = (await getHandle()).transaction(...options)
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
    const suspensionsBefore = suspensions
    const silentEnd = createDeferred<void>()
    try {
      const rejection = silentEnd.promise.then(() => {
        throw new DOMException('The page was suspended meanwhile.', 'AbortError')
      })
      return await Promise.race([work((...options) => begin(options, silentEnd.resolve)), rejection])
    } catch (error) {
      const wasSuspended = suspensions !== suspensionsBefore
      if (!wasSuspended && (isReplaced || !isConnectionLost(error))) throw error
      await replaceHandle()
      return run(work, isReplaced || !wasSuspended)
    }
  }
  return {
    run: <T>(work: (begin: Begin) => Promise<T>): Promise<T> => silenceTimer.track(() => run(work)),
    withTimeLimit: silenceTimer.withTimeLimit,
    /**
     * Calls back when the database is deleted, or closed by the browser because its storage is cleared;
     * returns the function that unsubscribes.
     */
    onLost: (listener: () => void): (() => void) => {
      lossListeners.add(listener)
      return () => void lossListeners.delete(listener)
    },
  }
}
