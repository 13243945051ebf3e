import { neverSuspended, type PageCache } from '../page-cache.ts'
import { createConnection, type CreateTransaction } from './database-connection.ts'
import { abort, openDatabase } from './open-database.ts'

// The app's main IndexedDB database, for records that need transactions over several object stores. Single
// values are stored by `idb-keyval` (`key-values.ts`).

const databaseName = 'breaking-barriers'
const databaseVersion = 3

/** Each object store with its key. A new or changed store requires a higher `databaseVersion`. */
const schema = {
  /** Outbox entries, by idempotency key. */
  outbox: { keyPath: 'key' },
  /** The sync log of this device, in order. */
  journal: { keyPath: 'id', autoIncrement: true },
  /** Receipts of delivered entries, in order. */
  receipts: { keyPath: 'id', autoIncrement: true },
  /** Copies of delivered entries, in order. */
  delivered: { keyPath: 'id', autoIncrement: true },
  /** Counters such as the device's sequence number, by name. */
  counters: {},
  /** Upload tasks, by id. */
  uploads: { keyPath: 'id' },
} as const satisfies Record<string, IDBObjectStoreParameters>

export type StoreName = keyof typeof schema

/** Work inside a transaction. It may only await requests of that transaction. */
type Work<T> = (transaction: IDBTransaction) => Promise<T>

export type Database = {
  /**
   * Resolves to the result of `work`, or to undefined if the database does not respond in time. The work
   * itself continues.
   */
  withTimeLimit: <T>(work: Promise<T>) => Promise<T | undefined>
  /** Runs work in a read-only transaction. */
  read: <T>(stores: StoreName[], work: Work<T>) => Promise<T>
  /**
   * Runs work in a transaction that writes everything or nothing. Resolves when the data has reached the
   * storage medium (`durability: 'strict'`).
   */
  write: <T>(stores: StoreName[], work: Work<T>) => Promise<T>
  /**
   * Calls `listener` when the database is lost, for example because the user cleared this site's storage.
   * Returns the function that unsubscribes.
   */
  onLost: (listener: () => void) => () => void
}

/** Resolves to the result of one IndexedDB request. */
export const awaitResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB request failed')))
  })

/** Resolves when a transaction is written. Rejects when it is aborted. */
export const awaitCompletion = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB aborted')))
  })

/**
 * How long a transaction may wait for another tab's transaction. A frozen tab may keep its transaction
 * permanently.
 */
const startTimeoutMs = 10_000

/**
 * Rejects and aborts a transaction if it does not start within `timeoutMs` because another tab's transaction
 * uses its object stores. Does not wait for the abort event, which an unresponsive database may never fire.
 * After a transaction has started, there is no time limit, because slow storage is not a failure.
 */
const rejectOnTimeout = (transaction: IDBTransaction, timeoutMs: number): Promise<never> =>
  new Promise((_, reject) => {
    const [store = ''] = transaction.objectStoreNames
    const timer = setTimeout(() => {
      // If the transaction has already ended, the work settles with its outcome.
      if (abort(transaction)) reject(new DOMException('Another window holds the database.', 'TimeoutError'))
    }, timeoutMs)
    const stop = () => clearTimeout(timer)
    // The response to a first request, for any key, shows that the transaction has started, even if it fails.
    awaitResult(transaction.objectStore(store).getKey(0)).then(stop, stop)
  })

const isDatabaseNewer = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'VersionError'

type Factory = Pick<IDBFactory, 'open'>

const openThisVersion = (factory: Factory): IDBOpenDBRequest => {
  const request = factory.open(databaseName, databaseVersion)
  request.addEventListener('upgradeneeded', () => {
    for (const [store, parameters] of Object.entries(schema)) {
      if (!request.result.objectStoreNames.contains(store))
        request.result.createObjectStore(store, parameters)
    }
  })
  return request
}

const open = async (factory: Factory, page: PageCache): Promise<IDBDatabase> => {
  try {
    return await openDatabase(() => openThisVersion(factory), page)
  } catch (error) {
    // Another tab has a newer version of the app, which added stores. The stores of this version still exist,
    // so the database is opened with whatever version it has.
    if (isDatabaseNewer(error)) return openDatabase(() => factory.open(databaseName), page)
    throw error
  }
}

/**
 * Reads and writes the database. Opens it on first use, and once more if its connection was lost. If another
 * tab delays a transaction for more than `timeoutMs`, the work rejects with a TimeoutError and is not written
 * later.
 */
export const createDatabase = (
  factory: Factory,
  page: PageCache = neverSuspended,
  timeoutMs = startTimeoutMs,
): Database => {
  const connection = createConnection(() => open(factory, page), page)

  const run = async <T>(
    createTransaction: CreateTransaction,
    stores: StoreName[],
    mode: IDBTransactionMode,
    work: Work<T>,
  ): Promise<T> => {
    const options: IDBTransactionOptions = { durability: mode === 'readwrite' ? 'strict' : 'default' }
    const transaction = await createTransaction(stores, mode, options)
    const completion = awaitCompletion(transaction)
    const complete = async () => {
      const value = await work(transaction)
      await completion
      return value
    }
    try {
      return await Promise.race([complete(), rejectOnTimeout(transaction, timeoutMs)])
    } catch (error) {
      // This function throws the error, so the rejected completion must not be reported as unhandled.
      completion.catch(() => undefined)
      // An error of the work itself leaves the transaction open. Aborting it undoes its earlier writes.
      if (transaction.error === null) abort(transaction)
      // The transaction's error is the cause, for example full storage. The error of a request may only say
      // that its transaction was aborted.
      throw transaction.error ?? error
    }
  }

  return {
    read: (stores, work) =>
      connection.run((createTransaction) => run(createTransaction, stores, 'readonly', work)),
    write: (stores, work) =>
      connection.run((createTransaction) => run(createTransaction, stores, 'readwrite', work)),
    withTimeLimit: connection.withTimeLimit,
    onLost: connection.onLost,
  }
}
