import { expect, type Page } from '@playwright/test'
import { createTranslator } from '../screens/messages.ts'
import { readCodeOfApp } from './authenticator-app.ts'
import { getDemoCoach } from './coach.ts'
import { signInAsCustomer } from './completed-modules.ts'
import { registerAdmin } from './registered-coach.ts'

/** The demo admins of the loyalty provider. Nobody can become an admin there while the server runs. */
const loyaltyAdmins: Readonly<Record<string, string>> = {
  'en-US': 'admin.us@example.com',
  'es-US': 'admin.us.es@example.com',
}

/** Sets up an authenticator app in the profile of the signed-in admin. Returns its key. */
export const setUpAuthenticator = async (page: Page, locale: string, password: string): Promise<string> => {
  const t = createTranslator(locale)
  await page.goto(`/${locale}/second-factor`)
  await page.getByLabel(t('secondFactor.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('secondFactor.setUp'), exact: true }).click()
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel(t('confirmEmail.code')).fill(readCodeOfApp(key))
  await page.getByRole('button', { name: t('secondFactor.save'), exact: true }).click()
  await expect(page.getByText(t('secondFactor.on'))).toBeVisible()
  return key
}

/**
 * Signs in an admin with a second factor. At a user pool, the admin is a new one, because several journeys
 * run at the same time and a code counts only once. Resolves with the id of the customer.
 */
export const signInAdmin = async (page: Page, locale: string): Promise<string> => {
  const email = loyaltyAdmins[locale]
  if (email === undefined) return signInAsCustomer(page, await registerAdmin(locale))
  const admin = { ...getDemoCoach(locale), email }
  const customer = await signInAsCustomer(page, admin)
  await setUpAuthenticator(page, locale, admin.password)
  return customer
}
