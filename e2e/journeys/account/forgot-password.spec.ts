import { expect } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { readCode, createCoach } from '../../people/coach.ts'
import { watchEvents } from '../../screens/watch-events.ts'
import { callAsOperator } from '../../people/pool-operator.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'
import { usePasskey } from './use-passkey.ts'

const locale = 'pt-BR'
const t = createTranslator(locale)
const newPassword = 'Half-time-2026!'

test.use({ expectedInConsole: /^The sign-in was refused/ })

// Longer than 20 s: two coaches sign in, one of them with a passkey, and several times.
test('a shortcut of the installed app opens its page, also after a password reset; a passkey needs no password', async ({
  page,
  browser,
}) => {
  const coach = await registerCoach(locale)
  const events = await watchEvents(page)
  const { shortcuts } = (await (await page.request.get(`/manifests/${locale}.webmanifest`)).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  const getUrl = (name: string) => shortcuts.find((shortcut) => shortcut.name === name)?.url ?? ''
  const email = page.getByLabel(t('signIn.email'))
  const send = page.getByRole('button', { name: t('forgotPassword.submit') })

  await test.step('signed out, the shortcut leads to the sign-in screen', async () => {
    await page.goto(getUrl(t('header.outbox')))
    await expect(page.getByText(t('signIn.toOpen'))).toBeVisible()
    await page.getByRole('link', { name: t('forgotPassword.title') }).click()
    await expect(page.getByRole('heading', { name: t('forgotPassword.title') })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('an address without an account is refused', async () => {
    await email.fill(createCoach(locale).email)
    await send.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      t('errorMessage.autoSignUpErrorUser'),
    )
  })

  await test.step('a sign-in after an operator’s reset returns here, with its address, also after a reload', async () => {
    await callAsOperator('AdminResetUserPassword', coach, {})
    await page.getByRole('link', { name: t('forgotPassword.toSignIn') }).click()
    // The page before has a field of the same name.
    await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
    await email.fill(coach.email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(coach.password)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(t('errorMessage.resetRequired'))
    await alert.getByRole('link', { name: t('forgotPassword.codeTitle') }).click()
    await expect(email).toHaveValue(coach.email)
    await page.reload()
    await expect(email).toHaveValue(coach.email)
  })

  await test.step('request a code; a reload loses nothing', async () => {
    await send.click()
    await expect(page.getByRole('heading', { name: t('forgotPassword.codeTitle') })).toBeVisible()
    await page.reload()
    await expect(page.getByText(coach.email)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the code of the e-mail sets the new password', async () => {
    await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill(newPassword)
    await page.getByLabel(t('confirmEmail.code')).fill(await readCode(coach.email))
    await page.getByRole('button', { name: t('forgotPassword.save') }).click()
    await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
    await expect(page.getByText(t('successMessage.passwordChangedSucess')).first()).toBeVisible()
    expect(await events()).toContain('password_reset')
  })

  await test.step('the page of the shortcut opens, and then the pages of the others', async () => {
    await email.fill(coach.email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${locale}/outbox$`))
    await page.goto(getUrl(t('header.files')))
    await expect(page).toHaveURL(new RegExp(`/${locale}/files$`))
    await page.goto(getUrl(t('header.courses')))
    await expect(page).toHaveURL(new RegExp(`/${locale}/${t('coursesHomeSlug')}$`))
  })

  await test.step('a coach adds a passkey, and signs in with it, or with the password where none can be used', async () => {
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await usePasskey(phone)
    await phone.context().close()
  })
})
