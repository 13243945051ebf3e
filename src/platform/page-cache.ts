import { createStore } from '../lib/create-store.ts'

/**
 * The back/forward cache: a browser may put a page aside when it is left, with all that it holds, and show it again at
 * once. WebKit leaves it its locks and transactions too, so that the page which took its place waits for ever.
 */
export type PageCache = {
  /** Resolves at once while the page is shown; else when it is shown again. */
  shown: () => Promise<void>
  /** Resolves in a task of its own, unless the page was left for good: what the browser ends then fails for nobody. */
  stays: () => Promise<void>
  /** Calls back when the page is put aside: what others wait for has to be let go now. Returns how to stop listening. */
  onAside: (listener: () => void) => () => void
}

/** `target` is the window; the global scope of a worker never hears of it, because its page ends it. */
export const createPageCache = (target: Pick<EventTarget, 'addEventListener'>): PageCache => {
  const aside = createStore(false)
  let isLeft = false
  const isKept = (event: Event) => 'persisted' in event && event.persisted === true
  target.addEventListener('pagehide', (event) => {
    if (isKept(event)) aside.set(true)
    else isLeft = true
  })
  target.addEventListener('pageshow', () => aside.set(false))
  return {
    shown: () =>
      new Promise((resolve) => {
        const check = () => {
          if (aside.get()) return
          stop()
          resolve()
        }
        const stop = aside.subscribe(check)
        check()
      }),
    // What is ended in the last moment of a page, or of a worker, may fail before that is said: a task later nobody is there.
    stays: () =>
      new Promise((resolve) => {
        setTimeout(() => !isLeft && resolve())
      }),
    onAside: (listener) =>
      aside.subscribe(() => {
        if (aside.get()) listener()
      }),
  }
}

/** Of what is never put aside. */
export const alwaysShown: PageCache = {
  shown: async () => undefined,
  stays: async () => undefined,
  onAside: () => () => undefined,
}
