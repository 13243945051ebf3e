import { createDeferred } from '../../lib/async/deferred.ts'
import { sleep } from '../../lib/async/sleep.ts'
import { alwaysShown, type PageCache } from '../page-cache.ts'
import { createSilenceTimer, NoResponse } from './silence-timer.ts'

/** Safari may never respond to a page's first open request, but responds to a second one. */
const retryDelayMs = 5000
/** Longer than `retryDelayMs`, because a slow and busy phone may need this long. */
const openTimeoutMs = 20_000

/** Aborts a transaction; returns false if the transaction had already ended. */
export const abort = (transaction: IDBTransaction): boolean => {
  try {
    transaction.abort()
    return true
  } catch {
    // The transaction had already ended.
    return false
  }
}

/**
 * Ends an open request in any state: aborts its upgrade and closes its connection. Needed in WebKit, where a
 * database stays blocked for every other page until the upgrading page has received `success`. A page in the
 * back/forward cache never receives it. The connection exists before that event, and closing it is the only
 * way to end an upgrade that is being written.
 */
const endOpenRequest = (request: IDBOpenDBRequest): void => {
  if (request.readyState === 'pending') return
  if (request.transaction) abort(request.transaction)
  request.result.close()
}

/**
 * Opens a database with `open`. Calls `open` a second time if there is no response for a while, and uses the
 * connection that arrives first. Rejects if opening fails or takes too long. The caller handles upgrades.
 * When the page is suspended, this ends the pending requests, which would block the database for every other
 * page, and rejects with an AbortError.
 */
export const openDatabase = (
  open: () => IDBOpenDBRequest,
  page: PageCache = alwaysShown,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    /** `settled`: the promise has resolved or rejected. `suspended`: it rejected because of a suspension. */
    let state: 'opening' | 'settled' | 'suspended' = 'opening'
    const requests: IDBOpenDBRequest[] = []
    const end = (endState: 'settled' | 'suspended') => {
      state = endState
      unsubscribe()
      clearTimeout(retryTimer)
      clearTimeout(limitTimer)
    }
    const failWith = (error: unknown) => {
      if (state !== 'opening') return
      end('settled')
      reject(error)
    }
    const unsubscribe = page.onSuspend(() => {
      end('suspended')
      for (const request of requests) endOpenRequest(request)
      reject(new DOMException('The page is suspended.', 'AbortError'))
    })
    const listenTo = (request: IDBOpenDBRequest) => {
      requests.push(request)
      // Runs after the caller's own listener, so that the abort also undoes the object stores created there.
      request.addEventListener('upgradeneeded', () => {
        if (state === 'suspended') endOpenRequest(request)
      })
      request.addEventListener('success', () => {
        // A connection that arrives too late is not used, and must not block a deletion of the database.
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
        listenTo(open())
      } catch (error) {
        // If the browser blocks IndexedDB, `open` itself throws.
        failWith(error)
      }
    }
    const retryTimer = setTimeout(sendRequest, retryDelayMs)
    const limitTimer = setTimeout(() => failWith(new NoResponse('IndexedDB did not respond.')), openTimeoutMs)
    sendRequest()
  })

/**
 * Whether a request failed only because its connection was lost. iOS ends the connections of a page in the
 * background, and a suspended page closes its own. `idb-keyval` may then reject with null.
 */
const isConnectionLost = (error: unknown): boolean =>
  error === null ||
  (error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name))

/**
 * How long to wait, after a suspended page is shown again, for the events of the transactions that it aborted
 * at the suspension. WebKit may never fire them. Those that it does fire arrive within this time.
 */
const maxEventDelayMs = 2000

/** Begins a transaction, with the parameters of `IDBDatabase.transaction`. */
export type Begin = (...options: Parameters<IDBDatabase['transaction']>) => Promise<IDBTransaction>

/**
 * Creates a connection to a database that survives the loss of its handle, the open `IDBDatabase`. It opens
 * the database on first use, and again after the handle was closed or lost. When the page is suspended, it
 * aborts its transactions and closes the handle. New transactions then wait until the page is shown.
 */
