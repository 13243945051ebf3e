import { clear, del, delMany, get, keys, set, update, type UseStore } from 'idb-keyval'
import { alwaysShown, type PageCache } from '../page-cache.ts'
import { createConnection, openDatabase } from './open-database.ts'

/** Single values by name in IndexedDB, shared by all contexts of the app. */
export type KeyValues = {
  /** Resolves to the result of `work`; undefined if the database stays silent. The work continues. */
  withTimeLimit: <T>(work: Promise<T>) => Promise<T | undefined>
  /** The stored value, or undefined. Callers parse it, because an older version may have written it. */
  read: (key: string) => Promise<unknown>
  write: (key: string, value: unknown) => Promise<void>
  /** Writes the result of `change` on the stored value, in one transaction, without writes in between. */
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
 * The object store of a database, in the form that `idb-keyval` expects. `committingStore` is for work that makes
 * all its requests at once: what it writes is kept even if the page is closed a moment later.
 *
 * The connection limits the wait for an open request, opens the database again after a failure, and once replaces
 * a handle that iOS killed in the background.
 */
const createUseStore = (databaseName: string, open: Open, page: PageCache) => {
  const connection = createConnection(() => openWithObjectStore(() => open(databaseName), page), page)
  const store: UseStore = (mode, work) =>
    connection.run(async (begin) => work((await begin(objectStoreName, mode)).objectStore(objectStoreName)))
  // A browser aborts the transactions of a page that is closed, unless they were told to commit.
  const committingStore: UseStore = (mode, work) =>
    store(mode, (objectStore) => {
      const result = work(objectStore)
      objectStore.transaction.commit()
      return result
    })
  return { store, committingStore, withTimeLimit: connection.withTimeLimit }
}

/** Opens a collection such as `session` or `queries`, each in its own database, as `idb-keyval` requires. */
export const createKeyValues = (name: string, open: Open, page: PageCache = alwaysShown): KeyValues => {
  const { store, committingStore, withTimeLimit } = createUseStore(`breaking-barriers-${name}`, open, page)
  // All methods are async: if the browser blocks IndexedDB, even reading the property throws.
  return {
    withTimeLimit,
    read: async (key) => get<unknown>(key, store),
    write: async (key, value) => set(key, value, committingStore),
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
