import { sleep } from '../lib/sleep.ts'
import { createLocks } from './locks.ts'
import { createFetchInTime } from './network/fetch-in-time.ts'
import { createPageCache } from './page-cache.ts'
import { createDatabase } from './storage/database.ts'
import { createKeyValues, type KeyValues } from './storage/key-values.ts'

/** The collections of single values that the app has. */
type Collection = 'session' | 'device' | 'queries' | 'drafts' | 'health'

/**
 * The part that is used of the global scope of a page, a worker or the service worker. Some browsers and private
 * windows lack what is optional.
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
 * The browser around a page, a worker or the service worker; each root makes it once and hands on what others need.
 * Only what is used is named: where Firefox blocks the storage, naming the database throws.
 */
export const createBrowser = (scope: GlobalScope) => {
  const open = (name: string, version?: number) => scope.indexedDB.open(name, version)
  const collections = new Map<Collection, KeyValues>()
  const pageCache = createPageCache(scope)
  return {
    /** ms since epoch */
    now: () => Date.now(),
    sleep,
    newId: () => scope.crypto.randomUUID(),
    fetch: (request: Request | string, init?: RequestInit) => scope.fetch(request, init),
    /** For services, which may never respond. */
    fetchInTime: createFetchInTime((url: string, init) => scope.fetch(url, init)),
    isOnline: () => scope.navigator.onLine,
    database: createDatabase({ open }, pageCache),
    /** A named collection of single values, opened once. */
    keyValues: (name: Collection): KeyValues => {
      const opened = collections.get(name) ?? createKeyValues(name, open, pageCache)
      collections.set(name, opened)
      return opened
    },
    locks: createLocks(scope.navigator.locks, pageCache),
    pageCache,
    lockManager: scope.navigator.locks,
    get caches() {
      return scope.caches
    },
    get storage() {
      return scope.navigator.storage
    },
    /** Whether it lets the service worker send when every tab is closed. */
    syncsInBackground: 'SyncManager' in scope,
    get serviceWorker() {
      return scope.navigator.serviceWorker
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>
