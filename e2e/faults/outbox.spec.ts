import { expect, type Page } from '@playwright/test'
import { answerByFirstOptions, answerSurvey } from '../screens/answer-survey.ts'
import { signIn } from '../people/coach.ts'
import { recordsOf } from '../device/device-records.ts'
import { addresses } from '../system/addresses.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { syncNow } from '../screens/sync-now.ts'
import { test } from '../screens/test.ts'
import { beginStorm, endStorm, entryAnswers, loseAnswers } from '../system/storm.ts'

const locale = 'en-NZ'
const t = messagesOf(locale)
// Messages that a storm may leave in the console, for people who help a coach.
const ofTheStorm = /^The sync log could not be reported|^A receipt is |^The consent was not recorded yet/
test.use({ baseURL: addresses.siteProxy, expectedInConsole: ofTheStorm })
test.afterEach(() => endStorm())

const modules = ['training-1', 'training-2']

/** Opens a module and answers its survey, or changes earlier answers. */
const answerOne = async (page: Page, module: string, time: 'first' | 'again'): Promise<void> => {
  await page.goto(`/${locale}/${t('courseSlug')}/${module}`)
  await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
  if (module !== 'training-1') return
  if (time === 'again') {
    await page.getByText(t('survey.given'), { exact: true }).click()
    await page.getByRole('button', { name: t('survey.change') }).click()
  }
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(page.getByText(t('survey.saved'), { exact: true }).first()).toBeVisible()
}

// Longer than 20 s: two tabs work under faults that never repeat, until the last entry has arrived.
test('with many faults, killed tabs and two tabs at once, everything arrives once or stays with a reason', async ({
  context,
}) => {
  let page = await context.newPage()
  await signIn(page, await registeredCoach(locale))
  for (const [time, seed] of [
    ['first', 7],
    ['again', 77],
  ] as const) {
    await beginStorm(seed)
    for (const module of modules) {
      await answerOne(page, module, time)
      const other = await context.newPage()
      await other.goto(`/${locale}/outbox`)
      await syncNow(other, locale)
      // The page is killed in the middle of its work, as on a phone.
      await page.close()
      page = other
    }
  }
  await endStorm()

  const left = () => recordsOf(page, 'outbox')
  await expect
    .poll(
      async () => {
        await syncNow(page, locale)
        return (await left()).filter((row) => 'state' in row && JSON.stringify(row).includes('"waiting"'))
          .length
      },
      { intervals: [1000] },
    )
    .toBe(0)

  const taken = (await endStorm()).filter(({ replay }) => !replay)
  const here = new Set((await left()).map(({ key }) => key))
  const captured = (await recordsOf(page, 'journal')).filter(({ happened }) => happened === 'captured')
  expect(captured.length).toBeGreaterThan(modules.length)
  for (const { key, name } of captured) {
    const times = taken.filter((one) => one.key === key).length
    expect({ key, name, times }).toEqual({ key, name, times: here.has(key) ? 0 : 1 })
  }
})

// Longer than 20 s: eleven attempts follow each other, and ten of them end without a response.
test('after ten lost responses, the first response arrives, and the server has one entry', async ({
  page,
}) => {
  await signIn(page, await registeredCoach(locale), `${t('courseSlug')}/training-1`)
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
  await loseAnswers(10, '/api/save-answers')
  await answerByFirstOptions(page, locale)
  const answered = (await recordsOf(page, 'outbox')).find(({ name }) => name === 'survey.answered.v2')
  const aboutIt = async () => (await entryAnswers()).filter(({ key }) => key === answered?.key)

  await page.goto(`/${locale}/outbox`)
  await expect(async () => {
    await syncNow(page, locale)
    await expect(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible({ timeout: 300 })
  }).toPass({ intervals: [100] })

  const answers = await aboutIt()
  expect(answers.filter(({ heard }) => !heard)).toHaveLength(10)
  expect(answers.filter(({ replay }) => !replay)).toHaveLength(1)
  expect(answers.at(-1)).toEqual({ key: answered?.key, replay: true, heard: true })
})
