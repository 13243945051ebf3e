import { alwaysShown, type PageCache } from '../page-cache.ts'
import { abort, createConnection, openDatabase } from './open-database.ts'

/**
 * The app's one IndexedDB database. `idb-keyval` stores single values (`key-values.ts`); this file is for records that
 * need transactions over several stores.
 */

const name = 'breaking-barriers'
const version = 3

/** Each object store with its key. A new one, or a changed one, raises `version`. */
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

/** What runs inside a transaction: it may await requests of that transaction, nothing else. */
type Work<T> = (transaction: IDBTransaction) => Promise<T>

export type Database = {
  /** Resolves with work on this database, or to undefined when that has not responded for a while; the work goes on. */
  inTime: <T>(work: Promise<T>) => Promise<T | undefined>
  /** Reads from a consistent state. */
  read: <T>(stores: StoreName[], work: Work<T>) => Promise<T>
  /** Writes all or nothing; resolves when the bytes are on the disk (`durability: 'strict'`). */
  write: <T>(stores: StoreName[], work: Work<T>) => Promise<T>
  /** Calls back when the database was lost, as when somebody deletes it or clears the storage of this site. */
  onLost: (listener: () => void) => void
}

/** The result of one IndexedDB request. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB request failed')))
  })

/** Resolves when a transaction is written; rejects when it was aborted. */
export const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB aborted')))
  })

/** ms; a window that its browser froze may hold its transaction for ever */
const longestTurn = 10_000

/**
 * Undoes a transaction that does not begin within `timeout` ms, because another window holds what it needs, and rejects then: a
 * database that has fallen silent says nothing of that either. One that has begun is in nobody's way, however slow the disk.
 */
const whenLate = (transaction: IDBTransaction, timeout: number): Promise<never> =>
  new Promise((_, reject) => {
    const [store = ''] = transaction.objectStoreNames
    const timer = setTimeout(() => {
      if (abort(transaction)) reject(new DOMException('Another window holds the database.', 'TimeoutError'))
    }, timeout)
    const stop = () => clearTimeout(timer)
    resultOf(transaction.objectStore(store).getKey(0)).then(stop, stop)
  })

const isNewer = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError'

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
    // A newer app in another tab has added stores: those that this one knows are all there.
    if (isNewer(error)) return openDatabase(() => factory.open(name), page)
    throw error
  }
}

/**
 * Opens the database when it is first needed, and once again when its handle turns out dead. What another window keeps from
 * beginning for `timeout` ms rejects with a TimeoutError, and is not written later.
 */
export const createDatabase = (
  factory: Factory,
  page: PageCache = alwaysShown,
  timeout = longestTurn,
): Database => {
  const connection = createConnection(() => open(factory, page), page)

  const run = async <T>(stores: StoreName[], mode: IDBTransactionMode, work: Work<T>): Promise<T> => {
    const options: IDBTransactionOptions = { durability: mode === 'readwrite' ? 'strict' : 'default' }
    const transaction = await connection.begin(stores, mode, options)
    const done = finished(transaction)
    const written = async () => {
      const value = await work(transaction)
      await done
      return value
    }
    try {
      return await Promise.race([written(), whenLate(transaction, timeout)])
    } catch (error) {
      done.catch(() => undefined)
      // An error thrown between requests leaves the transaction open: its earlier writes must not stay.
      if (transaction.error === null) abort(transaction)
      // The request that was waited for may only say that another one had ended the transaction, as on a full disk.
      throw transaction.error ?? error
    }
  }

  return {
    read: (stores, work) => connection.run(() => run(stores, 'readonly', work)),
    write: (stores, work) => connection.run(() => run(stores, 'readwrite', work)),
    inTime: connection.inTime,
    onLost: connection.onLost,
  }
}
