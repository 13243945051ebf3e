import { createStore } from '../lib/create-store.ts'

/**
 * The back/forward cache: a browser may suspend a page with its state when it is left, and restore it
 * immediately. WebKit lets a suspended page keep its locks and transactions, so that the next page would wait
 * for them permanently.
 */
export type PageCache = {
  /** Resolves immediately while the page is shown, otherwise when it is shown again. */
  shown: () => Promise<void>
  /**
   * Resolves in a task of its own, unless the page was left permanently: operations that the browser then
   * ends must not report failures.
   */
  stays: () => Promise<void>
  /** Calls back when the page is suspended and must release its locks. Returns the unsubscribe function. */
  onSuspend: (listener: () => void) => () => void
}

/** `target` is the window. A worker's global scope never fires these events, because its page ends it. */
export const createPageCache = (target: Pick<EventTarget, 'addEventListener'>): PageCache => {
  const suspended = createStore(false)
  let isLeft = false
  /** Whether the browser keeps the page in its cache. */
  const isCached = (event: Event) => 'persisted' in event && event.persisted === true
  target.addEventListener('pagehide', (event) => {
    if (isCached(event)) suspended.set(true)
    else isLeft = true
  })
  target.addEventListener('pageshow', () => suspended.set(false))
  return {
    shown: () =>
      new Promise((resolve) => {
        const check = () => {
          if (suspended.get()) return
          stop()
          resolve()
        }
        const stop = suspended.subscribe(check)
        check()
      }),
    // Operations may fail just before a page or worker ends. The page has usually gone one task later.
    stays: () =>
      new Promise((resolve) => {
        setTimeout(() => !isLeft && resolve())
      }),
    onSuspend: (listener) =>
      suspended.subscribe(() => {
        if (suspended.get()) listener()
      }),
  }
}

/** For contexts that are never suspended. */
export const alwaysShown: PageCache = {
  shown: async () => undefined,
  stays: async () => undefined,
  onSuspend: () => () => undefined,
}
