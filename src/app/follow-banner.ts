/** A banner is lower than this part of the screen. What is higher, such as a dialog, covers the page. */
const highestBanner = 0.6

/** The elements beside the app that may be a banner: a service adds it alone, or in an element around it. */
const listCandidates = ({ body }: Document): Element[] =>
  [...body.querySelectorAll(':scope > *, :scope > * > *')].filter((element) => !element.closest('#root'))

/** The height in px that an element covers at the end of the screen. */
const coveredHeight = (element: Element): number => {
  const { bottom, height } = element.getBoundingClientRect()
  const isBanner = bottom > window.innerHeight * 0.8 && height < window.innerHeight * highestBanner
  return isBanner && getComputedStyle(element).position === 'fixed' ? height : 0
}

/**
 * Sets `--consent-banner` to the height that the banner of a consent service covers, so that the page and what
 * stays at the end of the screen are above it. Returns the function that ends this.
 */
export const followBanner = ({ document }: Window): (() => void) => {
  const { style } = document.documentElement
  const measure = () => {
    const height = Math.max(0, ...listCandidates(document).map(coveredHeight))
    style.setProperty('--consent-banner', `${height}px`)
  }
  const sizes = new ResizeObserver(measure)
  // Each element is measured when its observation begins.
  const observeCandidates = () => {
    sizes.disconnect()
    for (const element of listCandidates(document)) sizes.observe(element)
  }
  const changes = new MutationObserver(() => {
    observeCandidates()
    measure()
  })
  changes.observe(document.body, { childList: true })
  observeCandidates()
  return () => {
    changes.disconnect()
    sizes.disconnect()
    style.removeProperty('--consent-banner')
  }
}
