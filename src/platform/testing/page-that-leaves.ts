import { createPageCache, type PageCache } from '../page-cache.ts'

/** A page that the browser can put aside in its back/forward cache and show again. */
export const createPageThatLeaves = (): PageCache & { putAside: () => void; show: () => void } => {
  const target = new EventTarget()
  const turn = (type: 'pagehide' | 'pageshow') => () =>
    void target.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
  return { ...createPageCache(target), putAside: turn('pagehide'), show: turn('pageshow') }
}
