import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const violationsOf = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    // No frame of another origin is ours to check; without this it opens a second page for every look.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Fonts are there and nothing moves: a text that is still fading in has less contrast than it will have. */
const isAtRest = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await document.fonts.ready
    return document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      )
  })

/** A screen with its heading, and nothing wider than the phone. */
export const expectFits = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `sideways scrolling of ${page.url()}`).toBeLessThanOrEqual(0)
}

/** No known accessibility fault on the screen as it is now, and nothing wider than the phone. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await expectFits(page)
  // What the fixed header covers looks too small to touch.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => isAtRest(page)).toBe(true)
  // A message may come and go at any moment: what is wrong while it moves is looked at again.
  await expect.poll(() => violationsOf(page), { message: `accessibility of ${page.url()}` }).toEqual([])
}

/**
 * What to expect of a screen that a journey shows in several locales. Its elements are the same in all of them and looked
 * at in `first`, which costs seconds; its texts are not, and must fit everywhere.
 */
export const expectAccessibleOnce = (locale: string, first: string) =>
  locale === first ? expectAccessible : expectFits
