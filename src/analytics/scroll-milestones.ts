/** percent of a page (specification §2) */
export const scrollMilestones = [25, 50, 75, 100] as const
export type ScrollMilestone = (typeof scrollMilestones)[number]

/** px */
export type ScrollPosition = { top: number; viewport: number; page: number }

/** How far down a page the lower edge of the screen is, in percent. */
const percentOf = ({ top, viewport, page }: ScrollPosition): number =>
  page <= viewport ? 100 : ((top + viewport) / page) * 100

/**
 * Reports each milestone of one page once, the first time that it comes into view; a jump reports all that it passed. What is in view
 * where the person begins is not scrolled to, and never reported.
 */
export const createScrollMilestones = (reached: (percent: ScrollMilestone) => void) => {
  const passed = new Set<ScrollMilestone>()
  const pass = (position: ScrollPosition): ScrollMilestone[] => {
    // Browsers round the position on zoomed screens: the end of a page can be a pixel away for ever.
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
