import { expect, type Page } from '@playwright/test'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { openSurvey, startTwoTabs, wake, watchAnswers } from '../../screens/sleeping-tab.ts'
import { test } from '../../screens/test.ts'

const locale = 'en-GB'
const t = createTranslator(locale)
const { survey } = readCourseTexts(locale)('training', 'training-1')
const typed = 'Começar pela roda de conversa.'

const getTextbox = (page: Page) => page.getByLabel(survey['q3']?.question ?? '')
const save = (page: Page) => page.getByRole('button', { name: t('survey.submit') }).click()

test('no tab saves a survey filled in by one coach as that of another who signs in later', async ({
  context,
}) => {
  const taken = watchAnswers(context)
  const { asleep, connect } = await startTwoTabs(context, async (page) => {
    await openSurvey(page)
    await answerSurvey(page, locale)
  })
  await expect(getTextbox(asleep)).toHaveValue(typed)
  connect()
  await wake(asleep)
  await expect(getTextbox(asleep)).toHaveValue('')
  await expect(asleep.getByText(t('error.tabOfOtherCustomer'))).toBeVisible()
  await answerSurvey(asleep, locale)
  await getTextbox(asleep).fill('Ben has words of his own.')
  await save(asleep)
  await expect.poll(() => taken).toHaveLength(1)
  expect(taken.join()).not.toContain(typed)
})
