import { expect, type BrowserContext, type Page } from '@playwright/test'
import { signIn } from '../../people/coach.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { pressSignOut } from '../../screens/sign-out.ts'
import { test } from '../../screens/test.ts'

/** Makes the server accept every request and respond to none. */
const silence = (context: BrowserContext) => context.route('**/api/**', () => undefined)

const expectAllSaved = (page: Page, locale: string) =>
  expect(page.locator('header output')).toHaveText(createTranslator(locale)('sync.allSaved'))

const tapSignOut = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  await pressSignOut(page, locale)
  await expect(page.getByText(t('signOut.leaving'))).toBeVisible()
}

test('a sign-out interrupted by closing the browser is completed at the next start', async ({
  launch,
}, testInfo) => {
  const locale = 'es-AR'
  const t = createTranslator(locale)
  const coach = await registerCoach(locale)
  const folder = testInfo.outputPath('browser')
  const before = await launch(folder)
  const page = await before.newPage()
  await signIn(page, coach)
  await expectAllSaved(page, locale)
  await silence(before)
  await tapSignOut(page, locale)
  // The app is still delivering, so the session has not ended here yet.
  await before.close()

  const after = await launch(folder)
  const again = await after.newPage()
  await again.goto(`/${locale}/${t('profileSlug')}`)
  await expect(again).toHaveURL(new RegExp(`/${locale}/\\?returnTo=`))
  await again.getByRole('button', { name: t('header.openMenu') }).click()
  await expect(again.getByRole('link', { name: t('header.signIn') })).toBeVisible()
  await after.close()
})
