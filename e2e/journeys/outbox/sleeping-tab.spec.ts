import { expect, type Page } from '@playwright/test'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { courseTextsOf, messagesOf } from '../../screens/messages.ts'
import { openSurvey, startTwoTabs, wake, watchAnswers } from '../../screens/sleeping-tab.ts'
import { test } from '../../screens/test.ts'

const locale = 'en-GB'
const t = messagesOf(locale)
const { survey } = courseTextsOf(locale)('training', 'training-1')
const typed = 'Começar pela roda de conversa.'

const textOf = (page: Page) => page.getByLabel(survey['q3']?.question ?? '')
const save = (page: Page) => page.getByRole('button', { name: t('survey.submit') }).click()

test('no tab saves a survey filled in by one coach as that of another who signs in later', async ({
  context,
}) => {
  const taken = watchAnswers(context)
  const { asleep, connect } = await startTwoTabs(context, async (page) => {
    await openSurvey(page)
    await answerSurvey(page, locale)
  })
  await expect(textOf(asleep)).toHaveValue(typed)
  connect()
  await wake(asleep)
  await expect(textOf(asleep)).toHaveValue('')
  await expect(asleep.getByText(t('error.tabOfOtherCustomer'))).toBeVisible()
  await answerSurvey(asleep, locale)
  await textOf(asleep).fill('Ben has words of his own.')
  await save(asleep)
  await expect.poll(() => taken).toHaveLength(1)
  expect(taken.join()).not.toContain(typed)
})
