/** In percent of a page (specification §2). */
export const scrollMilestones = [25, 50, 75, 100] as const
export type ScrollMilestone = (typeof scrollMilestones)[number]

/** In px. */
export type ScrollPosition = { top: number; viewport: number; page: number }

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
