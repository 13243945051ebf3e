import { expect, type Page } from '@playwright/test'
import { codeFor, confirm, newCoach, signIn, signUp } from '../people/coach.ts'
import { failPersonServices, failUserPool, forgetFailures } from '../system/fail-next.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { openDetails, signOutOfProfile } from '../screens/profile.ts'
import { test } from '../screens/test.ts'

test.use({ expectedInConsole: /^The sign-in was refused\.|^The session could not be renewed\./ })

const toast = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words }).first()

// What these two do here the others do elsewhere: pt-BR, en-GB, en-NZ, es-AR, en-US and es-US sign up in other
// journeys.
for (const locale of ['en-AU', 'es-MX']) {
  test(`a coach of ${locale} joins, changes the name, forgets the password and comes back`, async ({
    page,
  }) => {
    const t = messagesOf(locale)
    const coach = newCoach(locale)

    await test.step('each step that succeeds says so', async () => {
      await signUp(page, coach)
      await expect(toast(page, t('successMessage.signUpSucess'))).toBeVisible()
      // So slow that what was told is not there yet when the profile is opened.
      await failPersonServices(page, { target: 'extended-profile.profile', delayMs: 300, times: 2 })
      await confirm(page, coach)
      await expect(toast(page, t('successMessage.authEmailVerifySuccess'))).toBeVisible()
    })

    await test.step('the profile knows what was told at the sign-up, and greets by the new name', async () => {
      await page.goto(`/${locale}/${t('profileSlug')}`)
      await openDetails(page, locale)
      const details = page.getByRole('region', { name: t('profile.aboutYou') })
      for (const answer of ['job', 'sportType']) {
        await expect(details.locator(`select[name="${answer}"]`)).not.toHaveValue('')
      }
      await details.getByLabel(t('signUp.firstName'), { exact: true }).fill('Teresa')
      await details.getByRole('button', { name: t('common.save'), exact: true }).click()
      await expect(toast(page, t('successMessage.profileSaved'))).toBeVisible()
      await page.goto(`/${locale}/${t('coursesHomeSlug')}`)
      await expect(page.getByText(t('courses.welcome', { name: 'Teresa' }))).toBeVisible()
    })

    await test.step('a new password for a forgotten one', async () => {
      await signOutOfProfile(page, locale)
      await page.getByRole('link', { name: t('forgotPassword.title') }).click()
      // The field of the screen that is left has the same label.
      await expect(page.getByRole('heading', { name: t('forgotPassword.title') })).toBeVisible()
      await page.getByLabel(t('signIn.email')).fill(coach.email)
      await page.getByRole('button', { name: t('forgotPassword.submit') }).click()
      await expect(page.getByRole('heading', { name: t('forgotPassword.codeTitle') })).toBeVisible()
      await page.getByLabel(t('verify.code')).fill(await codeFor(coach.email))
      await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill('Half-time-2026!')
      await page.getByRole('button', { name: t('forgotPassword.save') }).click()
      await expect(toast(page, t('successMessage.passwordChangedSucess'))).toBeVisible()
      await signIn(page, { ...coach, password: 'Half-time-2026!' })
      await expect(toast(page, t('successMessage.authLogin'))).toBeVisible()
      await page.reload()
      await expect(page.getByText(t('courses.welcome', { name: 'Teresa' }))).toBeVisible()
    })
  })
}

