import type { Page } from '@playwright/test'

/** In px: the size of a fingertip (WCAG 2.2, target size enhanced). */
const minHeight = 44

/** Runs in the page. Finds touch targets that stand alone and are smaller than a fingertip. */
const findSmall = (minHeight: number): string[] => {
  const touchable = 'a[href], button, input, select, textarea, summary, [role="button"], [role="link"]'

  /** Reads the text of an element, without the text of touch targets inside it. */
  const readOtherText = (element: Element): string => {
    const copy = element.cloneNode(true) as Element
    for (const inner of copy.querySelectorAll(touchable)) inner.remove()
    return copy.textContent.trim()
  }
  /** Whether an element is a link inside a sentence, which is as high as its line. */
  const isInSentence = (element: Element): boolean => {
    if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false
    let block = element.parentElement
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    return block !== null && readOtherText(block) !== ''
  }
  /**
   * Measures the height of a touch target. For checkboxes and radio buttons, it is that of the label. Any other
   * element may be extended by its `::after`.
   */
  const measureHeight = (element: Element): number => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    if (label && element.matches('[type=checkbox], [type=radio]')) return label.getBoundingClientRect().height
    const after = getComputedStyle(element, '::after')
    const isExtended = after.position === 'absolute' && after.content !== 'none'
    // The computed height may be `auto`, which is not a number.
    return Math.max(element.getBoundingClientRect().height, (isExtended && parseFloat(after.height)) || 0)
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
      const height = measureHeight(element)
      // Fractions of a pixel come from rounding.
      if (height >= minHeight - 0.5) return []
      const name = element.getAttribute('aria-label') ?? element.textContent.trim()
      return [`${element.tagName.toLowerCase()} "${name}": ${Math.round(height)} px high`]
    })
}

/** Finds the touch targets on the screen that stand alone and are less than 44 px high. */
export const findSmallTargets = (page: Page): Promise<string[]> => page.evaluate(findSmall, minHeight)
