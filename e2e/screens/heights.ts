import { expect, type Page } from '@playwright/test'
import { createTranslator, listModules } from './messages.ts'

/** In px. */
const phone = { width: 360, height: 740 }
const maxHeight = 2 * phone.height

const measureHeight = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight)

/**
 * Goes through the steps of every module up to its first question, as a coach does with the main button, and lists
 * those that are higher than two screens.
 */
export const listTallSteps = async (page: Page, locale: string): Promise<string[]> => {
  const t = createTranslator(locale)
  const nextLink = page.getByRole('link', {
    name: new RegExp(`^(${t('steps.next')}|${t('steps.nextStep', { step: '.+' })})$`),
  })
  const heading = page.locator('main h2').first()
  const tallSteps: string[] = []
  const addIfTall = async (id: string) => {
    const height = await measureHeight(page)
    const { search } = new URL(page.url())
    if (height > maxHeight) tallSteps.push(`${id}${search}: ${height} px`)
  }
  await page.setViewportSize(phone)
  for (const { slug, id } of listModules(locale)) {
    const firstStep = id.endsWith('-extra') ? 'understand' : 'watch'
    await page.goto(`/${locale}/${t(slug)}/${id}?step=${firstStep}`)
    await expect(heading).toContainText(t(`steps.${firstStep}`))
    await addIfTall(id)
    while (await nextLink.isVisible()) {
      const previousHeading = (await heading.textContent()) ?? ''
      await nextLink.click()
      await expect(heading).not.toHaveText(previousHeading)
      await addIfTall(id)
    }
  }
  return tallSteps
}

/** Expects that a page has at most two screens of a phone. */
export const expectTwoScreens = async (page: Page): Promise<void> => {
  await page.setViewportSize(phone)
  expect(await measureHeight(page), `the height of ${page.url()}`).toBeLessThanOrEqual(maxHeight)
}

/** Expects that a coach sees the button that continues a course without scrolling: above the bottom bar. */
export const expectContinueOnFirstScreen = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  await page.setViewportSize(phone)
  await page.goto(`/${locale}/${t('coursesHomeSlug')}`)
  const bar = await page.getByRole('navigation', { name: t('appBar.navigation') }).boundingBox()
  const button = await page.locator('main section a').first().boundingBox()
  if (!bar || !button) throw new Error('The courses have no bar or no button.')
  expect(button.y + button.height, 'the end of the button').toBeLessThanOrEqual(bar.y)
}
