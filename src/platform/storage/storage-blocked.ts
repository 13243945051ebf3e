import type { GlobalScope } from '../create-browser.ts'

type StorageScope = { readonly localStorage: unknown; readonly indexedDB: unknown }

/**
 * Whether the browser blocks storage, for example together with all cookies. Reading a property then throws.
 */
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
 * Returns the scope of a page whose storage is blocked. It leaves out caches, files and service workers,
 * because they exist in such a page, but fail in different ways when they are used.
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
