import { expect } from '@playwright/test'
import { demoCoach, signIn } from '../people/coach.ts'
import { demoAdmin } from '../people/demo-admin.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import {
  expectAccessible,
  expectAccessibleAtAllSizes,
  expectFitsWithLargeText,
  expectReadableInThemes,
} from '../screens/accessible.ts'
import { messagesOf } from '../screens/messages.ts'
import { unfold } from '../screens/profile.ts'
import { pathOf, screens } from '../screens/screens.ts'
import { test } from '../screens/test.ts'

/** Every locale, with the country in the address of its admin at the stand-ins. */
const locales = [
  ['pt-BR', 'br'],
  ['en-GB', 'gb'],
  ['en-US', 'us'],
  ['en-AU', 'au'],
  ['en-NZ', 'nz'],
  ['es-AR', 'ar'],
  ['es-MX', 'mx'],
  ['es-US', 'us.es'],
] as const

/** Each screen in one locale; with `EVERY_LOCALE=1` in all eight, which takes a quarter of an hour. */
const isThorough = process.env['EVERY_LOCALE'] !== undefined
const looks = [
  ['visitor', isThorough ? locales : locales.slice(0, 1)],
  ['coach', isThorough ? locales : locales.slice(1, 2)],
  ['admin', isThorough ? locales : locales.slice(1, 2)],
] as const
const people = looks.flatMap(([person, where]) => where.map((there) => [person, ...there] as const))

for (const [person, locale, country] of people) {
  test(`every screen of a ${person} of ${locale} can be used by everybody, on a phone and on a computer, in every theme`, async ({
    page,
  }) => {
    if (person === 'admin') await signIn(page, demoAdmin(locale, country))
    if (person === 'coach') await signIn(page, demoCoach(locale))
    for (const screen of screens[person]) {
      await page.goto(`/${locale}/${pathOf(screen, locale)}`)
      await expectAccessibleAtAllSizes(page)
      await expectReadableInThemes(page)
    }
  })
}

for (const [person, locale] of [
  ['visitor', 'pt-BR'],
  ['coach', 'en-US'],
  ['coach', 'es-AR'],
] as const) {
  test(`with text twice as large no screen of a ${person} of ${locale} slides sideways on the smallest phone`, async ({
    page,
  }) => {
    if (person === 'coach') await signIn(page, demoCoach(locale))
    for (const screen of screens[person]) {
      await page.goto(`/${locale}/${pathOf(screen, locale)}`)
      await expectFitsWithLargeText(page)
    }
  })
}

for (const locale of ['pt-BR', 'en-US', 'en-AU', 'en-NZ', 'es-AR', 'es-MX', 'es-US']) {
  test(
    `the screens with the most words can be used by everybody in ${locale}`,
    { tag: locale === 'es-AR' ? '@promise' : [] },
    async ({ page }) => {
      const t = messagesOf(locale)
      const expectScreen = async (path: string) => {
        await page.goto(`/${locale}/${path}`)
        if (path === t('profileSlug')) await unfold(page, locale)
        await expectAccessible(page)
      }
      for (const step of ['', '?step=work', '?step=agreements']) await expectScreen(`sign-up${step}`)
      await signIn(page, await registeredCoach(locale))
      const wordy = [t('profileSlug'), 'delete-account', 'files', 'outbox', 'storage']
      for (const path of [`${t('courseSlug')}/training-1`, ...wordy]) await expectScreen(path)
    },
  )
}

test('every screen begins where the header begins, on a tablet and on a computer', async ({ page }) => {
  const edges = () =>
    page.evaluate(() =>
      ['header a', 'main h1'].map((name) => document.querySelector(name)?.getBoundingClientRect().left),
    )
  for (const person of ['visitor', 'coach'] as const) {
    if (person === 'coach') await signIn(page, demoCoach('en-GB'))
    // During maintenance there is no header.
    for (const screen of screens[person].filter((screen) => screen !== 'maintenance')) {
      await page.goto(`/en-GB/${pathOf(screen, 'en-GB')}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const [header, heading] = await edges()
        expect(heading, `${page.url()} at ${width} px`).toBe(header)
      }
    }
  }
})

test('with colours that the person forces, the arrow of a choice and the present page can be seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1280, height: 740 })
  await signIn(page, demoCoach('en-GB'))
  const present = page.locator('header nav [aria-current="page"]').first()
  await expect(present).toHaveCSS('outline-style', 'solid')
  await page.goto(`/en-GB/${messagesOf('en-GB')('profileSlug')}`)
  const choice = page.locator('main select').first()
  await expect(choice).toHaveCSS('appearance', 'auto')
  await expect(choice).toHaveCSS('background-image', 'none')
})
