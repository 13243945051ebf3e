import { expect, type Page } from '@playwright/test'
import { signIn } from '../people/coach.ts'
import { answerSurvey } from '../screens/answer-survey.ts'
import { courseTextsOf, messagesOf } from '../screens/messages.ts'
import { openDetails, openProfile, sections } from '../screens/profile.ts'
import { allSaved, openSurvey, signOut, startTwoTabs, wake, watchAnswers } from '../screens/sleeping-tab.ts'
import { test } from '../screens/test.ts'

const locale = 'en-GB'
const t = messagesOf(locale)
const { survey } = courseTextsOf(locale)('training', 'training-1')
const typed = 'Começar pela roda de conversa.'

const textOf = (page: Page) => page.getByLabel(survey['q3']?.question ?? '')
const save = (page: Page) => page.getByRole('button', { name: t('survey.submit') }).click()

test(
  'a survey that was filled in before another coach signed in is theirs in no tab',
  { tag: '@promise' },
  async ({ context }) => {
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
  },
)

test('answers that are saved in a tab that is still asleep wait for the coach who gave them', async ({
  context,
}) => {
  const taken = watchAnswers(context)
  const { ana, asleep, awake, connect } = await startTwoTabs(context, async (page) => {
    await openSurvey(page)
    await answerSurvey(page, locale)
  })
  await save(asleep)
  connect()
  // The server knows who is signed in, and the tab learns it: it shows what is Ben's.
  await expect(textOf(asleep)).toHaveValue('')
  await openSurvey(awake)
  await expect(textOf(awake)).toHaveValue('')
  await allSaved(awake)
  expect(taken).toEqual([])

  await signOut(awake)
  await signIn(awake, ana)
  await expect.poll(() => taken).toHaveLength(1)
  expect(taken[0]).toContain(typed)
})

test('a profile that was open before another coach signed in is not saved as theirs', async ({ context }) => {
  const saved: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/update')) saved.push(request.postData() ?? '')
  })
  const { asleep, awake } = await startTwoTabs(context, async (page) => {
    await openProfile(page, locale)
    await openDetails(page, locale)
    await sections(page, locale).details.getByLabel(t('signUp.firstName'), { exact: true }).fill('Anastasia')
  })
  await sections(asleep, locale)
    .details.getByRole('button', { name: t('common.save'), exact: true })
    .click()
  await expect(asleep.getByText(t('error.otherCustomer'))).toBeVisible()
  await wake(asleep)
  await expect(asleep.getByText(t('error.tabOfOtherCustomer'))).toBeVisible()
  expect(saved.join()).not.toContain('Anastasia')
  await openProfile(awake, locale)
  await openDetails(awake, locale)
  await expect(
    sections(awake, locale).details.getByLabel(t('signUp.firstName'), { exact: true }),
  ).toHaveValue('Marta')
})
