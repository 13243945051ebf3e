import { expect } from '@playwright/test'
import { signIn } from '../../people/coach.ts'
import { readRecords } from '../../device/device-records.ts'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { confirmErasing, eraseFromDevice, openProfilePage } from '../../screens/profile.ts'
import { expectAllSaved, openSurvey, startTwoTabs, wake, watchAnswers } from '../../screens/sleeping-tab.ts'
import { test } from '../../screens/test.ts'

const locale = 'en-GB'
const t = createTranslator(locale)
const { survey } = readCourseTexts(locale)('training', 'training-1')

// Longer than 20 s: two coaches take turns to sign in on one phone, in two tabs.
test('a coach deletes only their own data from a phone: unsent answers of another coach are delivered later', async ({
  context,
}) => {
  const taken = watchAnswers(context)
  const { ana, asleep, awake, connect } = await startTwoTabs(context, async (page) => {
    await openSurvey(page)
    await answerSurvey(page, locale)
  })
  await asleep.getByRole('button', { name: t('survey.submit') }).click()
  connect()
  await expect(asleep.getByLabel(survey['q3']?.question ?? '')).toHaveValue('')
  await asleep.close()

  await expectAllSaved(awake)
  await eraseFromDevice(awake, locale)
  await expect(awake).toHaveURL(new RegExp(`/${locale}/$`))
  await expect(
    awake
      .getByRole('main')
      .getByRole('link', { name: t('home.signUp') })
      .first(),
  ).toBeVisible()
  expect(taken).toEqual([])
  await signIn(awake, ana)
  await expect.poll(() => taken).toHaveLength(1)
  expect(taken[0]).toContain('Começar pela roda de conversa.')
  await expectAllSaved(awake)
})

// Longer than 20 s: two coaches take turns to sign in on one phone, in two tabs.
test('a tab that was asleep while another coach signed in deletes nothing of theirs', async ({ context }) => {
  const taken = watchAnswers(context)
  const { asleep, awake, connect } = await startTwoTabs(context, async (page) => {
    await openProfilePage(page, locale, 'data')
    await page.getByRole('button', { name: t('profile.erase') }).click()
  })
  // Ben's answers wait, because no request reaches the server.
  await openSurvey(awake)
  await awake.route('**/api/save-answers', (route) => route.abort())
  await answerSurvey(awake, locale)
  await awake.getByRole('button', { name: t('survey.submit') }).click()
  await expect.poll(async () => (await readRecords(awake, 'outbox')).length).toBeGreaterThan(0)

  await confirmErasing(asleep, locale)
  await expect(asleep.getByText(t('error.tabOfOtherCustomer'))).toBeVisible()
  connect()
  await wake(asleep)
  await awake.unroute('**/api/save-answers')
  await awake.bringToFront()
  await awake.reload()
  await expect.poll(() => taken).toHaveLength(1)
})
