import { expect } from '@playwright/test'
import { demoCoach, signIn } from '../people/coach.ts'
import { expectAccessibleOnce } from '../screens/accessible.ts'
import { messagesOf } from '../screens/messages.ts'
import { openProfile } from '../screens/profile.ts'
import { test } from '../screens/test.ts'

/** Every screen in one locale of each language; in the others the first, and the one with the longest texts. */
const screensOf = (locale: string) =>
  ['pt-BR', 'en-US', 'es-AR'].includes(locale)
    ? ['', 'login', 'sign-up', 'confirm-email', 'verify', 'sitemap', 'change-location', 'about']
    : ['', 'sign-up']

const localeCodes = ['pt-BR', 'en-GB', 'en-US', 'en-AU', 'en-NZ', 'es-AR', 'es-MX', 'es-US']

test.describe('without a known language', () => {
  test.use({ locale: 'fr-FR' })
  test('the default locale is shown', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/pt-BR\/$/)
  })
})

test.describe('with a Mexican browser', () => {
  test.use({ locale: 'es-MX' })
  test('its locale is shown, unless the address, the query or an earlier visit says another', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/es-MX\/$/)
    await page.goto('/?locale=en-GB')
    await expect(page).toHaveURL(/\/en-GB\//)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
    // What was on the screen is remembered when the app has shown it.
    await expect(page.locator('#root[data-prerendered]')).toHaveCount(0)
    await page.goto('/')
    await expect(page).toHaveURL(/\/en-GB\/$/)
  })
})

for (const locale of localeCodes) {
  test(`the pages that a visitor of ${locale} can see are whole and in its language`, async ({ page }) => {
    const t = messagesOf(locale)
    const expectScreen = expectAccessibleOnce(locale, 'pt-BR')
    for (const path of screensOf(locale)) {
      await page.goto(`/${locale}/${path}`)
      await expectScreen(page)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
    }
    await page.goto(`/${locale}/there-is-no-such-page`)
    await expect(page.getByText(t('error.notFoundTitle')).first()).toBeVisible()
  })
}

test('the home of a locale is there without the slash at its end, too', async ({ page }) => {
  await page.goto('/en-GB')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
  // As a link without it inside the app does.
  await page.goto('/en-GB/about')
  await page.evaluate(() => history.pushState(null, '', '/en-GB'))
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const path of ['/en-GB/training/nope', '/en-GB/nothing/here/at/all', '/nothing/here/at-all']) {
  test(`${path} is not found, in the texts of a locale, and nobody is sent home`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: /could not find this page/ })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path.replace('/en-GB', '')}$`))
  })
}

test('an address that cannot be read leads home', async ({ page }) => {
  await page.goto('/en-GB/about%')
  await expect(page).toHaveURL(/\/en-(GB|US)\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test(
  'in the maintenance window of en-US there is only the maintenance page, which leads back when it is over',
  { tag: '@promise' },
  async ({ page }) => {
    const t = messagesOf('en-US')
    await page.clock.install({ time: new Date(2024, 5, 14, 23, 0) })
    await page.goto('/en-US/verify')
    await page.keyboard.press('Shift')
    await expect(page).toHaveURL(/\/en-US\/maintenance\?/)
    await expect(page.getByRole('heading', { name: t('maintenance.title') })).toBeVisible()
    await expect(page).toHaveTitle('Quebrando Barreiras')
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.locator('#sandbox-consent')).toHaveCount(0)
    await page.clock.setSystemTime(new Date(2024, 5, 15, 10, 0))
    await page.clock.runFor(15_000)
    await expect(page).toHaveURL(/\/en-US\/verify$/)
    await expect(page.getByRole('heading', { name: t('check.title') })).toBeVisible()
  },
)

test('the maintenance page has an address of its own, at which it stays', async ({ page }) => {
  const t = messagesOf('en-GB')
  await page.goto('/en-GB/maintenance')
  await expect(page.getByRole('heading', { name: t('maintenance.none') })).toBeVisible()
  await expect(page.locator('#sandbox-consent')).toHaveCount(0)
  await page.getByRole('link', { name: t('error.goHome') }).click()
  await expect(page).toHaveURL(/\/en-GB\/$/)
})

test('a coach who changes the country on a phone stays on the page they came from, and without one comes to the courses', async ({
  page,
}) => {
  const t = messagesOf('es-AR')
  const choose = () => page.getByRole('link', { name: t('localeName.en-GB') }).click()
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, demoCoach('es-AR'))
  await openProfile(page, 'es-AR')
  await page
    .getByRole('main')
    .getByRole('link', { name: t('footer.changeLocation') })
    .click()
  await choose()
  await expect(page).toHaveURL(/\/en-GB\/profile$/)
  await page.goto('/es-AR/change-location')
  await choose()
  await expect(page).toHaveURL(/\/en-GB\/my-courses$/)
})
