import { expect } from '@playwright/test'
import { expectAccessibleOnce } from '../screens/accessible.ts'
import { signIn } from '../people/coach.ts'
import { eventsOf } from '../screens/events-of.ts'
import { joined, sections, unfold } from '../screens/profile.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

for (const locale of ['pt-BR', 'en-US']) {
  test(`a coach of ${locale} changes the password and signs out everywhere`, async ({ page }) => {
    const t = messagesOf(locale)
    const coach = await joined(page, locale)
    const changed = { ...coach, password: 'Half-time-2026!' }
    const events = await eventsOf(page)
    const old = page.getByLabel(t('changePassword.oldPassword'), { exact: true })
    const save = page.getByRole('button', { name: t('forgotPassword.save') })

    await test.step('the address of password managers leads to the form of the locale', async () => {
      await page.goto('/.well-known/change-password')
      await expect(page).toHaveURL(new RegExp(`/${locale}/change-password$`))
      await expect(page.getByRole('heading', { name: t('changePassword.title') })).toBeVisible()
      await expectAccessibleOnce(locale, 'pt-BR')(page)
    })

    await test.step('a wrong password is refused', async () => {
      await old.fill('Not-this-one-2026!')
      await page.getByLabel(t('forgotPassword.newPassword'), { exact: true }).fill(changed.password)
      await save.click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        t('changePassword.oldPasswordWrong'),
      )
      await expect(page.locator(':focus').getByRole('alert')).toBeVisible()
    })

    await test.step('the right one is changed, and the session goes on', async () => {
      await old.fill(coach.password)
      await save.click()
      await expect(page.getByRole('heading', { name: t('profile.title') })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: t('profile.title') })).toBeVisible()
    })

    await test.step('sign out everywhere, and in again with the new password', async () => {
      await unfold(page, locale)
      const { account } = sections(page, locale)
      await account.getByRole('button', { name: t('profile.signOutEverywhere') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: t('profile.signOutEverywhere') }).click()
      await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      expect(await events()).toEqual(expect.arrayContaining(['password_changed', 'sign_out']))
      await signIn(page, changed)
    })
  })
}
