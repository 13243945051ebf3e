import { scrollInputs } from '../config/scroll-inputs.ts'
import { toReportedPath } from './reported-path.ts'
import type { Track } from './track.ts'

type Deps = { track: Track; window: Window }

/** Records clicks on links with one listener on the document, so that no link needs code for it. */
export const followLinks = ({ track, window }: Deps): void => {
  window.document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement)) return
      const isOutbound = link.origin !== window.location.origin
      void track('link_click', {
        path: toReportedPath(window.location.pathname),
        // A path on another origin may name a coach's file.
        target: isOutbound ? link.origin : toReportedPath(link.pathname),
        outbound: isOutbound,
      })
    },
    { capture: true },
  )
}

/** In percent of the page's height (specification §2). */
const scrollMilestones = [25, 50, 75, 100] as const
type ScrollMilestone = (typeof scrollMilestones)[number]

/** In px: the scroll position, the height of the viewport and the height of the page. */
type ScrollPosition = { top: number; viewport: number; page: number }

/** Returns how far down the page the lower edge of the viewport is, in percent. */
const getScrolledPercent = ({ top, viewport, page }: ScrollPosition): number =>
  page <= viewport ? 100 : ((top + viewport) / page) * 100

/**
 * Reports each milestone of a page once, when it first comes into view. A jump reports all milestones that it
 * passes. Milestones in view at the start are never reported, because the visitor did not scroll to them.
 */
export const createScrollMilestones = (onMilestone: (percent: ScrollMilestone) => void) => {
  const passed = new Set<ScrollMilestone>()
  /** Returns the milestones that come into view for the first time. */
  const markPassed = (position: ScrollPosition): ScrollMilestone[] => {
    // Browsers round the position on zoomed screens, so the end of a page may remain a pixel away. The half
    // percent makes up for that.
    const percent = getScrolledPercent(position) + 0.5
    const newlyPassed = scrollMilestones.filter((milestone) => percent >= milestone && !passed.has(milestone))
    for (const milestone of newlyPassed) passed.add(milestone)
    return newlyPassed
  }
  return {
    /** Sets where the visitor starts to scroll. */
    start: (position: ScrollPosition): void => void markPassed(position),
    moveTo: (position: ScrollPosition): void => markPassed(position).forEach(onMilestone),
  }
}

/**
 * Reads where the visitor started to scroll before the app ran, in px (`src/app-loader.ts`). Returns undefined
 * if they did not scroll.
 */
const readScrollStart = ({ documentElement }: Document): number | undefined => {
  const { scrolledFrom } = documentElement.dataset
  return scrolledFrom === undefined ? undefined : Number(scrolledFrom)
}

/**
 * Follows the scrolling of the page on screen. Call the returned function after each navigation, once the new
 * page has its height, to start over. A prerendered first page may be scrolled before the app takes over, so
 * the milestones that the visitor has passed by then are reported too.
 */
export const followScroll = ({ track, window }: Deps): (() => void) => {
  const { document, location } = window
  /** The milestones of the page on screen, or undefined until its height is known. */
  let milestones: ReturnType<typeof createScrollMilestones> | undefined
  /** In px: where the visitor started to scroll on this page, and how far they scrolled. */
  let startTop = readScrollStart(document)
  let farthestTop = 0

  const getPosition = (top: number): ScrollPosition => ({
    top,
    viewport: window.innerHeight,
    page: document.documentElement.scrollHeight,
  })

  let isScheduled = false
  const onScroll = () => {
    if (isScheduled) return
    isScheduled = true
    window.requestAnimationFrame(() => {
      isScheduled = false
      if (startTop === undefined) return
      farthestTop = Math.max(farthestTop, window.scrollY)
      milestones?.moveTo(getPosition(window.scrollY))
    })
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  const onInput = () => {
    if (startTop !== undefined) return
    startTop = window.scrollY
    milestones?.start(getPosition(startTop))
  }
  for (const name of scrollInputs) window.addEventListener(name, onInput, { passive: true, capture: true })

  const isPrerendered = document.querySelector('[data-prerendered]') !== null
  const firstPath = location.pathname
  const startOver = () => {
    const isFirstPage = milestones === undefined && isPrerendered && location.pathname === firstPath
    const path = toReportedPath(location.pathname)
    milestones = createScrollMilestones((percent) => void track('scroll', { path, percent }))
    // A page that was not scrolled yet starts at the first input (`onInput`).
    if (!isFirstPage || startTop === undefined) {
      startTop = undefined
      return
    }
    milestones.start(getPosition(startTop))
    milestones.moveTo(getPosition(Math.max(farthestTop, window.scrollY)))
  }
  return startOver
}
