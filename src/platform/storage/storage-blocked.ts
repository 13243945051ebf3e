import type { GlobalScope } from '../create-browser.ts'

type StorageScope = { readonly localStorage: unknown; readonly indexedDB: unknown }

/** Whether the browser blocks storage, as with all cookies blocked. Reading the property then throws. */
export const isStorageBlocked = (page: StorageScope): boolean => {
  try {
    void [page.localStorage, page.indexedDB]
    return false
  } catch {
    return true
  }
}

type Page = Pick<GlobalScope, 'addEventListener' | 'indexedDB' | 'crypto' | 'fetch' | 'navigator'>

/**
 * The scope of a page whose storage is blocked. Caches, files and service workers exist there, but each use
 * fails in a different way, so they count as missing.
 */
export const withoutStorage = (page: Page): GlobalScope => ({
  addEventListener: (...listener: Parameters<GlobalScope['addEventListener']>) =>
    page.addEventListener(...listener),
  get indexedDB() {
    return page.indexedDB
  },
  crypto: page.crypto,
  fetch: (...request) => page.fetch(...request),
  navigator: {
    get onLine() {
      return page.navigator.onLine
    },
    locks: page.navigator.locks,
  },
})
