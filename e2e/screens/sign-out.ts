import type { Page } from '@playwright/test'
import { createTranslator } from './messages.ts'

/** Presses the button that signs a coach out. If there is unsent work, the app then asks a question. */
export const pressSignOut = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  const bar = page.getByRole('navigation', { name: t('appBar.navigation') })
  await bar.getByRole('link', { name: t('appBar.profile') }).click()
  await page.getByRole('button', { name: t('profile.signOut'), exact: true }).click()
}
