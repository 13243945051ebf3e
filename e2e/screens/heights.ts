import { expect, type Page } from '@playwright/test'
import { createTranslator, listModules } from './messages.ts'

/** In px. */
const phone = { width: 360, height: 740 }
const twoScreens = 2 * phone.height

const measureHeight = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight)

/**
 * Walks through the steps of every module without questions, as a coach does with the main button, and lists
 * those that are higher than two screens.
 */
export const listTallSteps = async (page: Page, locale: string): Promise<string[]> => {
  const t = createTranslator(locale)
  const onward = page.getByRole('link', {
    name: new RegExp(`^(${t('steps.next')}|${t('steps.nextStep', { step: '.+' })})$`),
  })
  const heading = page.locator('main h2').first()
  const tall: string[] = []
  await page.setViewportSize(phone)
  for (const { slug, id } of listModules(locale)) {
    await page.goto(`/${locale}/${t(slug)}/${id}?step=understand`)
    await expect(heading).toContainText(t('steps.understand'))
    while (await onward.isVisible()) {
      const height = await measureHeight(page)
      const { search } = new URL(page.url())
      if (height > twoScreens) tall.push(`${id}${search}: ${height} px`)
      const shown = (await heading.textContent()) ?? ''
      await onward.click()
      await expect(heading).not.toHaveText(shown)
    }
  }
  return tall
}

/** Expects that a page has at most two screens of a phone. */
export const expectTwoScreens = async (page: Page): Promise<void> => {
  await page.setViewportSize(phone)
  expect(await measureHeight(page), `the height of ${page.url()}`).toBeLessThanOrEqual(twoScreens)
}

/** Expects the button that continues a course above the bottom bar, so that a coach need not scroll to it. */
export const expectContinueOnFirstScreen = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  await page.setViewportSize(phone)
  await page.goto(`/${locale}/${t('coursesHomeSlug')}`)
  const bar = await page.getByRole('navigation', { name: t('appBar.navigation') }).boundingBox()
  const button = await page.locator('main section a').first().boundingBox()
  if (!bar || !button) throw new Error('The courses have no bar or no button.')
  expect(button.y + button.height, 'the end of the button').toBeLessThanOrEqual(bar.y)
}
