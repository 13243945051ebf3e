import { expect, type Page } from '@playwright/test'
import { readCourseTexts, createTranslator } from './messages.ts'

/** Answers the survey of the first module, without sending it. */
export const answerSurvey = async (page: Page, locale: string): Promise<void> => {
  const { survey } = readCourseTexts(locale)('training', 'training-1')
  const option = (question: string, id: string) => {
    const words = survey[question]
    return page
      .getByRole('group', { name: words?.question ?? '' })
      .getByLabel(words?.options?.[id] ?? '', { exact: true })
  }
  for (const check of ['c1', 'c2', 'c3']) await option(check, 'a').check()
  await option('q1', 'b').check()
  await option('q2', 'a').check()
  await option('q2', 'c').check()
  await page.getByLabel(survey['q3']?.question ?? '').fill('Começar pela roda de conversa.')
}

/** Chooses the first option of every question of the visible survey, without sending it. */
export const chooseFirstOptions = async (page: Page): Promise<void> => {
  const groups = page.locator('main form').getByRole('group')
  await expect(groups.first()).toBeVisible()
  for (const group of await groups.all())
    await group.getByRole('radio').or(group.getByRole('checkbox')).first().check()
}

/** Answers the visible module's survey with the first options, and expects that the app saves it. */
export const answerByFirstOptions = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
  await chooseFirstOptions(page)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(
    page
      .getByText(t('survey.saved'), { exact: true })
      .or(page.getByText(t('survey.delivered')))
      .first(),
  ).toBeVisible()
}
