import { expect } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { codeFor, newCoach } from '../people/coach.ts'
import { eventsOf } from '../screens/events-of.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const locale = 'pt-BR'
const t = messagesOf(locale)
const newPassword = 'Half-time-2026!'

test('a shortcut of the installed app leads to its page, also where a forgotten password is replaced first', async ({
  page,
}) => {
  const coach = await registeredCoach(locale)
  const events = await eventsOf(page)
  const { shortcuts } = (await (await page.request.get(`/manifests/${locale}.webmanifest`)).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  const urlOf = (name: string) => shortcuts.find((shortcut) => shortcut.name === name)?.url ?? ''
  const email = page.getByLabel(t('signIn.email'))
  const send = page.getByRole('button', { name: t('forgotPassword.submit') })

  await test.step('signed out, the shortcut leads to the sign-in screen', async () => {
    await page.goto(urlOf(t('header.outbox')))
    await expect(page.getByText(t('signIn.toOpen'))).toBeVisible()
    await page.getByRole('link', { name: t('forgotPassword.title') }).click()
    await expect(page.getByRole('heading', { name: t('forgotPassword.title') })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('an address without an account is refused', async () => {
    await email.fill(newCoach(locale).email)
    await send.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      t('errorMessage.autoSignUpErrorUser'),
    )
  })

  await test.step('a code is sent, and a reload loses nothing', async () => {
    await email.fill(coach.email)
    await send.click()
    await expect(page.getByRole('heading', { name: t('forgotPassword.codeTitle') })).toBeVisible()
    await page.reload()
    await expect(page.getByText(coach.email)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the code of the e-mail sets the new password', async () => {
    await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill(newPassword)
    await page.getByLabel(t('verify.code')).fill(await codeFor(coach.email))
    await page.getByRole('button', { name: t('forgotPassword.save') }).click()
    await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
    await expect(page.getByText(t('successMessage.passwordChangedSucess')).first()).toBeVisible()
    expect(await events()).toContain('password_reset')
  })

  await test.step('which opens the page of the shortcut, and then the pages of the others', async () => {
    await email.fill(coach.email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${locale}/outbox$`))
    await page.goto(urlOf(t('header.files')))
    await expect(page).toHaveURL(new RegExp(`/${locale}/files$`))
    await page.goto(urlOf(t('header.courses')))
    await expect(page).toHaveURL(new RegExp(`/${locale}/${t('coursesHomeSlug')}$`))
  })
})
