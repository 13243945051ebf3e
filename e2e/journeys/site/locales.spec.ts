import { expect, type Browser, type Page } from '@playwright/test'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

/** A page of a first-time visitor whose browser has this language. */
const visitor = async (browser: Browser, locale: string): Promise<Page> =>
  (await browser.newContext({ locale })).newPage()

/** The server's own response. In the browser, the service worker would respond. */
const answerTo = async (page: Page, path: string) => {
  const response = await page.request.get(path, { maxRedirects: 0 })
  return { status: response.status(), headers: response.headers(), text: await response.text() }
}

const heading = (page: Page, name?: RegExp) => page.getByRole('heading', { level: 1, ...(name && { name }) })

test('an address opens a page in its own locale, or that of the query, an earlier visit or the browser', async ({
  browser,
}) => {
  await test.step('a browser with an unsupported language gets the default locale', async () => {
    const page = await visitor(browser, 'fr-FR')
    await page.goto('/')
    await expect(page).toHaveURL(/\/pt-BR\/$/)
    await page.context().close()
  })

  const page = await visitor(browser, 'es-MX')
  await test.step('a Mexican browser gets the Mexican locale, until another is requested', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/es-MX\/$/)
    await page.goto('/?locale=en-GB')
    await expect(page).toHaveURL(/\/en-GB\//)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
    // The app remembers the locale only after it has started.
    await expect(page.locator('#root[data-prerendered]')).toHaveCount(0)
    await page.goto('/')
    await expect(page).toHaveURL(/\/en-GB\/$/)
  })

  await test.step('the home page also opens without the slash at its end', async () => {
    await page.goto('/en-GB')
    await expect(heading(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
    // Simulates a link inside the app without the slash.
    await page.goto('/en-GB/about')
    await page.evaluate(() => history.pushState(null, '', '/en-GB'))
    await page.goBack()
    await page.goForward()
    await expect(heading(page)).toBeVisible()
  })

  await test.step('an unknown address shows "not found" instead of the home page', async () => {
    for (const path of [
      '/en-GB/training/nope',
      '/en-GB/about/x',
      '/en-GB/nothing/here/at/all',
      '/nothing/here/at-all',
    ]) {
      expect((await page.request.get(path)).status()).toBe(404)
      await page.goto(path)
      await expect(heading(page, /could not find this page/)).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${path.replace('/en-GB', '')}$`))
    }
  })

  await test.step('an address in another spelling opens the page, and the server redirects to its own', async () => {
    const { status, headers } = await answerTo(page, '/en-gb/About/?from=poster')
    expect([status, headers['location']]).toEqual([308, '/en-GB/about?from=poster'])
    await page.goto('/en-gb/About/')
    await expect(heading(page, /^About/)).toBeVisible()
    // The HTML as a link preview reads it, without running the app.
    const { status: found, text } = await answerTo(page, '/pt-BR/courses')
    expect([found, text]).toEqual([200, expect.stringContaining('<title>Seus cursos · ')])
  })

  await test.step('a malformed address is not found, and a malformed certificate number is mistyped', async () => {
    await page.goto('/en-GB/about%')
    await expect(heading(page, /could not find this page/)).toBeVisible()
    await expect(page).toHaveURL(/\/en-GB\/about%25$/)
    await page.goto('/en-GB/verify/%E0%A4%A')
    await expect(page.getByText(createTranslator('en-GB')('verifyCertificate.mistyped'))).toBeVisible()
  })

  await test.step('the maintenance page stays open at its own address', async () => {
    const t = createTranslator('en-GB')
    await page.goto('/en-GB/maintenance')
    await expect(page.getByRole('heading', { name: t('maintenance.none') })).toBeVisible()
    await expect(page.locator('#onetrust-banner-sdk')).toHaveCount(0)
    await page.getByRole('link', { name: t('error.goHome') }).click()
    await expect(page).toHaveURL(/\/en-GB\/$/)
  })
})

test(
  'en-US shows only the maintenance page during its maintenance window, and returns afterwards',
  { tag: '@promise' },
  async ({ page }) => {
    const t = createTranslator('en-US')
    const at = (day: number, hours: number, minutes = 0) =>
      page.clock.setSystemTime(new Date(2024, 5, day, hours, minutes))
    const app = page.locator('#root:not([data-prerendered])')
    await page.clock.install({ time: new Date(2024, 5, 14, 23, 0) })
    await page.goto('/en-US/verify')
    await page.keyboard.press('Shift')
    await expect(page).toHaveURL(/\/en-US\/maintenance\?/)
    await expect(page.getByRole('heading', { name: t('maintenance.title') })).toBeVisible()
    await expect(page).toHaveTitle('Quebrando Barreiras')
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.locator('#onetrust-banner-sdk')).toHaveCount(0)
    await at(15, 10)
    await page.clock.runFor(15_000)
    await expect(page).toHaveURL(/\/en-US\/verify$/)
    await expect(page.getByRole('heading', { name: t('verifyCertificate.title') })).toBeVisible()

    await test.step('a visitor who opened it by its address returns to the home page', async () => {
      await at(15, 9)
      await page.goto('/en-US/maintenance')
      await page.getByRole('button', { name: t('common.retry') }).click()
      await expect(page.getByRole('heading', { name: t('maintenance.title') })).toBeVisible()
      await at(15, 10)
      const home = page.waitForURL(/\/en-US\/$/)
      // On a slow machine the page may move on before the button is pressed.
      await Promise.race([home, page.getByRole('button', { name: t('common.retry') }).click()])
      await home
    })

    await test.step('a coach in the app when it begins is sent there, too', async () => {
      await at(14, 21, 44)
      await page.goto('/en-US/verify')
      await expect(app.getByRole('heading', { name: t('verifyCertificate.title') })).toBeVisible()
      await at(14, 21, 45)
      await page.clock.runFor(15_000)
      await expect(page).toHaveURL(/\/en-US\/maintenance\?returnTo=/)
    })

    await test.step('but only after they have left a form that they are filling in', async () => {
      await at(14, 21, 44)
      await page.goto('/en-US/sign-up')
      const firstName = app.getByLabel(t('signUp.firstName'))
      await firstName.fill('Marta')
      await at(14, 21, 45)
      await page.clock.runFor(15_000)
      await expect(firstName).toHaveValue('Marta')
      await app
        .getByRole('link', { name: t('header.signIn'), exact: true })
        .first()
        .click()
      await expect(page).toHaveURL(/\/en-US\/maintenance\?returnTo=/)
    })
  },
)
