import { expect, test, type Page } from '@playwright/test'
import { demoCoach, signIn } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { expectAccessible } from '../screens/accessible.ts'
import { messagesOf } from '../screens/messages.ts'

/** px; a phone and a computer */
const widths = [360, 1280]

type Screen = string | ((t: ReturnType<typeof messagesOf>) => string)

/** The address of each screen inside its locale. */
const screens: Record<'visitor' | 'coach' | 'admin', Screen[]> = {
  visitor: [
    '',
    'login',
    'sign-up',
    'verify',
    'forgot-password',
    'change-location',
    'sitemap',
    'about',
    'terms',
    'privacy',
    'install',
    'storage',
    'maintenance',
    'there-is-no-such-page',
  ],
  coach: [
    '',
    (t) => t('coursesHomeSlug'),
    (t) => t('courseSlug'),
    (t) => t('footballCourseSlug'),
    (t) => `${t('courseSlug')}/training-1`,
    (t) => `${t('courseSlug')}/training-extra`,
    (t) => `${t('courseSlug')}/certificate`,
    (t) => t('profileSlug'),
    'change-password',
    'files',
    'outbox',
    'storage',
    'sitemap',
  ],
  admin: ['admin/sync', 'admin/rescue'],
}

/** Locale and person; between them they are all eight locales, and both ways to sign in. */
const people = [
  ['pt-BR', 'visitor'],
  ['en-GB', 'coach'],
  ['en-GB', 'admin'],
] as const

const pathOf = (screen: Screen, locale: string): string =>
  typeof screen === 'string' ? screen : screen(messagesOf(locale))

const expectScreen = async (page: Page, address: string, wide = widths): Promise<void> => {
  await page.goto(address)
  for (const width of wide) {
    await page.setViewportSize({ width, height: 740 })
    await expectAccessible(page)
  }
}

const admin = { locale: 'en-GB', email: 'admin.gb@example.com', password: 'Barriers-2026!' }

for (const [locale, person] of people) {
  test(`every screen of a ${person} can be used by everybody, on a phone and on a computer`, async ({
    page,
  }) => {
    if (person !== 'visitor') await signIn(page, person === 'admin' ? admin : demoCoach(locale))
    for (const screen of screens[person]) await expectScreen(page, `/${locale}/${pathOf(screen, locale)}`)
  })
}

for (const locale of ['pt-BR', 'en-US', 'en-AU', 'en-NZ', 'es-AR', 'es-MX', 'es-US']) {
  test(`the screens with the most words can be used by everybody in ${locale}`, async ({ page }) => {
    const t = messagesOf(locale)
    await expectScreen(page, `/${locale}/sign-up`, [360])
    await signIn(page, await registeredCoach(locale))
    const wordy = [`${t('courseSlug')}/training-1`, t('profileSlug'), 'files', 'outbox', 'storage']
    for (const path of wordy) await expectScreen(page, `/${locale}/${path}`, [360])
  })
}

test('a device that prefers dark gets the same colours, and controls that go with them', async ({ page }) => {
  await page.goto('/pt-BR/sign-up')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const colours = () =>
    page.locator('body, h1, input, select, main button, a').evaluateAll((elements) =>
      elements.map((element) => {
        const { color, backgroundColor, borderColor, colorScheme } = getComputedStyle(element)
        return [color, backgroundColor, borderColor, colorScheme]
      }),
    )
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await colours()
  expect(light.length).toBeGreaterThan(10)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await colours()).toEqual(light)
})

test('with colours that the person forces, the arrow of a choice and the present page can be seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1280, height: 740 })
  await signIn(page, demoCoach('en-GB'))
  const present = page.locator('header nav [aria-current="page"]').first()
  await expect(present).toHaveCSS('outline-style', 'solid')
  await page.goto('/en-GB/files')
  const choice = page.locator('main select').first()
  await expect(choice).toHaveCSS('appearance', 'auto')
  await expect(choice).toHaveCSS('background-image', 'none')
})
