import { createStore } from '../lib/create-store.ts'

/**
 * The state of this page in the back/forward cache. When a page is left, the browser may suspend it in this
 * cache and restore it later. In WebKit, a suspended page keeps its locks and transactions. The page must
 * release them, or the next page would wait for them permanently.
 */
export type PageCache = {
  /** Resolves immediately if the page is shown, otherwise when it is shown again. */
  waitUntilShown: () => Promise<void>
  /**
   * Never resolves if the page was left permanently; otherwise resolves in a later task. Await it before you
   * report a failure, because the browser ends the operations of a page that was left.
   */
  haltIfLeft: () => Promise<void>
  /**
   * Calls `listener` when the page is suspended and must release its locks. Returns the function that
   * unsubscribes.
   */
  onSuspend: (listener: () => void) => () => void
}

/**
 * Follows when a page is suspended and shown again. `target` is the window. In a worker, it is the global
 * scope, which never fires these events.
 */
export const createPageCache = (target: Pick<EventTarget, 'addEventListener'>): PageCache => {
  const isSuspended = createStore(false)
  let isLeft = false
  /** Whether the browser suspends the page instead of ending it. */
  const isCached = (event: Event) => 'persisted' in event && event.persisted === true
  target.addEventListener('pagehide', (event) => {
    if (isCached(event)) isSuspended.set(true)
    else isLeft = true
  })
  target.addEventListener('pageshow', () => isSuspended.set(false))
  return {
    waitUntilShown: () =>
      new Promise((resolve) => {
        const check = () => {
          if (isSuspended.get()) return
          stop()
          resolve()
        }
        const stop = isSuspended.subscribe(check)
        check()
      }),
    // Operations may fail just before a page or worker ends. One task later, it has usually ended.
    haltIfLeft: () =>
      new Promise((resolve) => {
        setTimeout(() => {
          if (!isLeft) resolve()
        })
      }),
    onSuspend: (listener) =>
      isSuspended.subscribe(() => {
        if (isSuspended.get()) listener()
      }),
  }
}

/** The page cache for contexts that are never suspended, such as workers. */
export const neverSuspended: PageCache = {
  waitUntilShown: async () => undefined,
  haltIfLeft: async () => undefined,
  onSuspend: () => () => undefined,
}
