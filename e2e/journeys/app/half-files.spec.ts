import { expect, type Browser, type Page } from '@playwright/test'
import { countMissingOffline, waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'
import { startDeployment } from '../../system/deployment.ts'

/** Messages of the browser about half a file, and of the app about a file that it could not load. */
const complaints = [
  /^SyntaxError: /,
  /^A page failed/,
  /^Failed to find a valid digest|SRI's integrity checks failed/,
  /^CatalogueMissingError: /,
  /^Manifest: .+ Syntax error/,
]
test.use({ expectedInConsole: new RegExp(complaints.map(({ source }) => source).join('|')) })

/** A browser behind a proxy that can cut files in half. */
const start = async (browser: Browser, baseURL: string | undefined) => {
  const deployment = await startDeployment()
  const context = await browser.newContext({ proxy: deployment.proxy, baseURL: baseURL ?? '' })
  const stop = async () => {
    await context.close()
    deployment.stop()
  }
  return { ...deployment, page: await context.newPage(), stop }
}

const title = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })

// Longer than 20 s: the app becomes available offline in two locales.
test('a truncated catalogue does not block its locale, on a first visit or a later one', async ({
  browser,
  baseURL,
}) => {
  const { page, halve, requested, stop } = await start(browser, baseURL)
  for (const locale of ['pt-BR', 'es-AR']) {
    const t = createTranslator(locale)
    const file = new RegExp(`${locale}/messages`)
    halve(file)
    // Opens a page with a form, because a prerendered page without a form stays as it is.
    await page.goto(`/${locale}/login`)
    await expect(page.getByRole('alert')).toHaveText(t('catalogue.failed'))
    expect(requested().some((path) => file.test(path))).toBe(true)
    halve()
    await page.getByRole('button', { name: t('common.retry') }).click()
    await expect(title(page, t('signIn.title'))).toBeVisible()
    await waitUntilReadyForOffline(page, locale)
    await page.reload()
    await expect(title(page, t('signIn.title'))).toBeVisible()
  }
  await stop()
})

/**
 * Files that the service worker fetches in the background, with the number of requests until it gives up, and
 * what happens to the pictures of a logo.
 */
const behindThePage = [
  ['a script', /assets\/change-location-.*\.js$/, 2, 'lose', /^\/logos\/gb/],
  ['a text', /pt-BR\/modules\/training-3-/, 3, 'hang', /^\/logos\/br-oceania/],
] as const
// Longer than 20 s: the service worker waits for a picture that hangs before it does without it.
for (const [what, file, requests, fate, logo] of behindThePage) {
  test(`${what} that was truncated is fetched again, and the open page becomes available offline`, async ({
    browser,
    baseURL,
  }) => {
    const { page, halve, varyAll, requested, cut, stop, ...deployment } = await start(browser, baseURL)
    const t = createTranslator('pt-BR')
    // A picture that never arrives, or the header of a proxy, must not keep the rest from being stored.
    deployment[fate](logo)
    varyAll()
    halve(file)
    await page.clock.install()
    await page.goto('/pt-BR/', { waitUntil: 'domcontentloaded' })
    // If a picture of the page itself hangs, the page counts as loaded after half a minute.
    await page.clock.fastForward('00:35')
    await expect
      .poll(() => requested().filter((path) => file.test(path)).length)
      .toBeGreaterThanOrEqual(requests)
    halve()
    await waitUntilReadyForOffline(page, 'pt-BR')
    // Each logo has two pictures, one of them for dark screens.
    await expect.poll(() => countMissingOffline(page, 'pt-BR')).toEqual({ app: 0, texts: 0, pictures: 2 })
    cut(true)
    await page.goto('/pt-BR/change-location')
    await expect(title(page, t('changeLocation.title'))).toBeVisible()
    await stop()
  })
}

test('a read-only page stays when a file is truncated, and an app that does not start for that is repaired', async ({
  browser,
  baseURL,
}) => {
  const t = createTranslator('es-MX')
  for (const file of [/assets\/index-.*\.js$/, /es-MX\/messages/]) {
    const { page, halve, requested, stop } = await start(browser, baseURL)
    halve(file)
    await page.goto('/es-MX/about')
    await expect.poll(() => requested().some((path) => file.test(path))).toBe(true)
    await expect(title(page, t('footer.about'))).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // By now the service worker may respond with the app, which needs complete files.
    halve()
    await page.getByRole('link', { name: t('footer.faq'), exact: true }).click()
    await expect(title(page, t('footer.faq'))).toBeVisible()
    await stop()
  }

  await test.step('its manifest is complete at the next visit', async () => {
    const { page, halve, stop } = await start(browser, baseURL)
    const devTools = await page.context().newCDPSession(page)
    const errors = async () => {
      const { errors: found, url } = await devTools.send('Page.getAppManifest')
      return url.includes('en-AU') ? found.length : undefined
    }
    halve(/manifests\/en-AU/)
    await page.goto('/en-AU/')
    await expect.poll(errors).toBe(1)
    halve()
    await page.reload()
    await expect.poll(errors).toBe(0)
    await stop()
  })

  await test.step('the app behind a form is repaired', async () => {
    const { page, halve, stop } = await start(browser, baseURL)
    halve(/assets\/index-.*\.js$/)
    await page.goto('/en-NZ/login')
    await expect(page.locator('#root > .late')).toBeAttached()
    halve()
    await page.goto('/recover')
    await page.getByRole('button').click()
    await page.getByRole('status').getByRole('link').click()
    await page.goto('/en-NZ/about')
    await expect(title(page, createTranslator('en-NZ')('footer.about'))).toBeVisible()
    await stop()
  })
})
