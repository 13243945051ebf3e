import { expect, type BrowserContext, type Page } from '@playwright/test'
import { signIn } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

/** A server that takes every request, and responds to none until it wakes. */
const silence = async (context: BrowserContext) => {
  const awake = Promise.withResolvers<void>()
  await context.route('**/api/**', async (route) => {
    await awake.promise
    // The page that asked may be gone.
    await route.continue().catch(() => undefined)
  })
  return () => awake.resolve()
}

const allSaved = (page: Page, locale: string) =>
  expect(page.locator('header output')).toHaveText(messagesOf(locale)('sync.allSaved'))

const tapSignOut = async (page: Page, locale: string) => {
  const t = messagesOf(locale)
  await page.getByRole('button', { name: t('header.openMenu') }).click()
  await page.getByRole('button', { name: t('header.signOut') }).click()
  await expect(page.getByText(t('signOut.leaving'))).toBeVisible()
}

test.describe('with a server that does not respond', () => {
  test.use({ expectedInConsole: /^The sign-out could not be reported to the server yet/ })

  for (const locale of ['es-MX', 'en-US']) {
    test(`a coach of ${locale} signs out, and stays where they go then`, async ({ page, context }) => {
      const t = messagesOf(locale)
      await signIn(page, await registeredCoach(locale))
      await allSaved(page, locale)
      const wake = await silence(context)
      let isGivenUp = false
      const givenUp = page
        .waitForEvent('requestfailed', (request) => request.url().endsWith('/api/logout'))
        .then(() => (isGivenUp = true))
      const paths: string[] = []
      page.on('framenavigated', (frame) => void paths.push(new URL(frame.url()).pathname))
      await tapSignOut(page, locale)
      await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      expect(paths).toContain(`/${locale}/login`)
      expect(paths).not.toContain(`/${locale}/`)
      expect(isGivenUp).toBe(false)
      await page
        .getByRole('main')
        .getByRole('link', { name: t('signIn.toSignUp') })
        .click()
      await givenUp
      await expect(page).toHaveURL(new RegExp(`/${locale}/sign-up`))
      wake()
      await signIn(page, await registeredCoach(locale))
      await page.reload()
      await expect(page.getByRole('button', { name: t('header.openMenu') })).toBeVisible()
      await expect(page).not.toHaveURL(/login/)
    })
  }
})

test('a sign-out during which the browser is closed is over at the next start', async ({
  launch,
}, testInfo) => {
  const locale = 'es-AR'
  const t = messagesOf(locale)
  const coach = await registeredCoach(locale)
  const folder = testInfo.outputPath('browser')
  const before = await launch(folder)
  const page = await before.newPage()
  await signIn(page, coach)
  await allSaved(page, locale)
  await silence(before)
  await tapSignOut(page, locale)
  // It is still delivering: the session has not ended here.
  await before.close()

  const after = await launch(folder)
  const again = await after.newPage()
  await again.goto(`/${locale}/${t('profileSlug')}`)
  await expect(again).toHaveURL(new RegExp(`/${locale}/\\?place=`))
  await again.getByRole('button', { name: t('header.openMenu') }).click()
  await expect(again.getByRole('link', { name: t('header.signIn') })).toBeVisible()
  await after.close()
})
