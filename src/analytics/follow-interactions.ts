import { reportedPath } from './reported-path.ts'
import type { Track } from './track.ts'

type Deps = { track: Track; window: Window }

/** Records clicks on links with one listener on the document, so that no link needs code for it. */
export const followLinks = ({ track, window }: Deps): void => {
  window.document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement)) return
      const outbound = link.origin !== window.location.origin
      void track('link_click', {
        path: reportedPath(window.location.pathname),
        // A path on another origin may name a coach's file.
        target: outbound ? link.origin : reportedPath(link.pathname),
        outbound,
      })
    },
    { capture: true },
  )
}

/** In percent of a page (specification §2). */
const scrollMilestones = [25, 50, 75, 100] as const
type ScrollMilestone = (typeof scrollMilestones)[number]

/** In px. */
type ScrollPosition = { top: number; viewport: number; page: number }

/** The position of the screen's lower edge on the page, in percent. */
const percentOf = ({ top, viewport, page }: ScrollPosition): number =>
  page <= viewport ? 100 : ((top + viewport) / page) * 100

/**
 * Reports each milestone of a page once, when it first comes into view. A jump reports all milestones that it
 * passes. Milestones in view at the start are never reported, because the person did not scroll to them.
 */
export const createScrollMilestones = (reached: (percent: ScrollMilestone) => void) => {
  const passed = new Set<ScrollMilestone>()
  const pass = (position: ScrollPosition): ScrollMilestone[] => {
    // Browsers round the position on zoomed screens, so the end of a page may remain a pixel away.
    const percent = percentOf(position) + 0.5
    const found = scrollMilestones.filter((milestone) => percent >= milestone && !passed.has(milestone))
    for (const milestone of found) passed.add(milestone)
    return found
  }
  return {
    begin: (position: ScrollPosition): void => void pass(position),
    scrolled: (position: ScrollPosition): void => pass(position).forEach(reached),
  }
}

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
