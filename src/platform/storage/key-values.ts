import { clear, del, delMany, get, keys, promisifyRequest, set, update, type UseStore } from 'idb-keyval'
import { neverSuspended, type PageCache } from '../page-cache.ts'
import { createConnection } from './database-connection.ts'
import { openDatabase } from './open-database.ts'

/** A collection of single values by key in IndexedDB, shared by pages, workers and the service worker. */
export type KeyValues = {
  /**
   * Resolves to the result of `work`, or to undefined if the database does not respond in time. The work
   * itself continues.
   */
  withTimeLimit: <T>(work: Promise<T>) => Promise<T | undefined>
  /** Reads a value. Callers parse it, because an older version of the app may have written it. */
  read: (key: string) => Promise<unknown>
  write: (key: string, value: unknown) => Promise<void>
  /** Writes several values in one transaction, and removes those that are undefined. */
  writeAll: (values: Readonly<Record<string, unknown>>) => Promise<void>
  /** Replaces a stored value with the result of `change`, in one transaction. */
  update: (key: string, change: (stored: unknown) => unknown) => Promise<void>
  remove: (key: string) => Promise<void>
  keys: () => Promise<string[]>
  /** Removes all values, or those whose keys start with `prefix`. */
  clear: (prefix?: string) => Promise<void>
}

type Open = (name: string) => IDBOpenDBRequest

const objectStoreName = 'values'

const openWithObjectStore = (open: () => IDBOpenDBRequest, page: PageCache): Promise<IDBDatabase> =>
  openDatabase(() => {
    const request = open()
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(objectStoreName))
    return request
  }, page)

/**
 * Opens a database's object store for `idb-keyval`. `committingStore` is for work that makes all its requests
 * immediately. What it writes is saved even if the page is closed right afterwards.
 */
const createUseStore = (databaseName: string, open: Open, page: PageCache) => {
  const connection = createConnection(() => openWithObjectStore(() => open(databaseName), page), page)
  const store: UseStore = (mode, work) =>
    connection.run(async (createTransaction) =>
      work((await createTransaction(objectStoreName, mode)).objectStore(objectStoreName)),
    )
  // When a page is closed, the browser aborts its transactions, except those that are already committing.
  const committingStore: UseStore = (mode, work) =>
    store(mode, (objectStore) => {
      const result = work(objectStore)
      objectStore.transaction.commit()
      return result
    })
  return { store, committingStore, withTimeLimit: connection.withTimeLimit }
}

/** Creates a collection such as `session`. Each has its own database, because `idb-keyval` requires it. */
export const createKeyValues = (name: string, open: Open, page: PageCache = neverSuspended): KeyValues => {
  const { store, committingStore, withTimeLimit } = createUseStore(`breaking-barriers-${name}`, open, page)
  // All methods are async, so that they reject instead of throwing. If the browser blocks IndexedDB, even
  // reading the property throws.
  return {
    withTimeLimit,
    read: async (key) => get<unknown>(key, store),
    write: async (key, value) => set(key, value, committingStore),
    writeAll: async (values) =>
      committingStore('readwrite', (objectStore) => {
        for (const [key, value] of Object.entries(values))
          if (value === undefined) objectStore.delete(key)
          else objectStore.put(value, key)
        return promisifyRequest(objectStore.transaction)
      }),
    update: async (key, change) => update<unknown>(key, change, store),
    remove: async (key) => del(key, committingStore),
    keys: async () => keys<string>(store),
    clear: async (prefix) => {
      if (prefix === undefined) return clear(committingStore)
      const allKeys = await keys<string>(store)
      await delMany(
        allKeys.filter((key) => key.startsWith(prefix)),
        committingStore,
      )
    },
  }
}
