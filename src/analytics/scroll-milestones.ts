/** percent of a page (specification §2) */
export const scrollMilestones = [25, 50, 75, 100] as const
export type ScrollMilestone = (typeof scrollMilestones)[number]

/** px */
export type ScrollPosition = { top: number; viewport: number; page: number }

/** How far down a page the lower edge of the screen is, in percent. A page that fits the screen is read at once. */
const percentOf = ({ top, viewport, page }: ScrollPosition): number =>
  page <= viewport ? 100 : ((top + viewport) / page) * 100

/** Reports each milestone of one page once, the first time it is passed; a jump reports all that it passed. */
export const createScrollMilestones = (reached: (percent: ScrollMilestone) => void) => {
  const reported = new Set<ScrollMilestone>()
  return (position: ScrollPosition): void => {
    // Browsers round the position on zoomed screens: the end of a page can be a pixel away for ever.
    const percent = percentOf(position) + 0.5
    for (const milestone of scrollMilestones) {
      if (percent < milestone || reported.has(milestone)) continue
      reported.add(milestone)
      reached(milestone)
    }
  }
}