test.describe('a session that has ended leads to the sign-in screen and says why', () => {
  test('of a user pool: the product API calls the token invalid, and the pool gives no other', async ({
    page,
  }) => {
    const t = messagesOf('en-NZ')
    await signIn(page, await registeredCoach('en-NZ'))
    await page.getByRole('button', { name: t('header.openMenu') }).click()
    // The checks of the sign-in itself are over: the next one belongs to the change of route.
    await page.waitForLoadState('networkidle')
    await page.route('**/api/token-validation', (route) => route.fulfill({ json: { valid: false } }))
    await failUserPool(page, {
      target: 'GetTokensFromRefreshToken',
      type: 'NotAuthorizedException',
      times: 9,
    })
    // A change of route inside the app is enough.
    await page
      .getByRole('navigation', { name: t('header.navigation') })
      .getByRole('link', { name: t('header.profile') })
      .click()
    // The place is kept for the way back.
    await expect(page).toHaveURL(/\/en-NZ\/login\?place=/)
    await expect(page.getByText(t('errorMessage.sessionExpired'))).toBeVisible()
  })

  test('of the loyalty provider: the token has expired, and its refresh is refused', async ({ page }) => {
    const t = messagesOf('es-US')
    await page.clock.install()
    await signIn(page, await registeredCoach('es-US'))
    await page.clock.setSystemTime(Date.now() + 3 * 3_600_000)
    await failPersonServices(page, { target: 'loyalty.refreshToken', code: 200_034, times: 3 })
    await page.reload()
    await expect(page).toHaveURL(/\/es-US\/login\?place=/)
    await expect(page.getByText(t('errorMessage.sessionExpired'))).toBeVisible()
  })
})

test('a change of password that is slow is sent once, and one that fails keeps what was typed', async ({
  page,
}) => {
  const t = messagesOf('en-US')
  const coach = await registeredCoach('en-US')
  await signIn(page, coach)
  await page.goto('/en-US/change-password')
  const old = page.getByLabel(t('changePassword.oldPassword'), { exact: true })
  const next = page.getByLabel(t('forgotPassword.newPassword'), { exact: true })
  const save = page.getByRole('button', { name: t('forgotPassword.save') })
  await old.fill(coach.password)
  await next.fill('Half-time-2026!')

  // No two with the same words one after the other: what the screen says is then of the present one.
  const faults = [
    [{ status: 500, code: 200_500 }, 'error.providerAway'],
    [{ status: 429, code: 200_043 }, 'error.tooManyRequests'],
    [{ html: '<h1>Welcome</h1>' }, 'error.providerAway'],
  ] as const
  for (const [fault, reason] of faults) {
    await failPersonServices(page, { target: 'loyalty.updatePassword', ...fault })
    await save.click()
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure).toContainText(t(reason))
    await expect(page.locator(':focus').getByRole('alert')).toBeVisible()
    await expect(old).toHaveValue(coach.password)
    await expect(next).toHaveValue('Half-time-2026!')
    forgetFailures(page)
  }

  const sent: string[] = []
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && asked.url().endsWith('/profile/password/update')) sent.push(asked.url())
  })
  await failPersonServices(page, { target: 'loyalty.updatePassword', delayMs: 800 })
  await save.dblclick()
  await next.press('Enter')
  await expect(page.getByRole('heading', { name: t('profile.title') })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a code that cannot be sent again is said so, and the button comes back', async ({ page }) => {
  const t = messagesOf('es-AR')
  await page.clock.install()
  // What is still on its way would take the next 31 s for a service that does not respond.
  const consented = page.waitForResponse((response) => {
    const asked = response.request()
    return asked.method() === 'POST' && asked.url().endsWith('/consents')
  })
  await signUp(page, newCoach('es-AR'))
  await consented
  await page.clock.runFor(31_000)
  const again = page.getByRole('button', { name: t('verify.resend'), exact: true })
  await page.getByLabel(t('verify.code')).fill('123456')
  await failUserPool(page, { target: 'ResendConfirmationCode', type: 'LimitExceededException', times: 9 })
  await again.click()
  await expect(toast(page, t('error.tooManyRequests'))).toBeVisible()
  await expect(page.getByLabel(t('verify.code'))).toHaveValue('123456')
  forgetFailures(page)
  await again.click()
  await expect(toast(page, t('successMessage.codeSent'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('verify.resend'), exact: true })).toHaveCount(0)
})
