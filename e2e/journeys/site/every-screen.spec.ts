import { expect, type Page } from '@playwright/test'
import { getDemoCoach, fillSignUpToLastStep, signIn } from '../../people/coach.ts'
import { signInAdmin } from '../../people/admin.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import {
  expectAccessible,
  expectAccessibleAtAllSizes,
  expectFits,
  expectFitsWithLargeText,
  expectReadableInThemes,
} from '../../screens/accessible.ts'
import { findCoveredControls } from '../../screens/covered-controls.ts'
import { expectContinueOnFirstScreen, expectTwoScreens, listTallSteps } from '../../screens/heights.ts'
import { createTranslator } from '../../screens/messages.ts'
import { expectDrillsOnOneSheet } from '../../screens/paper.ts'
import { getScreenPath, screens } from '../../screens/screens.ts'
import { test } from '../../screens/test.ts'
import { findSmallTargets } from '../../screens/touch-targets.ts'

const locales = ['pt-BR', 'en-GB', 'en-US', 'en-AU', 'en-NZ', 'es-AR', 'es-MX', 'es-US'] as const

/** One locale per screen, or all eight with `EVERY_LOCALE=1`, which takes a quarter of an hour. */
const isThorough = process.env['EVERY_LOCALE'] !== undefined
const looks = [
  ['visitor', isThorough ? locales : locales.slice(0, 1)],
  ['coach', isThorough ? locales : locales.slice(1, 2)],
  // The locale with the longest row of links.
  ['admin', isThorough ? locales : locales.slice(5, 6)],
] as const
const people = looks.flatMap(([person, where]) => where.map((locale) => [person, locale] as const))

/** The header and the screen, or the menu beside it, have the same left edge, on a tablet and on a computer. */
const expectOneEdge = async (page: Page) => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const [header, screen] = await page.evaluate(() =>
      ['header a', 'main :is(h1, nav)'].map((name) => {
        const shown = [...document.querySelectorAll(name)].filter((element) => element.checkVisibility())
        return Math.min(...shown.map((element) => element.getBoundingClientRect().left))
      }),
    )
    expect(screen, `${page.url()} at ${width} px`).toBe(header)
  }
}

/** The bottom bar covers no control of the screen, even on the smallest phone. */
const expectNothingCovered = async (page: Page, locale: string) => {
  for (const [width, height] of [
    [360, 640],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await findCoveredControls(page, locale), `on ${page.url()}`).toEqual([])
  }
}

/** The longest row of links fits beside the logo, in the largest text size. */
const expectRowFits = async (page: Page) => {
  await page.emulateMedia({ contrast: 'more' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'sun')
  for (const width of [960, 1199, 1200, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await expectFits(page)
  }
  await page.emulateMedia({ contrast: null })
}

/** With forced colours, the current page and the arrow of a select keep their shapes. */
const expectShapes = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1280, height: 740 })
  await page.goto(`/${locale}/${t('coursesHomeSlug')}`)
  const present = page.locator('header nav [aria-current="page"]').first()
  await expect(present).toHaveCSS('outline-style', 'solid')
  await page.goto(`/${locale}/${t('profileSlug')}?job=details`)
  const choice = page.locator('main select').first()
  await expect(choice).toHaveCSS('appearance', 'auto')
  await expect(choice).toHaveCSS('background-image', 'none')
}

// Longer than 20 s: each test checks every screen of a person, in three themes and at seven sizes.
for (const [person, locale] of people) {
  test(`every screen of a ${person} of ${locale} is accessible, on a phone and on a computer, in every theme`, async ({
    page,
  }) => {
    if (person === 'admin') await signInAdmin(page, locale)
    if (person === 'coach') await signIn(page, getDemoCoach(locale))
    for (const screen of screens[person]) {
      const path = getScreenPath(screen, locale)
      if (path === 'sign-up?step=work') await fillSignUpToLastStep(page, locale)
      await page.goto(`/${locale}/${path}`)
      await expectAccessibleAtAllSizes(page)
      await expectReadableInThemes(page)
      // During maintenance there is no header.
      if (person !== 'admin' && screen !== 'maintenance') await expectOneEdge(page)
      if (person === 'coach') await expectNothingCovered(page, locale)
      if (path.startsWith(createTranslator(locale)('profileSlug'))) await expectTwoScreens(page)
      if (person === 'admin') await expectRowFits(page)
      else await expectFitsWithLargeText(page)
    }
    if (person !== 'coach') return
    await expectShapes(page, locale)
    await expectContinueOnFirstScreen(page, locale)
    expect(await listTallSteps(page, locale)).toEqual([])
    await expectDrillsOnOneSheet(page, locale)
  })
}

/** The screens with the most words, for a visitor and for a coach. */
const listWordyScreens = (locale: string) => {
  const t = createTranslator(locale)
  return {
    visitor: ['sign-up', 'sign-up?step=work', 'sign-up?step=agreements'],
    coach: [
      `${t('courseSlug')}/training-1`,
      t('profileSlug'),
      ...['details', 'learning', 'news', 'data'].map((job) => `${t('profileSlug')}?job=${job}`),
      'delete-account',
      'files',
      'outbox',
      'storage',
    ],
  }
}
const openWordy = async (page: Page, locale: string, path: string) => {
  if (path === 'sign-up?step=work') await fillSignUpToLastStep(page, locale)
  await page.goto(`/${locale}/${path}`)
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
}

test('the screens with the most words are accessible in es-AR', { tag: '@promise' }, async ({ page }) => {
  const { visitor, coach } = listWordyScreens('es-AR')
  for (const path of visitor) {
    await openWordy(page, 'es-AR', path)
    await expectAccessible(page)
  }
  await signIn(page, await registerCoach('es-AR'))
  for (const path of coach) {
    await openWordy(page, 'es-AR', path)
    await expectAccessible(page)
  }
})

// Longer than 20 s: a coach of each provider and language signs in. axe finds the same in all locales.
test('the screens with the most words fit them in every locale, and in text twice as large', async ({
  browser,
}) => {
  for (const locale of ['pt-BR', 'en-US', 'en-AU', 'en-NZ', 'es-MX', 'es-US'])
    await test.step(locale, async () => {
      const page = await (await browser.newContext()).newPage()
      const { visitor, coach } = listWordyScreens(locale)
      const expectRoom = async (path: string) => {
        await page.setViewportSize({ width: 360, height: 740 })
        await openWordy(page, locale, path)
        await expectFits(page)
        expect(await findSmallTargets(page), `touch targets of ${page.url()}`).toEqual([])
        await expectFitsWithLargeText(page)
      }
      for (const path of visitor) await expectRoom(path)
      await page.setViewportSize({ width: 360, height: 740 })
      await signIn(page, await registerCoach(locale))
      for (const path of coach) await expectRoom(path)
      await page.context().close()
    })
})
