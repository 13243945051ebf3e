import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnce } from '../screens/accessible.ts'
import { codeFor, newCoach, signIn } from '../people/coach.ts'
import { eventsOf } from '../screens/events-of.ts'
import { failPersonServices, failUserPool } from '../system/fail-next.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const newPassword = 'Half-time-2026!'

const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

/** The alert is there, and has the focus. */
const expectFailure = async (page: Page, words: string): Promise<void> => {
  await expect(alertOf(page)).toContainText(words)
  await expect(page.locator(':focus').getByRole('alert')).toHaveText(/.+/)
}

for (const locale of ['pt-BR', 'en-US']) {
  test(`a coach of ${locale} replaces a forgotten password`, async ({ page }) => {
    const t = messagesOf(locale)
    const coach = await registeredCoach(locale)
    const expectScreen = expectAccessibleOnce(locale, 'pt-BR')
    const events = await eventsOf(page)
    await page.goto(`/${locale}/login`)
    const email = page.getByLabel(t('signIn.email'))
    const send = page.getByRole('button', { name: t('forgotPassword.submit') })
    const save = page.getByRole('button', { name: t('forgotPassword.save') })

    await test.step('what is no address, and one without an account, are refused', async () => {
      await page.getByRole('link', { name: t('forgotPassword.title') }).click()
      await expect(page.getByRole('heading', { name: t('forgotPassword.title') })).toBeVisible()
      await expectScreen(page)
      await email.fill('nobody')
      await send.click()
      await expect(email).toBeFocused()
      await expect(page.getByText(t('errorMessage.authEmailValid')).first()).toBeVisible()
      await email.fill(newCoach(locale).email)
      await send.click()
      await expectFailure(page, t('errorMessage.autoSignUpErrorUser'))
      await expectScreen(page)
    })

    await test.step('a code is sent, and a reload loses nothing', async () => {
      await email.fill(coach.email)
      await send.click()
      await expect(page.getByRole('heading', { name: t('forgotPassword.codeTitle') })).toBeVisible()
      await expect(page.getByLabel(t('verify.code'))).toBeFocused()
      await page.reload()
      await expect(page.getByText(coach.email)).toBeVisible()
      await expectScreen(page)
    })

    await test.step('a code that is too short or wrong is refused, and the password stays typed', async () => {
      const code = page.getByLabel(t('verify.code'))
      const password = page.getByLabel(t('forgotPassword.newPassword'), { exact: true })
      await password.fill(newPassword)
      await code.fill('12345')
      await save.click()
      await expect(code).toBeFocused()
      await expect(page.getByText(t('errorMessage.authCodeInsert'))).toBeVisible()
      const right = await codeFor(coach.email)
      await code.fill(right === '111111' ? '222222' : '111111')
      await save.click()
      await expectFailure(page, t('errorMessage.authCodeInsert'))
      await expect(password).toHaveValue(newPassword)
      await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
      await save.click()
    })

    await test.step('the way leads to the sign-in screen, where the new password works', async () => {
      await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      await expect(page.getByText(t('successMessage.passwordChangedSucess')).first()).toBeVisible()
      expect(await events()).toContain('password_reset')
      await signIn(page, { ...coach, password: newPassword })
    })
  })
}

test('after too many attempts the button counts down from 4:00, over a reload too', async ({ page }) => {
  const t = messagesOf('en-GB')
  const coach = await registeredCoach('en-GB')
  await page.goto('/en-GB/forgot-password')
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await page.getByRole('button', { name: t('forgotPassword.submit') }).click()
  await page.getByLabel(t('verify.code')).fill('123456')
  await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill(newPassword)
  await failUserPool(page, { target: 'ConfirmForgotPassword', type: 'LimitExceededException', times: 9 })
  await page.getByRole('button', { name: t('forgotPassword.save') }).click()
  await expectFailure(page, t('forgotPassword.timeoutMessage'))
  const countdown = page.getByRole('button', { name: /Try again in (4:00|3:5\d)/ })
  await expect(countdown).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /Try again in 3:[345]\d/ })).toBeVisible()
})

test.describe('when the request for a code fails', () => {
  const ask = async (page: Page, locale: string, email: string) => {
    const t = messagesOf(locale)
    await page.goto(`/${locale}/forgot-password`)
    await page.getByLabel(t('signIn.email')).fill(email)
    await page.getByRole('button', { name: t('forgotPassword.submit') }).click()
  }

  test('the user pool: any other error', async ({ page }) => {
    const t = messagesOf('es-AR')
    await failUserPool(page, { target: 'ForgotPassword', type: 'CodeDeliveryFailureException' })
    await ask(page, 'es-AR', 'coach.ar@example.com')
    await expectFailure(page, t('errorMessage.authRecoveryPassword'))
  })

  test('the loyalty provider: an error type of its user-exists check', async ({ page }) => {
    const t = messagesOf('es-US')
    await failPersonServices(page, { target: 'loyalty.userExists', code: 209_999 })
    await ask(page, 'es-US', 'coach.us.es@example.com')
    await expectFailure(page, t('errorMessage.autoSignUpErrorUser'))
  })

  // Our own server can be reached meanwhile: the coach's connection is not to blame.
  test('the loyalty provider: a connection to it that is cut', async ({ page }) => {
    const t = messagesOf('en-US')
    await failPersonServices(page, { target: 'loyalty.userExists', cut: true, times: 3 })
    await ask(page, 'en-US', 'coach.us@example.com')
    await expectFailure(page, t('errorMessage.authRecoveryPassword'))
    await expect(alertOf(page)).toContainText(t('error.providerAway'))
  })
})
