import type { Page } from '@playwright/test'
import { courseWordsOf } from './words.ts'

/** Answers the survey of the first module, without sending it. */
export const answerSurvey = async (page: Page, locale: string): Promise<void> => {
  const { survey } = courseWordsOf(locale)('training', 'training-1')
  const option = (question: string, id: string) => {
    const words = survey[question]
    return page
      .getByRole('group', { name: words?.question ?? '' })
      .getByLabel(words?.options?.[id] ?? '', { exact: true })
  }
  await option('q1', 'b').check()
  await option('q2', 'a').check()
  await option('q2', 'c').check()
  await page.getByLabel(survey['q3']?.question ?? '').fill('Começar pela roda de conversa.')
}
