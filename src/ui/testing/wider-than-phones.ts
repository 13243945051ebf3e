import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** In px. The narrowest phone shows what does not fit. */
const width = 320
const textSizes = ['100%', '200%']

const findWider = (): Element[] => {
  const root = document.documentElement
  const wider = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > window.innerWidth && element.checkVisibility(),
  )
  // Text can be wider than its element.
  return wider.length === 0 && root.scrollWidth > window.innerWidth ? [root] : wider
}

/**
 * Waits for the heading of a screen, makes the page as wide as a narrow phone, and lists the elements
 * that are wider, also in large text. Then the page has its former width and size of text.
 */
export const findWiderThanPhones = async (): Promise<string[]> => {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await document.fonts.ready
  const { innerWidth, innerHeight } = window
  const { style } = document.documentElement
  const found: string[] = []
  try {
    await page.viewport(width, 740)
    for (const textSize of textSizes) {
      style.fontSize = textSize
      found.push(...findWider().map(({ outerHTML }) => `${textSize}: ${outerHTML.slice(0, 200)}`))
    }
  } finally {
    style.removeProperty('font-size')
    await page.viewport(innerWidth, innerHeight)
  }
  return found
}
