import { expect, type Page } from '@playwright/test'
import { createApp } from '../../people/authenticator-app.ts'
import { fillSignIn } from '../../people/coach.ts'
import { inviteCoach } from '../../people/pool-operator.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { pressSignOut } from '../../screens/sign-out.ts'

/**
 * Signs in on a phone that reloads the page in the middle of each step. The second code makes the phone sign in
 * without one, until it is forgotten. In the end the second factor is turned off.
 */
export const passChallenges = async (page: Page): Promise<void> => {
  const locale = 'pt-BR'
  const t = createTranslator(locale)
  const press = (id: string) => page.getByRole('button', { name: t(id), exact: true }).click()
  const heading = (id: string) => page.getByRole('heading', { level: 1, name: t(id) })
  const coach = await inviteCoach(locale)
  await page.goto(`/${locale}/login?returnTo=${encodeURIComponent(`/${locale}/second-factor`)}`)
  await fillSignIn(page, coach)
  await expect(heading('confirmSignIn.newPassword.title')).toBeVisible()
  await page.reload()
  await expect(heading('confirmSignIn.newPassword.title')).toBeVisible()
  await expectAccessible(page)
  const password = 'Minha-2026!'
  await page.getByLabel(t('signUp.firstName'), { exact: true }).fill('Marta')
  await page.getByLabel(t('signUp.lastName')).fill('da Silva')
  await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill(password)
  await press('confirmSignIn.submit')

  await expect(heading('secondFactor.title')).toBeVisible()
  await page.getByLabel(t('secondFactor.password'), { exact: true }).fill(password)
  await press('secondFactor.setUp')
  await page.getByText(t('authenticator.otherDevice'), { exact: true }).click()
  const shownKey = await page.locator('code').innerText()
  await page.reload()
  await expect(page.locator('code')).toHaveText(shownKey)
  await expectAccessible(page)
  const readUnusedCode = createApp(shownKey.replaceAll(' ', ''))
  await page.getByLabel(t('confirmEmail.code')).fill(await readUnusedCode())
  await press('secondFactor.save')
  await expect(page.getByText(t('secondFactor.on'))).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/${locale}/${t('profileSlug')}`)
  await pressSignOut(page, locale)
  await expect(page.getByRole('heading', { level: 1, name: t('signIn.title') })).toBeVisible()
  await fillSignIn(page, { ...coach, password })
  await expect(heading('confirmSignIn.code.TOTP.title')).toBeVisible()
  await page.reload()
  await expect(heading('confirmSignIn.code.TOTP.title')).toBeVisible()
  await expectAccessible(page)
  const code = page.getByLabel(t('confirmEmail.code'), { exact: true })
  await code.fill(await readUnusedCode())
  await page.getByLabel(t('confirmSignIn.remember')).check()
  await press('confirmSignIn.submit')
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()

  const signInAgain = async () => {
    await page.goto(`/${locale}/${t('profileSlug')}`)
    await pressSignOut(page, locale)
    await expect(page.getByRole('heading', { level: 1, name: t('signIn.title') })).toBeVisible()
    await fillSignIn(page, { ...coach, password })
  }
  await signInAgain()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
  await page.goto(`/${locale}/sign-ins`)
  await expect(page.getByRole('heading', { name: t('signIns.remembered') })).toBeVisible()
  await page.reload()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('signIns.forget') }).click()
  await expect(page.getByRole('heading', { name: t('signIns.remembered') })).toBeHidden()
  await signInAgain()
  await expect(heading('confirmSignIn.code.TOTP.title')).toBeVisible()
  await code.fill(await readUnusedCode())
  await press('confirmSignIn.submit')
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()

  await page.goto(`/${locale}/second-factor`)
  await expect(page.getByText(t('secondFactor.on'))).toBeVisible()
  await page.getByText(t('secondFactor.turnOff'), { exact: true }).click()
  await page.getByLabel(t('secondFactor.password'), { exact: true }).fill('Não-é-2026!')
  await press('secondFactor.turnOff')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(t('changePassword.oldPasswordWrong'))
  await expect(page.getByText(t('secondFactor.on'))).toBeVisible()
  await page.getByLabel(t('secondFactor.password'), { exact: true }).fill(password)
  await press('secondFactor.turnOff')
  await expect(page.getByText(t('secondFactor.off'))).toBeVisible()
  await expectAccessible(page)
  await signInAgain()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
}
