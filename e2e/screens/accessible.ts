import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import { findSmallTargets } from './touch-targets.ts'

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** The global that axe's script defines in the page. */
declare const axe: typeof axeCore

/** The contrast of the *dark* and *sun* themes: 7:1. */
const highContrast: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast-enhanced'] },
  rules: { 'color-contrast-enhanced': { enabled: true } },
  resultTypes: ['violations'],
}

/** Lists the violations that axe finds, each as the id of its rule and the elements. */
const findViolations = async (page: Page, axeOptions = options): Promise<string[]> => {
  // Loads the script once per document, which takes half a second.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
  const violations = await page.evaluate(async (runOptions) => {
    // A third-party banner covers the end of the screen, and half-covered controls look too small to touch.
    for (const element of document.querySelectorAll<HTMLElement>('#root ~ div, #onetrust-banner-sdk'))
      element.style.setProperty('position', 'static')
    return (await axe.run(document, runOptions)).violations
  }, axeOptions)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/**
 * Whether the fonts are loaded and nothing moves. A text that is still fading in has too little contrast. An
 * animation with a long delay, as of the link to the repair page, has no progress yet. The fade of tabs at the
 * edge of their row follows its scroll position and not the time, so it always counts as running.
 */
const isAtRest = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await document.fonts.ready
    return document
      .getAnimations()
      .every(
        ({ playState, timeline, effect }) =>
          playState !== 'running' ||
          timeline !== document.timeline ||
          effect?.getTiming().iterations === Infinity ||
          typeof effect?.getComputedTiming().progress !== 'number',
      )
  })

/** Expects a heading, and nothing wider than the phone. */
export const expectFits = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `sideways scrolling of ${page.url()}`).toBeLessThanOrEqual(0)
}

/** Expects no known accessibility fault, nothing too small to touch, and nothing wider than the phone. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await expectFits(page)
  // Controls under the fixed header look too small to touch.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => isAtRest(page)).toBe(true)
  expect(await findSmallTargets(page), `touch targets of ${page.url()}`).toEqual([])
  // A message may appear or disappear at any moment, so faults during its animation are checked again.
  await expect.poll(() => findViolations(page), { message: `accessibility of ${page.url()}` }).toEqual([])
}

const phone = { width: 360, height: 740 }
const computer = { width: 1280, height: 800 }

/** In px: the width of a 1,280 px screen at a zoom of 400 %, which is also that of the narrowest phone. */
const narrowest = { width: 320, height: 640 }

/**
 * Expects that the smallest phone shows the whole screen, with its folded parts, at double text size without
 * horizontal scrolling.
 */
export const expectFitsWithLargeText = async (page: Page): Promise<void> => {
  await page.setViewportSize(narrowest)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    for (const fold of document.querySelectorAll('details')) fold.open = true
  })
  await expectFits(page)
}

/** Runs `expectAccessible` on a computer and on a phone. */
export const expectAccessibleAtAllSizes = async (page: Page): Promise<void> => {
  for (const size of [computer, phone]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
}

/** Expects that the screen fits and has enough contrast in the themes for dark and for high contrast. */
export const expectReadableInThemes = async (page: Page): Promise<void> => {
  for (const [theme, preferences] of [
    ['dark', { colorScheme: 'dark' }],
    ['sun', { contrast: 'more' }],
  ] as const) {
    await page.emulateMedia(preferences)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await page.setViewportSize(computer)
    await expectFits(page)
    await page.setViewportSize(phone)
    await expectFits(page)
    await expect.poll(() => isAtRest(page)).toBe(true)
    await expect
      .poll(() => findViolations(page, highContrast), { message: `contrast of ${page.url()} in ${theme}` })
      .toEqual([])
    await page.emulateMedia({ colorScheme: null, contrast: null })
  }
}
