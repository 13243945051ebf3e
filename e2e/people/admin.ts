import { expect, type Page } from '@playwright/test'
import { createTranslator } from '../screens/messages.ts'
import { readCodeOfApp } from './authenticator-app.ts'
import { getDemoCoach, type Coach } from './coach.ts'
import { signInAsCustomer } from './completed-modules.ts'
import { registerAdmin } from './registered-coach.ts'

/** Returns the demo admin of the loyalty provider, where nobody can become an admin while the server runs. */
export const getLoyaltyAdmin = (locale: string): Coach => ({
  ...getDemoCoach(locale),
  email: locale === 'es-US' ? 'admin.us.es@example.com' : 'admin.us@example.com',
})

/** The keys of the demo admins' apps, by locale. A process that runs journeys has its own product. */
const keys = new Map<string, string>()

/** Returns the next code of a demo admin's app, because the present one may have been used. */
export const readNextCode = (locale: string): string => readCodeOfApp(keys.get(locale) ?? '', 1)

/** Sets up an authenticator app on the open page of the profile. Returns its key. */
export const setUpAuthenticator = async (page: Page, { locale, password }: Coach): Promise<string> => {
  const t = createTranslator(locale)
  await page.getByLabel(t('secondFactor.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('secondFactor.setUp'), exact: true }).click()
  // On a phone the key is folded, so it has no inner text.
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel(t('confirmEmail.code'), { exact: true }).fill(readCodeOfApp(key))
  await page.getByRole('button', { name: t('secondFactor.save'), exact: true }).click()
  const on = locale.endsWith('-US') ? 'secondFactor.atAdmin.on' : 'secondFactor.on'
  await expect(page.getByText(t(on))).toBeVisible()
  return key
}

/** Enters a code on the open admin page. */
export const enterAdminCode = async (page: Page, locale: string, code: string): Promise<void> => {
  const t = createTranslator(locale)
  await expect(page.getByRole('heading', { level: 1, name: t('admin.access.codeTitle') })).toBeVisible()
  await page.getByLabel(t('confirmEmail.code'), { exact: true }).fill(code)
  await page.getByRole('button', { name: t('admin.access.submit'), exact: true }).click()
}

/**
 * Opens the admin pages as an admin with a second factor. At a user pool, the admin is a new one, because
 * several journeys run at the same time and a code counts only once. Resolves with the id of the customer.
 */
export const signInAdmin = async (page: Page, locale: string): Promise<string> => {
  const isAtPool = !locale.endsWith('-US')
  const admin = isAtPool ? await registerAdmin(locale) : getLoyaltyAdmin(locale)
  const customer = await signInAsCustomer(page, admin)
  const hasApp = keys.has(locale)
  if (!isAtPool && !hasApp) {
    await page.goto(`/${locale}/second-factor`)
    keys.set(locale, await setUpAuthenticator(page, admin))
  }
  await page.goto(`/${locale}/admin/sync`)
  if (hasApp) await enterAdminCode(page, locale, readNextCode(locale))
  const name = createTranslator(locale)('admin.tabs.sync')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return customer
}