export const createConnection = (open: () => Promise<IDBDatabase>, page: PageCache = alwaysShown) => {
  /** Undefined until the first use, and after the handle was closed or lost. */
  let handle: Promise<IDBDatabase> | undefined
  /** The run of `replaceHandle` that has not ended. */
  let replacement: Promise<void> | undefined
  /** How often the page was suspended. */
  let suspensionCount = 0
  const silenceTimer = createSilenceTimer()
  /** The transactions that have not ended, each with the function that fails its work. */
  const openTransactions = new Map<IDBTransaction, () => void>()
  const lossListeners = new Set<() => void>()
  const forgetHandle = () => {
    handle = undefined
  }
  const reportLoss = () => {
    forgetHandle()
    for (const listener of lossListeners) listener()
  }
  const getHandle = (): Promise<IDBDatabase> => {
    handle ??= open().then((database) => {
      database.addEventListener('close', reportLoss)
      database.addEventListener('versionchange', ({ newVersion }) => {
        database.close()
        // The database is being deleted. New open requests, such as those of the listeners, wait for that.
        if (newVersion === null) reportLoss()
        else forgetHandle()
      })
      return database
    })
    // After a failure, the next call opens the database again.
    handle.catch(forgetHandle)
    return handle
  }
  /** Fails the work of transactions that were aborted at a suspension and have fired no event since. */
  const failSilentTransactions = async (suspension: number): Promise<void> => {
    const aborted = [...openTransactions]
    await page.shown()
    await sleep(maxEventDelayMs)
    // After another suspension, the call for that suspension does this.
    if (suspension !== suspensionCount) return
    for (const [transaction, fail] of aborted) if (openTransactions.delete(transaction)) fail()
  }
  page.onSuspend(() => {
    suspensionCount += 1
    silenceTimer.reset()
    for (const transaction of openTransactions.keys()) abort(transaction)
    void failSilentTransactions(suspensionCount)
    // If the handle could not be opened, there is nothing to close.
    void handle?.then((database) => database.close()).catch(() => undefined)
    forgetHandle()
  })
  /**
   * Forgets the handle. Work that fails at the same time shares one run of this, so that it starts again in
   * the same order and with the same new handle.
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
    openTransactions.set(transaction, fail)
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => openTransactions.delete(transaction))
    return transaction
  }
  /**
   * Runs `work`, and repeats it with a new handle: once if the connection was lost, and each time the page
   * was suspended while it ran. After a suspension, any failure leads to a repetition, because WebKit may
   * fire `success` for a request of an aborted transaction, so that only the next request fails.
   */
  const run = async <T>(work: (begin: Begin) => Promise<T>, hasRetriedLoss = false): Promise<T> => {
    const countBefore = suspensionCount
    /** Resolves if the transaction was aborted without an event, so that the work would never settle. */
    const silentEnd = createDeferred<void>()
    try {
      const rejection = silentEnd.promise.then(() => {
        throw new DOMException('The page was suspended.', 'AbortError')
      })
      return await Promise.race([work((...options) => begin(options, silentEnd.resolve)), rejection])
    } catch (error) {
      const wasSuspended = suspensionCount !== countBefore
      if (!wasSuspended && (hasRetriedLoss || !isConnectionLost(error))) throw error
      await replaceHandle()
      return run(work, hasRetriedLoss || !wasSuspended)
    }
  }
  return {
    run: <T>(work: (begin: Begin) => Promise<T>): Promise<T> => silenceTimer.track(() => run(work)),
    withTimeLimit: silenceTimer.withTimeLimit,
    /**
     * Calls back when the database is deleted, or when the browser closes it because its storage is cleared.
     * Returns the function that unsubscribes.
     */
    onLost: (listener: () => void): (() => void) => {
      lossListeners.add(listener)
      return () => void lossListeners.delete(listener)
    },
  }
}
