import { expect, type Page } from '@playwright/test'
import { createTranslator } from './messages.ts'

type Step = 'watch' | 'understand' | 'run' | 'check' | 'reflect' | 'result'

/** Expects that a module is on the screen, in any of its steps. */
export const expectModule = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  await expect(page.getByRole('navigation', { name: t('steps.navigation') })).toBeVisible()
}

/** Opens a step of the visible module. */
export const openStep = async (page: Page, locale: string, step: Step): Promise<void> => {
  const t = createTranslator(locale)
  const bar = page.getByRole('navigation', { name: t('steps.navigation') })
  await bar.getByRole('link', { name: t(`steps.${step}`) }).click()
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('step') === step)
}

/** Goes to the next page of the visible step. Resolves to false on its last page. */
export const goToNextPage = async (page: Page, locale: string): Promise<boolean> => {
  const name = createTranslator(locale)('steps.next')
  const button = page.getByRole('main').getByRole('button', { name, exact: true })
  const nextPage = button.or(page.getByRole('main').getByRole('link', { name, exact: true }))
  if (!(await nextPage.isVisible())) return false
  const { href } = new URL(page.url())
  await nextPage.click()
  await expect(page).not.toHaveURL(href)
  // The next page is on the screen once its heading has the focus.
  await expect(page.locator('main h2[data-only]')).toBeFocused()
  return true
}

/** Goes through an answered survey to its last question. */
export const openLastQuestion = async (page: Page, locale: string): Promise<void> => {
  await openStep(page, locale, 'reflect')
  // The stored answers arrive a moment after the form.
  await expect(page.locator('main form input:checked').filter({ visible: true }).first()).toBeVisible()
  while (await goToNextPage(page, locale));
}
