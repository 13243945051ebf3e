import { expect, type Page } from '@playwright/test'
import { demoCoach, signIn } from '../people/coach.ts'
import { demoAdmin } from '../people/demo-admin.ts'
import { readyForOffline } from '../device/ready-for-offline.ts'
import { expectAccessible, expectFits } from '../screens/accessible.ts'
import { messagesOf } from '../screens/messages.ts'
import { openProfile, signOutOfProfile, unfold } from '../screens/profile.ts'
import { test } from '../screens/test.ts'

const locale = 'en-GB'
const t = messagesOf(locale)

/** The ground of the page in each theme (`src/ui/tokens.css`) */
const grounds = { light: 'rgb(251, 249, 244)', dark: 'rgb(11, 21, 36)', sun: 'rgb(255, 255, 255)' }

const expectTheme = async (page: Page, theme: keyof typeof grounds): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.locator('body')).toHaveCSS('background-color', grounds[theme])
}

const choose = (page: Page, theme: 'system' | keyof typeof grounds) =>
  page
    .getByRole('group', { name: t('theme.legend') })
    .getByRole('radio', { name: t(`theme.${theme}`) })
    .check()

/** A visitor finds the choice in the footer, behind a tap. */
const unfoldChoice = (page: Page) =>
  page.getByRole('contentinfo').getByText(t('theme.title'), { exact: true }).click()

/** The theme at each frame that the page shows, from the first one on. */
const watchFrames = (page: Page) =>
  page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    const look = () => {
      // Nothing is painted before the style sheets are there.
      if (document.body && getComputedStyle(document.body).margin === '0px')
        shown.push(getComputedStyle(document.body).backgroundColor)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
const framesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set((window as unknown as { shown: string[] }).shown)])

test('a device that wants dark, or more contrast, gets its theme, also while the page is open', async ({
  page,
}) => {
  await page.goto(`/${locale}/faq`)
  await expectTheme(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'dark')
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' })
  await expectTheme(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light', contrast: 'more' })
  await expectTheme(page, 'sun')
  // Paper is white, whatever the screen is.
  await page.emulateMedia({ colorScheme: 'dark', contrast: null, media: 'print' })
  await expect(page.locator('body')).toHaveCSS('background-color', grounds.light)
})

test('with less motion every text has its new colour at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/${locale}/faq`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const colour = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    document.documentElement.dataset['theme'] = 'sun'
    return getComputedStyle(heading).color
  })
  expect(colour).toBe('rgb(0, 0, 0)')
})

test('the first thing that is painted has the theme, before the app starts', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await watchFrames(page)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/${locale}/`, { waitUntil: 'commit' })
  await expectTheme(page, 'dark')
  await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')
  await expect(page.locator('#root')).toHaveAttribute('data-prerendered')
  release()
  await expect(page.locator('#root[data-prerendered]')).toHaveCount(0)
  expect(await framesOf(page)).toEqual([grounds.dark])

  await unfoldChoice(page)
  await choose(page, 'sun')
  for (const path of [`/${locale}/login`, '/recover']) {
    await page.goto(path)
    await expectTheme(page, 'sun')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await framesOf(page)).toEqual([grounds.sun])
  }
})

test('a visitor’s choice applies at once, in every tab, and is still there without a connection', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/${locale}/faq`)
  const other = await context.newPage()
  await other.goto(`/${locale}/login`)
  for (const tab of [page, other]) await unfoldChoice(tab)
  await choose(page, 'sun')
  await expectTheme(page, 'sun')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#000000')
  await expectTheme(other, 'sun')
  await expect(other.getByRole('radio', { name: t('theme.sun') })).toBeChecked()
  await expectAccessible(page)

  // What was chosen wins over what the device wants.
  await other.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(other, 'sun')
  await choose(other, 'system')
  await expectTheme(other, 'dark')
  await expectTheme(page, 'light')

  await choose(page, 'dark')
  await readyForOffline(page, locale)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectTheme(page, 'dark')
})

test('the longest row of links fits beside the logo, in the largest type', async ({ page }) => {
  await signIn(page, demoAdmin('es-AR', 'ar'))
  await page.goto('/es-AR/admin/sync')
  await page.emulateMedia({ contrast: 'more' })
  await expectTheme(page, 'sun')
  for (const width of [960, 1199, 1200, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await expectFits(page)
  }
})

test('a coach chooses it in the profile, and the device still has it after the sign-out', async ({
  page,
}) => {
  await signIn(page, demoCoach(locale))
  await openProfile(page, locale)
  await choose(page, 'dark')
  await expectTheme(page, 'dark')
  await page.reload()
  await expectTheme(page, 'dark')
  await unfold(page, locale)
  await expect(page.getByRole('radio', { name: t('theme.dark') })).toBeChecked()
  await signOutOfProfile(page, locale)
  await expectTheme(page, 'dark')
  await unfoldChoice(page)
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: t('theme.dark') })).toBeChecked()
})

test('a browser that stores nothing still shows the theme that is chosen', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  // Here no banner of others asks for consent, which would fail by itself.
  await page.goto('/es-AR/faq')
  await expectTheme(page, 'light')
  const words = messagesOf('es-AR')
  await page.getByText(words('theme.title'), { exact: true }).click()
  await page.getByRole('radio', { name: words('theme.dark') }).check()
  await expectTheme(page, 'dark')
})
