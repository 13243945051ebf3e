import { reportedPath } from './reported-path.ts'
import { createScrollMilestones } from './scroll-milestones.ts'
import type { Track } from './track.ts'

type Deps = { track: Track; window: Window }

/**
 * Follows the scrolling of the page on screen. The returned function starts over for a new page: it is called after
 * each navigation, once the new page has its height.
 */
export const followScroll = ({ track, window }: Deps): (() => void) => {
  const { document, location } = window
  let look = createScrollMilestones(() => undefined)

  const measure = () =>
    look({
      top: window.scrollY,
      viewport: window.innerHeight,
      page: document.documentElement.scrollHeight,
    })

  let scheduled = false
  const onScroll = () => {
    if (scheduled) return
    scheduled = true
    window.requestAnimationFrame(() => {
      scheduled = false
      measure()
    })
  }
  window.addEventListener('scroll', onScroll, { passive: true })

  return () => {
    const path = reportedPath(location.pathname)
    look = createScrollMilestones((percent) => void track('scroll', { path, percent }))
    onScroll()
  }
}
