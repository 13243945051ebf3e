import { reportedPath } from './reported-path.ts'
import { createScrollMilestones } from './scroll-milestones.ts'
import type { Track } from './track.ts'

type Deps = { track: Track; window: Window }

/** Inputs that precede a person's scrolling. Without one, the browser scrolls, to restore a position. */
const inputs = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'click'] as const

/**
 * Follows the scrolling of the page on screen. Call the returned function after each navigation, once the new
 * page has its height, to start over.
 */
export const followScroll = ({ track, window }: Deps): (() => void) => {
  const { document, location } = window
  let milestones = createScrollMilestones(() => undefined)
  let isByPerson = false

  const position = () => ({
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
      if (isByPerson) milestones.scrolled(position())
    })
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  const onInput = () => {
    if (isByPerson) return
    isByPerson = true
    milestones.begin(position())
  }
  for (const input of inputs) window.addEventListener(input, onInput, { passive: true, capture: true })

  return () => {
    const path = reportedPath(location.pathname)
    milestones = createScrollMilestones((percent) => void track('scroll', { path, percent }))
    isByPerson = false
  }
}
