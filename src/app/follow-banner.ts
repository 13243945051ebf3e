/** The maximum height of a banner, as a share of the viewport. Anything taller is a dialog over the page. */
const maxBannerShare = 0.6

/** Lists the elements outside the app that may be a banner: children of the body, and their children. */
const listCandidates = ({ body }: Document): Element[] =>
  [...body.querySelectorAll(':scope > *, :scope > * > *')].filter((element) => !element.closest('#root'))

/** Returns how many px an element covers at the bottom of the screen, or 0 if it is not a banner. */
const getCoveredHeight = (element: Element): number => {
  const { bottom, height } = element.getBoundingClientRect()
  // A banner may leave a gap below it.
  const isAtBottom = bottom > window.innerHeight * 0.8
  const isBanner = isAtBottom && height < window.innerHeight * maxBannerShare
  return isBanner && getComputedStyle(element).position === 'fixed' ? height : 0
}

/**
 * Sets `--consent-banner` to the height that the banner of a consent service covers, so that the end of the
 * page and what is fixed at the bottom of the screen stay above it. Returns a function that stops this.
 */
export const followBanner = ({ document }: Window): (() => void) => {
  const { style } = document.documentElement
  const measure = () => {
    const height = Math.max(0, ...listCandidates(document).map(getCoveredHeight))
    style.setProperty('--consent-banner', `${height}px`)
  }
  // Also calls `measure` once for each element when it starts to observe it.
  const sizeObserver = new ResizeObserver(measure)
  const observeCandidates = () => {
    sizeObserver.disconnect()
    for (const element of listCandidates(document)) sizeObserver.observe(element)
  }
  const childObserver = new MutationObserver(() => {
    observeCandidates()
    measure()
  })
  childObserver.observe(document.body, { childList: true })
  observeCandidates()
  return () => {
    childObserver.disconnect()
    sizeObserver.disconnect()
    style.removeProperty('--consent-banner')
  }
}
