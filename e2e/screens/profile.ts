import { expect, type Page } from '@playwright/test'
import { signIn, type Coach } from '../people/coach.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { createTranslator } from './messages.ts'

/** Signs in a new coach of a locale. */
export const signInNewCoach = async (page: Page, locale: string): Promise<Coach> => {
  const coach = await registerCoach(locale)
  await signIn(page, coach)
  return coach
}

/** The pages of the profile, by the value of `?job=` in their addresses. */
type ProfilePage =
  | 'details'
  | 'certificates'
  | 'impact'
  | 'learning'
  | 'news'
  | 'appearance'
  | 'help'
  | 'data'

/** Opens the list of the profile's pages by its address. */
export const openProfile = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  await page.goto(`/${locale}/${t('profileSlug')}`)
  await expect(page.getByRole('heading', { name: t('profile.title'), level: 1 })).toBeVisible()
}

/** Opens a page of the profile by its address. */
export const openProfilePage = async (page: Page, locale: string, name: ProfilePage) => {
  const t = createTranslator(locale)
  await page.goto(`/${locale}/${t('profileSlug')}?job=${name}`)
  await expect(page.getByRole('link', { name: t('profile.back') })).toBeVisible()
}

/** Finds the row with a label in the list of the profile's pages. */
export const findProfileRow = (page: Page, label: string) =>
  page.getByRole('main').locator('li > :is(a, button)').filter({ hasText: label })

/** Goes from a page of the profile to its list, and to the page behind a row, as a coach does. */
export const switchProfilePage = async (page: Page, locale: string, label: string) => {
  await page.getByRole('link', { name: createTranslator(locale)('profile.back') }).click()
  await findProfileRow(page, label).click()
  await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible()
}

/** Deletes everything of the coach from this device, and waits for the first page after that. */
export const eraseFromDevice = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  await openProfilePage(page, locale, 'data')
  await page.getByRole('button', { name: t('profile.erase') }).click()
  // The URL and the heading do not show when it is done, because the sign-out opens the same page a moment
  // earlier. After everything is deleted, the page is loaded again.
  const loadPromise = page.waitForEvent('domcontentloaded')
  await confirmErasing(page, locale)
  await loadPromise
}

/** Types the word into the dialog that asks for it before everything is deleted, and confirms. */
export const confirmErasing = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  const dialog = page.getByRole('dialog')
  const word = t('profile.eraseWord')
  await dialog.getByLabel(t('profile.eraseType', { word })).fill(word)
  await dialog.getByRole('button', { name: t('profile.erase') }).click()
}
