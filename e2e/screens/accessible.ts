import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import { smallTargets } from './touch-targets.ts'

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** What the script of axe leaves in the page. */
declare const axe: typeof axeCore

/** The contrast that *dark* and *sun* promise: 7:1. */
const highContrast: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast-enhanced'] },
  rules: { 'color-contrast-enhanced': { enabled: true } },
  resultTypes: ['violations'],
}

const violationsOf = async (page: Page, wanted = options): Promise<string[]> => {
  // The half second of reading it is spent once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
  const violations = await page.evaluate(async (wanted) => {
    // The banner of somebody else lies over the end of the screen; what it covers by half looks too small to touch.
    document.querySelector<HTMLElement>('#sandbox-consent')?.style.setProperty('position', 'static')
    return (await axe.run(document, wanted)).violations
  }, wanted)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/**
 * Fonts are there and nothing moves: a text that is still fading in has less contrast than it will have. What begins to move
 * only after a long wait, as the way to repairs, has no progress yet.
 */
const isAtRest = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await document.fonts.ready
    return document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' ||
          effect?.getTiming().iterations === Infinity ||
          typeof effect?.getComputedTiming().progress !== 'number',
      )
  })

/** A screen with its heading, and nothing wider than the phone. */
export const expectFits = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `sideways scrolling of ${page.url()}`).toBeLessThanOrEqual(0)
}

/** No known accessibility fault on the screen as it is now, nothing too small to touch, and nothing wider than the phone. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await expectFits(page)
  // What the fixed header covers looks too small to touch.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => isAtRest(page)).toBe(true)
  expect(await smallTargets(page), `touch targets of ${page.url()}`).toEqual([])
  // A message may come and go at any moment: what is wrong while it moves is looked at again.
  await expect.poll(() => violationsOf(page), { message: `accessibility of ${page.url()}` }).toEqual([])
}

const phone = { width: 360, height: 740 }
const computer = { width: 1280, height: 800 }

/** px: what 1,280 come to at 400 %, and the narrowest phone */
const narrowest = { width: 320, height: 640 }

/** The smallest phone with text twice as large has all of the screen, its folded parts too, without sliding sideways. */
export const expectFitsWithLargeText = async (page: Page): Promise<void> => {
  await page.setViewportSize(narrowest)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    for (const fold of document.querySelectorAll('details')) fold.open = true
  })
  await expectFits(page)
}

/** The same on a phone and on a computer. */
export const expectAccessibleAtAllSizes = async (page: Page): Promise<void> => {
  for (const size of [computer, phone]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
}

/** The screen in the themes of a device that wants dark, and of one that wants more contrast: it fits, and can be read. */
export const expectReadableInThemes = async (page: Page): Promise<void> => {
  for (const [theme, wishes] of [
    ['dark', { colorScheme: 'dark' }],
    ['sun', { contrast: 'more' }],
  ] as const) {
    await page.emulateMedia(wishes)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await page.setViewportSize(computer)
    await expectFits(page)
    await page.setViewportSize(phone)
    await expectFits(page)
    await expect.poll(() => isAtRest(page)).toBe(true)
    await expect
      .poll(() => violationsOf(page, highContrast), { message: `contrast of ${page.url()} in ${theme}` })
      .toEqual([])
    await page.emulateMedia({ colorScheme: null, contrast: null })
  }
}
