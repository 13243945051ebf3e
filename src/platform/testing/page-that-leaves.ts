import { createPageCache, type PageCache } from '../page-cache.ts'

/** A page that the browser can suspend in its back/forward cache, show again or end. */
export const createPageThatLeaves = (): PageCache & Record<'suspend' | 'show' | 'leave', () => void> => {
  const target = new EventTarget()
  const turn =
    (type: 'pagehide' | 'pageshow', persisted = true) =>
    () =>
      void target.dispatchEvent(new PageTransitionEvent(type, { persisted }))
  return {
    ...createPageCache(target),
    suspend: turn('pagehide'),
    show: turn('pageshow'),
    leave: turn('pagehide', false),
  }
}
