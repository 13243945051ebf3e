import { clear, del, delMany, get, keys, set, update, type UseStore } from 'idb-keyval'
import { alwaysShown, type PageCache } from '../page-cache.ts'
import { createConnection, openDatabase } from './open-database.ts'

/** Single values by name in IndexedDB, shared by all contexts of the app. */
export type KeyValues = {
  /** Resolves to the result of `work`; undefined if the database stays silent. The work continues. */
  inTime: <T>(work: Promise<T>) => Promise<T | undefined>
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

const storeName = 'values'

const openStore = (open: () => IDBOpenDBRequest, page: PageCache): Promise<IDBDatabase> =>
  openDatabase(() => {
    const request = open()
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    return request
  }, page)

/**
 * The store for `idb-keyval`. It limits the wait for an open request and starts a new one after a failure. It
 * replaces a handle that iOS killed in the background once.
 */
const createStore = (name: string, open: Open, page: PageCache) => {
  const connection = createConnection(() => openStore(() => open(name), page), page)
  const store: UseStore = (mode, work) =>
    connection.run(async (begin) => work((await begin(storeName, mode)).objectStore(storeName)))
  return { store, inTime: connection.inTime }
}

/** Opens a collection such as `session` or `queries`, each in its own database, as `idb-keyval` requires. */
export const createKeyValues = (name: string, open: Open, page: PageCache = alwaysShown): KeyValues => {
  const { store, inTime } = createStore(`breaking-barriers-${name}`, open, page)
  // All methods are async: if the browser blocks IndexedDB, even reading the property throws.
  return {
    inTime,
    read: async (key) => get<unknown>(key, store),
    write: async (key, value) => set(key, value, store),
    update: async (key, change) => update<unknown>(key, change, store),
    remove: async (key) => del(key, store),
    keys: async () => keys<string>(store),
    clear: async (prefix) => {
      if (prefix === undefined) return clear(store)
      const names = await keys<string>(store)
      await delMany(
        names.filter((name) => name.startsWith(prefix)),
        store,
      )
    },
  }
}
