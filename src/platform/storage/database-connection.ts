import { createDeferred } from '../../lib/async/deferred.ts'
import { sleep } from '../../lib/async/sleep.ts'
import { neverSuspended, type PageCache } from '../page-cache.ts'
import { abort } from './open-database.ts'
import { createResponseTimer } from './response-timer.ts'

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

/** Creates a transaction when the database is open. Has the parameters of `IDBDatabase.transaction`. */
export type CreateTransaction = (
  ...options: Parameters<IDBDatabase['transaction']>
) => Promise<IDBTransaction>

/**
 * Opens the handle of a connection, which is the open `IDBDatabase`, on first use, and again after it was
 * closed or lost.
 */
const createHandle = (open: () => Promise<IDBDatabase>) => {
  /** Undefined until the first use, and after the handle was closed or lost. */
  let handle: Promise<IDBDatabase> | undefined
  const lossListeners = new Set<() => void>()
  const forget = () => {
    handle = undefined
  }
  const reportLoss = () => {
    forget()
    for (const listener of lossListeners) listener()
  }

  return {
    get: (): Promise<IDBDatabase> => {
      handle ??= open().then((database) => {
        database.addEventListener('close', reportLoss)
        database.addEventListener('versionchange', ({ newVersion }) => {
          database.close()
          // The database is being deleted. New open requests, such as those of the listeners, wait for that.
          if (newVersion === null) reportLoss()
          else forget()
        })
        return database
      })
      // After a failure, the next call opens the database again.
      handle.catch(forget)
      return handle
    },
    close: () => {
      // If the handle could not be opened, there is nothing to close.
      void handle?.then((database) => database.close()).catch(() => undefined)
      forget()
    },
    forget,
    /**
     * Calls `listener` when the database is deleted, or when the browser closes it because its storage is
     * cleared. Returns the function that unsubscribes.
     */
    onLost: (listener: () => void): (() => void) => {
      lossListeners.add(listener)
      return () => void lossListeners.delete(listener)
    },
  }
}

/**
 * Creates a connection to a database that survives the loss of its handle. When the page is suspended, it
 * aborts its transactions and closes the handle. New transactions then wait until the page is shown, and the
 * aborted work is repeated.
 */
export const createConnection = (open: () => Promise<IDBDatabase>, page: PageCache = neverSuspended) => {
  const handle = createHandle(open)
  /** The run of `replaceHandle` that has not ended. */
  let replacement: Promise<void> | undefined
  /** How many times the page was suspended. */
  let suspensionCount = 0
  const responseTimer = createResponseTimer()
  /** The transactions that have not ended, each with the function that fails its work. */
  const openTransactions = new Map<IDBTransaction, () => void>()

  /** Fails the work of transactions that were aborted at a suspension and have fired no event since. */
  const failSilentTransactions = async (suspension: number): Promise<void> => {
    const aborted = [...openTransactions]
    await page.waitUntilShown()
    await sleep(maxEventDelayMs)
    // After another suspension, the call for that suspension does this.
    if (suspension !== suspensionCount) return
    for (const [transaction, fail] of aborted) if (openTransactions.delete(transaction)) fail()
  }

  page.onSuspend(() => {
    suspensionCount += 1
    responseTimer.reset()
    for (const transaction of openTransactions.keys()) abort(transaction)
    void failSilentTransactions(suspensionCount)
    handle.close()
  })

  /**
   * Forgets the handle. Work that fails at the same time shares one run of this, so that it starts again in
   * the same order and with the same new handle.
   */
  const replaceHandle = (): Promise<void> => {
    replacement ??= page.haltIfLeft().then(() => {
      replacement = undefined
      handle.forget()
    })
    return replacement
  }

  const createTransaction = async (
    options: Parameters<CreateTransaction>,
    fail: () => void,
  ): Promise<IDBTransaction> => {
    await page.waitUntilShown()
    const transaction = (await handle.get()).transaction(...options)
    openTransactions.set(transaction, fail)
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => openTransactions.delete(transaction))
    return transaction
  }

  /**
   * Runs `work`, and repeats it with a new handle: once if the connection was lost, and each time the page
   * was suspended while it ran. After a suspension, it repeats `work` after any failure. WebKit may fire
   * `success` for a request of an aborted transaction, so that only the next request fails.
   */
  const run = async <T>(
    work: (createTransaction: CreateTransaction) => Promise<T>,
    hasRetriedLoss = false,
  ): Promise<T> => {
    const countBefore = suspensionCount
    /** Resolves if the transaction was aborted without an event, so that the work would never settle. */
    const silentEnd = createDeferred<void>()
    try {
      const rejection = silentEnd.promise.then(() => {
        throw new DOMException('The page was suspended.', 'AbortError')
      })
      return await Promise.race([
        work((...options) => createTransaction(options, silentEnd.resolve)),
        rejection,
      ])
    } catch (error) {
      const wasSuspended = suspensionCount !== countBefore
      if (!wasSuspended && (hasRetriedLoss || !isConnectionLost(error))) throw error
      await replaceHandle()
      return run(work, hasRetriedLoss || !wasSuspended)
    }
  }

  return {
    run: <T>(work: (createTransaction: CreateTransaction) => Promise<T>): Promise<T> =>
      responseTimer.track(() => run(work)),
    withTimeLimit: responseTimer.withTimeLimit,
    onLost: handle.onLost,
  }
}
