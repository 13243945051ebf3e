import { expect, type Page } from '@playwright/test'
import { signIn, type Coach } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from './messages.ts'

/** A new coach of a locale, signed in. */
export const joined = async (page: Page, locale: string): Promise<Coach> => {
  const coach = await registeredCoach(locale)
  await signIn(page, coach)
  return coach
}

/** The parts of the profile. */
export const sections = (page: Page, locale: string) => {
  const t = messagesOf(locale)
  const section = (id: string) => page.getByRole('region', { name: t(id), exact: true })
  return {
    details: section('profile.aboutYou'),
    learning: section('profile.learning.title'),
    news: section('profile.news.title'),
    account: section('profile.account'),
    data: section('profile.data'),
  }
}

/** Opens the profile by its address. */
export const openProfile = async (page: Page, locale: string) => {
  const t = messagesOf(locale)
  await page.goto(`/${locale}/${t('profileSlug')}`)
  await expect(page.getByRole('heading', { name: t('profile.title') })).toBeVisible()
}
