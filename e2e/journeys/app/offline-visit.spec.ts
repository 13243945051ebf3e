import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { getDemoCoach, signIn } from '../../people/coach.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { createTranslator } from '../../screens/messages.ts'
import { expectModule } from '../../screens/module-steps.ts'
import { test } from '../../screens/test.ts'

// The test requests a locale and a part of the app that the phone does not have.
test.use({
  expectedInConsole:
    /^CatalogueMissingError: The catalogue of \S+ could not be loaded: offline|^Service Worker registration blocked|^The service worker could not be registered|A part of the app is missing/,
})

/** The files that the service worker precached. */
const precached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((cache) => cache.includes('precache'))
    const files = await (await caches.open(name ?? '')).keys()
    return files.map(({ url }) => new URL(url).pathname)
  })

test(
  'after the first visit the app opens offline, including deep links',
  { tag: '@promise' },
  async ({ page, context }) => {
    const t = createTranslator('en-GB')
    await signIn(page, getDemoCoach('en-GB'))
    await page.goto(`/en-GB/${t('courseSlug')}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await waitUntilReadyForOffline(page, 'en-GB')
    const shell = await precached(page)
    for (const part of [/^\/index\.html$/, /^\/icons\//, /^\/assets\/login-.*\.js$/])
      expect(
        shell.some((path) => part.test(path)),
        String(part),
      ).toBe(true)
    expect(shell.filter((path) => /^\/(videos|locales)\//.test(path))).toEqual([])

    await context.setOffline(true)
    await page.goto(`/en-GB/${t('courseSlug')}/training-2`)
    await expectModule(page, 'en-GB')
    await page.goto('/en-GB/outbox')
    await expect(page.getByRole('heading', { name: t('outbox.title'), exact: true })).toBeVisible()
    await expectAccessible(page)
  },
)

test('a chosen locale opens offline, including unseen pages; another locale links to it', async ({
  page,
  context,
  browser,
}) => {
  const t = createTranslator('es-AR')
  await test.step('before the service worker is ready, the app stays on screen without its other pages', async () => {
    const early = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    const missing = /\/assets\/files-[^/]*\.js$/
    await early.route(missing, (route) => route.abort())
    await signIn(early, getDemoCoach('es-AR'))
    await early.context().setOffline(true)
    const bar = early.getByRole('navigation', { name: t('appBar.navigation') })
    await bar.getByRole('link', { name: t('appBar.files') }).click()
    const reason = early.getByText(t('error.offlineNeedsConnection'))
    await expect(reason).toBeVisible()
    await early.getByRole('button', { name: t('common.retry') }).click()
    await expect(reason).toBeVisible()
    await bar.getByRole('link', { name: t('appBar.courses') }).click()
    await expect(early.getByRole('heading', { name: t('courses.title') })).toBeVisible()
    await early.context().setOffline(false)
    await early.unroute(missing)
    await bar.getByRole('link', { name: t('appBar.files') }).click()
    await expect(early.getByRole('heading', { name: t('files.title'), exact: true })).toBeVisible()

    await early.goto('/es-AR/change-location')
    const toMexico = early.getByRole('link', { name: t('localeName.es-MX') })
    // Starts the app, which replaces the prerendered page.
    await early.keyboard.press('Shift')
    await expect(early.locator('#root[data-prerendered]')).toHaveCount(0)
    await expect(toMexico).toBeVisible()
    await early.context().setOffline(true)
    await toMexico.click()
    const mexican = createTranslator('es-MX')
    await expect(early.getByRole('alert').filter({ hasText: mexican('catalogue.offline') })).toBeVisible()
    await early.context().setOffline(false)
    await early.getByRole('button', { name: mexican('common.retry') }).click()
    await expect(early.locator('html')).toHaveAttribute('lang', 'es-MX')
    await early.context().close()
  })

  await page.goto('/pt-BR/change-location')
  await waitUntilReadyForOffline(page, 'pt-BR')
  await page.getByRole('link', { name: createTranslator('pt-BR')('localeName.es-AR') }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR')
  await waitUntilReadyForOffline(page, 'es-AR')

  await context.setOffline(true)
  await page.goto('/es-AR/about')
  await expect(page.getByRole('heading', { level: 1, name: t('footer.about') })).toBeVisible()
  await page.goto('/es-AR/login')
  await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
  await expect(page.getByText(t('error.offlineForm'))).toBeVisible()
  await page.goto('/en-NZ/')
  await expect(page.getByRole('link', { name: t('localeName.es-AR') })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: t('localeName.es-AR') }).click()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: t('home.signUp') })
      .first(),
  ).toBeVisible()
})
