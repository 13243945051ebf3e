import { clear, del, delMany, get, keys, set, update, type UseStore } from 'idb-keyval'
import { alwaysShown, type PageCache } from '../page-cache.ts'
import { createConnection, openDatabase } from './open-database.ts'

/** Single values by name, stored in IndexedDB: every context of the app reads the same ones. */
export type KeyValues = {
  /** Resolves with work on these values, or to undefined when their database has not responded for a while; the work goes on. */
  inTime: <T>(work: Promise<T>) => Promise<T | undefined>
  /** The stored value, or undefined. Its reader parses it: an older version may have written it. */
  read: (key: string) => Promise<unknown>
  write: (key: string, value: unknown) => Promise<void>
  /** Writes what `change` makes of the stored value, in one transaction: no other context writes in between. */
  update: (key: string, change: (stored: unknown) => unknown) => Promise<void>
  remove: (key: string) => Promise<void>
  keys: () => Promise<string[]>
  /** Removes everything, or what has a key that begins so. */
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
 * The store of `idb-keyval`, which waits for an opening only so long and begins a new one after a failure. A handle
 * that iOS killed in the background is replaced once.
 */
const createStore = (name: string, open: Open, page: PageCache) => {
  const connection = createConnection(() => openStore(() => open(name), page), page)
  const store: UseStore = (mode, work) =>
    connection.run(async () => work((await connection.begin(storeName, mode)).objectStore(storeName)))
  return { store, inTime: connection.inTime }
}

/** Opens one named collection, as `session` or `queries`; a database each, as `idb-keyval` wants it. */
export const createKeyValues = (name: string, open: Open, page: PageCache = alwaysShown): KeyValues => {
  const { store, inTime } = createStore(`breaking-barriers-${name}`, open, page)
  // Asynchronous all through: where the browser blocks IndexedDB, even naming it throws.
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
