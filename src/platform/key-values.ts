import { clear, createStore, del, get, set } from 'idb-keyval'

/** Single values by name, kept in IndexedDB: every context of the app reads the same ones. */
export type KeyValues = {
  /** The stored value, or undefined. Its reader parses it: an older version may have written it. */
  read: (key: string) => Promise<unknown>
  write: (key: string, value: unknown) => Promise<void>
  remove: (key: string) => Promise<void>
  clear: () => Promise<void>
}

/** Opens one named collection, as `session` or `queries`; a database each, as `idb-keyval` wants it. */
export const createKeyValues = (name: string): KeyValues => {
  const store = createStore(`breaking-barriers-${name}`, 'values')
  // Asynchronous all through: where the browser blocks IndexedDB, even naming it throws.
  return {
    read: async (key) => get<unknown>(key, store),
    write: async (key, value) => set(key, value, store),
    remove: async (key) => del(key, store),
    clear: async () => clear(store),
  }
}
