import type { Page } from '@playwright/test'

/** px; what a fingertip hits (WCAG 2.2, target size enhanced) */
const least = 44

/** Runs in the page: what can be touched, stands alone and is smaller than a fingertip. */
const findSmall = (least: number): string[] => {
  const touchable = 'a[href], button, input, select, textarea, summary, [role="button"], [role="link"]'

  /** The words of an element without those of what else can be touched in it. */
  const wordsIn = (element: Element): string => {
    const copy = element.cloneNode(true) as Element
    for (const inner of copy.querySelectorAll(touchable)) inner.remove()
    return copy.textContent.trim()
  }
  /** A link inside a sentence is as high as its line. */
  const isInSentence = (element: Element): boolean => {
    if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false
    let block = element.parentElement
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    return block !== null && wordsIn(block) !== ''
  }
  /** A choice is touched by its label, and what has a ground that reaches further by that. */
  const heightOf = (element: Element): number => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    if (label && element.matches('[type=checkbox], [type=radio]')) return label.getBoundingClientRect().height
    const reach = getComputedStyle(element, '::after')
    const isWider = reach.position === 'absolute' && reach.content !== 'none'
    return Math.max(element.getBoundingClientRect().height, (isWider && parseFloat(reach.height)) || 0)
  }
  const isShown = (element: Element): boolean => {
    const { width, height, bottom, right } = element.getBoundingClientRect()
    const { visibility, clipPath } = getComputedStyle(element)
    const isOnScreen = width > 1 && height > 1 && bottom + window.scrollY > 0 && right > 0
    return isOnScreen && visibility === 'visible' && clipPath === 'none'
  }
  return [...document.querySelectorAll(touchable)]
    .filter((element) => isShown(element) && !element.matches('[type=hidden]') && !isInSentence(element))
    .flatMap((element) => {
      const height = heightOf(element)
      // A fraction of a pixel is a matter of rounding.
      if (height >= least - 0.5) return []
      const name = element.getAttribute('aria-label') ?? element.textContent.trim()
      return [`${element.tagName.toLowerCase()} "${name}": ${Math.round(height)} px high`]
    })
}

/** What can be touched on the screen, stands alone and is less than 44 px high. */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(findSmall, least)
