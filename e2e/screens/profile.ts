import { expect, type Page } from '@playwright/test'
import { signIn, type Coach } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { createTranslator } from './messages.ts'

/** Signs in a new coach of a locale. */
export const joined = async (page: Page, locale: string): Promise<Coach> => {
  const coach = await registeredCoach(locale)
  await signIn(page, coach)
  return coach
}

export const sections = (page: Page, locale: string) => {
  const t = createTranslator(locale)
  const section = (id: string) => page.getByRole('region', { name: t(id), exact: true })
  return {
    details: section('profile.aboutYou'),
    learning: section('profile.learning.title'),
    news: section('profile.news.title'),
    account: section('profile.account'),
    data: section('profile.data'),
  }
}

/** Opens all folded parts of the profile that are present. */
export const unfold = async (page: Page, locale: string) => {
  await expect(page.getByRole('heading', { name: createTranslator(locale)('profile.title') })).toBeVisible()
  await page.getByRole('main').evaluate((main) => {
    for (const fold of main.querySelectorAll('details')) fold.open = true
  })
}

/** Opens the profile by its address, and all its folded parts. */
export const openProfile = async (page: Page, locale: string) => {
  await page.goto(`/${locale}/${createTranslator(locale)('profileSlug')}`)
  await unfold(page, locale)
}

/** Opens the form for the details, once they have loaded. */
export const openDetails = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  const { details } = sections(page, locale)
  await details.locator('summary', { hasText: t('profile.editDetails') }).waitFor()
  await unfold(page, locale)
}

/** Deletes everything of the coach from this device, and waits for the first page after that. */
export const eraseFromDevice = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  await openProfile(page, locale)
  await sections(page, locale)
    .data.getByRole('button', { name: t('profile.erase') })
    .click()
  // The sign-out shows the same page a moment earlier, before everything is deleted.
  const loaded = page.waitForEvent('domcontentloaded')
  await confirmErasing(page, locale)
  await loaded
}

/** Types the word into the dialog that asks for it. */
export const confirmErasing = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  const dialog = page.getByRole('dialog')
  const word = t('profile.eraseWord')
  await dialog.getByLabel(t('profile.eraseType', { word })).fill(word)
  await dialog.getByRole('button', { name: t('profile.erase') }).click()
}
