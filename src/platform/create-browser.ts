import { sleep } from '../lib/async/sleep.ts'
import { createLocks } from './locks.ts'
import { createFetchWithTimeout } from './network/fetch-with-timeout.ts'
import { createPageCache } from './page-cache.ts'
import { createDatabase } from './storage/database.ts'
import { createKeyValues, type KeyValues } from './storage/key-values.ts'

type Collection = 'session' | 'device' | 'queries' | 'drafts' | 'health'

/**
 * The part of the global scope of a page, a worker or the service worker that the app uses. Some browsers and
 * private windows do not have the optional properties.
 */
export type GlobalScope = Pick<EventTarget, 'addEventListener'> & {
  readonly indexedDB: Pick<IDBFactory, 'open'>
  readonly caches?: CacheStorage
  readonly crypto: Pick<Crypto, 'randomUUID'>
  readonly fetch: typeof fetch
  readonly navigator: {
    readonly onLine: boolean
    readonly locks: LockManager
    readonly storage?: StorageManager
    readonly serviceWorker?: ServiceWorkerContainer
  }
}

/**
 * Wraps the browser's APIs for a page, a worker or the service worker. Each entry point creates one and
 * passes on the parts that others need. A property of the scope is read only when it is used: if Firefox
 * blocks storage, even reading `indexedDB` throws.
 */
export const createBrowser = (scope: GlobalScope) => {
  const open = (name: string, version?: number) => scope.indexedDB.open(name, version)
  const collections = new Map<Collection, KeyValues>()
  const pageCache = createPageCache(scope)
  return {
    /** In ms since the epoch. */
    now: () => Date.now(),
    sleep,
    newId: () => scope.crypto.randomUUID(),
    fetch: (request: Request | string, init?: RequestInit) => scope.fetch(request, init),
    /** `fetch` with a time limit, for services that may never respond. */
    fetchWithTimeout: createFetchWithTimeout((url: string, init) => scope.fetch(url, init)),
    isOnline: () => scope.navigator.onLine,
    database: createDatabase({ open }, pageCache),
    /** Returns a collection of single values, and creates it on first use. */
    keyValues: (name: Collection): KeyValues => {
      const collection = collections.get(name) ?? createKeyValues(name, open, pageCache)
      collections.set(name, collection)
      return collection
    },
    /** Locks that a waiting tab can take from a frozen one. */
    locks: createLocks(scope.navigator.locks, pageCache),
    pageCache,
    /** The browser's own lock manager, without such takeovers. */
    lockManager: scope.navigator.locks,
    get caches() {
      return scope.caches
    },
    get storage() {
      return scope.navigator.storage
    },
    /** Whether the browser can wake the service worker to send entries after all tabs are closed. */
    syncsInBackground: 'SyncManager' in scope,
    get serviceWorker() {
      return scope.navigator.serviceWorker
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>
