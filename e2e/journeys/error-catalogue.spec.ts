import { expect, type Page } from '@playwright/test'
import { newCoach, type Coach } from '../people/coach.ts'
import { fillSignUp } from '../people/coach-of-united-states.ts'
import { failPersonServices, failUserPool } from '../system/fail-next.ts'
import { registeredCoach, unconfirmedCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

test.use({ expectedInConsole: /^The sign-(in|up) was refused\.|^The object store refused/ })

const password = 'Barriers-2026!'
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

const signInAs = async (page: Page, locale: string, email: string, secret: string) => {
  const t = messagesOf(locale)
  await page.goto(`/${locale}/login`)
  await page.getByLabel(t('signIn.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(secret)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
}

test.describe('signing in', () => {
  const poolFailure = (type: string) => (page: Page) =>
    failUserPool(page, { target: 'InitiateAuth', type, times: 12 })
  const nothing = async () => undefined
  const rows: [
    locale: string,
    email: string,
    password: string,
    (page: Page) => Promise<unknown>,
    message: string,
  ][] = [
    ['es-MX', 'coach.mx@example.com', 'Wrong-2026!', nothing, 'errorMessage.passwordIsWrong'],
    [
      'en-AU',
      'coach.au@example.com',
      password,
      poolFailure('UserNotFoundException'),
      'errorMessage.authSignUpUserNotFound',
    ],
    [
      'en-NZ',
      'coach.nz@example.com',
      password,
      poolFailure('InternalErrorException'),
      'errorMessage.authLoginError',
    ],
    ['en-US', 'coach.us@example.com', 'Wrong-2026!', nothing, 'errorMessage.authSignUpUserNotFound'],
  ]
  for (const [locale, email, secret, prepare, message] of rows) {
    test(`${locale}: ${message}`, async ({ page }) => {
      const t = messagesOf(locale)
      await prepare(page)
      await signInAs(page, locale, email, secret)
      await expect(alertOf(page)).toContainText(t(message))
      await expect(page.getByLabel(t('signIn.password'), { exact: true })).toHaveValue(secret)
    })
  }

  for (const [failing, reason] of [
    [false, 'errorMessage.authVerify'],
    [true, 'errorMessage.authSendCodeNot'],
  ] as const) {
    test(`somebody who is not confirmed comes to the code: ${reason}`, async ({ page }) => {
      const locale = 'es-AR'
      const t = messagesOf(locale)
      const coach = await unconfirmedCoach(locale)
      if (failing) {
        await failUserPool(page, { target: 'ResendConfirmationCode', type: 'CodeDeliveryFailureException' })
      }
      await signInAs(page, locale, coach.email, coach.password)
      await expect(page.getByText(t('errorMessage.authEmailNotConfirmed'))).toBeVisible()
      await expect(page.getByText(t(reason))).toBeVisible()
      await expect(page.getByRole('heading', { name: t('verify.title') })).toBeVisible()
    })
  }
})

test.describe('the code of the e-mail', () => {
  const rows: [locale: string, type: string, message: string][] = [
    ['en-NZ', 'CodeMismatchException', 'errorMessage.authCodeInsert'],
    ['pt-BR', 'ExpiredCodeException', 'errorMessage.authCodeVerifyError'],
  ]
  for (const [locale, type, message] of rows) {
    test(`${locale}: ${message}`, async ({ page }) => {
      const t = messagesOf(locale)
      const { email, password: secret } = await unconfirmedCoach(locale)
      await signInAs(page, locale, email, secret)
      await failUserPool(page, { target: 'ConfirmSignUp', type })
      await page.getByLabel(t('verify.code')).fill('123456')
      await page.getByRole('button', { name: t('verify.submit'), exact: true }).click()
      await expect(alertOf(page)).toContainText(t(message))
      await expect(page.getByLabel(t('verify.code'))).toHaveValue('123456')
    })
  }
})

test.describe('signing up', () => {
  const rows: [locale: string, who: (page: Page) => Promise<Coach>, message: string][] = [
    // Somebody else has the address, with another password.
    ['en-US', () => registeredCoach('en-US'), 'errorMessage.authEmail'],
    [
      'es-US',
      async (page) => {
        await failPersonServices(page, { target: 'loyalty.signUp', code: 299_999 })
        return newCoach('es-US')
      },
      'errorMessage.authSignUp',
    ],
  ]
  for (const [locale, who, message] of rows) {
    test(`${locale}: ${message}, and nothing typed is lost`, async ({ page }) => {
      const t = messagesOf(locale)
      const coach = await who(page)
      await fillSignUp(page, { ...coach, password: 'Another-2026!' })
      await page.getByRole('button', { name: t('signUp.submit') }).click()
      await expect(alertOf(page)).toContainText(t(message))
      await expect(page.getByLabel(t('signUp.email'), { exact: true })).toHaveValue(coach.email)
      await expect(page.locator('select[name="where"]')).not.toHaveValue('')
    })
  }
})

test('a reset that fails for any other reason', async ({ page }) => {
  const t = messagesOf('en-AU')
  await page.goto('/en-AU/forgot-password')
  await page.getByLabel(t('signIn.email')).fill('coach.au@example.com')
  await page.getByRole('button', { name: t('forgotPassword.submit') }).click()
  await page.getByLabel(t('verify.code')).fill('123456')
  await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill('Half-time-2026!')
  await failUserPool(page, { target: 'ConfirmForgotPassword', type: 'InvalidParameterException' })
  await page.getByRole('button', { name: t('forgotPassword.save') }).click()
  await expect(alertOf(page)).toContainText(t('errorMessage.authSignUp'))
})
