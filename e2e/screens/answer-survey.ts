import { expect, type Page } from '@playwright/test'
import { readCourseTexts, createTranslator } from './messages.ts'
import { goToNextPage, openStep } from './module-steps.ts'

/** Answers the survey of the first module up to its last question, without saving it. */
export const answerSurvey = async (page: Page, locale: string): Promise<void> => {
  const { survey } = readCourseTexts(locale)('training', 'training-1')
  const choose = async (question: string, ...ids: string[]) => {
    const texts = survey[question]
    const group = page.getByRole('group', { name: texts?.question ?? '' })
    for (const id of ids) await group.getByLabel(texts?.options?.[id] ?? '', { exact: true }).check()
    await goToNextPage(page, locale)
  }
  await openStep(page, locale, 'check')
  for (const check of ['c1', 'c2', 'c3']) await choose(check, 'a')
  await choose('q1', 'b')
  await choose('q2', 'a', 'c')
  await page.getByLabel(survey['q3']?.question ?? '').fill('Começar pela roda de conversa.')
}

/** Chooses the first option of every question of the visible module, without saving the answers. */
export const chooseFirstOptions = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  const form = page.locator('main form')
  const nextLabel = new RegExp(`^(${t('steps.next')}|${t('steps.toResult')}|${t('survey.submit')})$`)
  await openStep(page, locale, 'check')
  do {
    await expect(form.getByRole('group').or(form.getByRole('textbox'))).toBeVisible()
    const options = form.getByRole('radio').or(form.getByRole('checkbox'))
    if ((await options.count()) > 0) await options.first().check()
    // `goToNextPage` does not wait. If it does not find the button to the next page yet, it returns false as
    // on the last page.
    await expect(page.getByRole('main').getByRole('button', { name: nextLabel })).toBeVisible()
  } while (await goToNextPage(page, locale))
}

/** Answers the visible module's survey with the first options, and expects that the app saves it. */
export const answerByFirstOptions = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  await chooseFirstOptions(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(
    page
      .getByText(t('survey.saved'), { exact: true })
      .or(page.getByText(t('survey.delivered')))
      .first(),
  ).toBeVisible()
}
