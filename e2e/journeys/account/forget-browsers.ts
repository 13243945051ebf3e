import { expect, type Browser } from '@playwright/test'
import { fillSignIn, readCode } from '../../people/coach.ts'
import { callAsOperator } from '../../people/pool-operator.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { pressSignOut } from '../../screens/sign-out.ts'

/** Two browsers of a coach need no code, until the coach asks for one in both of them at once. */
export const forgetBrowsers = async (browser: Browser): Promise<void> => {
  const locale = 'en-GB'
  const t = createTranslator(locale)
  const coach = await registerCoach(locale)
  await callAsOperator('AdminSetUserMFAPreference', coach, {
    EmailMfaSettings: { Enabled: true, PreferredMfa: true },
  })
  const pages = await Promise.all(
    [1, 2].map(async () => (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()),
  )
  for (const page of pages) {
    await page.goto(`/${locale}/login`)
    await fillSignIn(page, coach)
    await expect(page.getByLabel(t('confirmSignIn.remember'))).toBeVisible()
    await page.getByLabel(t('confirmEmail.code'), { exact: true }).fill(await readCode(coach.email))
    await page.getByLabel(t('confirmSignIn.remember')).check()
    await page.getByRole('button', { name: t('confirmSignIn.submit'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
  }
  const [first] = pages
  if (!first) return
  await first.goto(`/${locale}/sign-ins`)
  const remembered = first.locator('section').filter({ hasText: t('signIns.rememberedIntro') })
  await expect(remembered.getByRole('listitem')).toHaveCount(2)
  await expect(remembered.getByText(t('signIns.current'), { exact: true })).toHaveCount(1)
  await expectAccessible(first)
  await remembered.getByRole('button', { name: t('signIns.forgetAll'), exact: true }).click()
  await expect(first.getByText(t('signIns.forgotten'))).toBeVisible()
  await expect(remembered).toHaveCount(0)
  for (const page of pages) {
    await page.goto(`/${locale}/${t('profileSlug')}`)
    await pressSignOut(page, locale)
    await expect(page.getByRole('heading', { level: 1, name: t('signIn.title') })).toBeVisible()
    await fillSignIn(page, coach)
    const title = t('confirmSignIn.code.EMAIL.title')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.context().close()
  }
}
