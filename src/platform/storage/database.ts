import { alwaysShown, type PageCache } from '../page-cache.ts'
import { abort, createConnection, openDatabase, type Begin } from './open-database.ts'

/**
 * The app's main IndexedDB database, for records that need transactions over several object stores. Single
 * values are stored by `idb-keyval` (`key-values.ts`).
 */

const name = 'breaking-barriers'
const version = 3

/** Each object store with its key. A new or changed store requires a higher `version`. */
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

/** Runs inside a transaction. May only await requests of that transaction. */
type Work<T> = (transaction: IDBTransaction) => Promise<T>

export type Database = {
  /** Resolves to the result of `work`; undefined if the database stays silent. The work continues. */
  withTimeLimit: <T>(work: Promise<T>) => Promise<T | undefined>
  /** Reads from a consistent state. */
  read: <T>(stores: StoreName[], work: Work<T>) => Promise<T>
  /** Writes all or nothing; resolves when the bytes are on the disk (`durability: 'strict'`). */
  write: <T>(stores: StoreName[], work: Work<T>) => Promise<T>
  /**
   * Calls back when the database is lost, for example because somebody cleared this site's storage; returns
   * the function that unsubscribes.
   */
  onLost: (listener: () => void) => () => void
}

/** The result of one IndexedDB request. */
export const awaitResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB request failed')))
  })

/** Resolves when a transaction is written; rejects when it is aborted. */
export const awaitCompletion = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB aborted')))
  })

/** In ms. A window that its browser froze may hold its transaction permanently. */
const beginTimeout = 10_000

/**
 * Aborts a transaction and rejects if the transaction does not begin within `timeout` ms because another
 * window holds its object stores. It rejects without waiting for the abort, which a database that does not
 * respond may not report. A transaction that has begun blocks nobody, however slow the disk is.
 */
const rejectWhenLate = (transaction: IDBTransaction, timeout: number): Promise<never> =>
  new Promise((_, reject) => {
    const [store = ''] = transaction.objectStoreNames
    const timer = setTimeout(() => {
      if (abort(transaction)) reject(new DOMException('Another window holds the database.', 'TimeoutError'))
    }, timeout)
    const stop = () => clearTimeout(timer)
    // The first response shows that the transaction has begun, even if the request fails.
    awaitResult(transaction.objectStore(store).getKey(0)).then(stop, stop)
  })

const isDatabaseNewer = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'VersionError'

type Factory = Pick<IDBFactory, 'open'>

const openThisVersion = (factory: Factory): IDBOpenDBRequest => {
  const request = factory.open(name, version)
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
    // A newer app in another tab has added stores. The stores of this version all exist.
    if (isDatabaseNewer(error)) return openDatabase(() => factory.open(name), page)
    throw error
  }
}

/**
 * Opens the database on first use, and once again if its handle turns out to be dead. Work that another
 * window delays for more than `timeout` ms rejects with a TimeoutError and is not written later.
 */
export const createDatabase = (
  factory: Factory,
  page: PageCache = alwaysShown,
  timeout = beginTimeout,
): Database => {
  const connection = createConnection(() => open(factory, page), page)

  const run = async <T>(
    begin: Begin,
    stores: StoreName[],
    mode: IDBTransactionMode,
    work: Work<T>,
  ): Promise<T> => {
    const options: IDBTransactionOptions = { durability: mode === 'readwrite' ? 'strict' : 'default' }
    const transaction = await begin(stores, mode, options)
    const completion = awaitCompletion(transaction)
    const complete = async () => {
      const value = await work(transaction)
      await completion
      return value
    }
    try {
      return await Promise.race([complete(), rejectWhenLate(transaction, timeout)])
    } catch (error) {
      // The error is thrown here, so the completion must not report it as well.
      completion.catch(() => undefined)
      // An error between requests leaves the transaction open, and its earlier writes must not stay.
      if (transaction.error === null) abort(transaction)
      // The awaited request may only report that another one ended the transaction, as on a full disk.
      throw transaction.error ?? error
    }
  }

  return {
    read: (stores, work) => connection.run((begin) => run(begin, stores, 'readonly', work)),
    write: (stores, work) => connection.run((begin) => run(begin, stores, 'readwrite', work)),
    withTimeLimit: connection.withTimeLimit,
    onLost: connection.onLost,
  }
}
