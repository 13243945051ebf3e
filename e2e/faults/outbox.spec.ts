import { expect, type Page } from '@playwright/test'
import { answerByFirstOptions, answerSurvey } from '../screens/answer-survey.ts'
import { expectModule } from '../screens/module-steps.ts'
import { signIn } from '../people/coach.ts'
import { readRecords } from '../device/device-records.ts'
import { addresses } from '../system/addresses.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { createTranslator } from '../screens/messages.ts'
import { syncNow } from '../screens/sync-now.ts'
import { test } from '../screens/test.ts'
import { beginRandomFaults, endFaults, listEntryResponses, loseResponses } from '../system/site-faults.ts'

const locale = 'en-NZ'
const t = createTranslator(locale)
// Messages that the faults may leave in the console, for people who help a coach.
const causedByFaults = /^The sync log could not be reported|^A receipt is |^The consent was not recorded yet/
test.use({ baseURL: addresses.siteProxy, expectedInConsole: causedByFaults })
test.afterEach(() => endFaults())

const modules = ['training-1', 'training-2']

/** Opens a module and answers its survey, or changes earlier answers. */
const answerOne = async (page: Page, module: string, time: 'first' | 'again'): Promise<void> => {
  await page.goto(`/${locale}/${t('courseSlug')}/${module}`)
  await expectModule(page, locale)
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
  await signIn(page, await registerCoach(locale))
  for (const [time, seed] of [
    ['first', 7],
    ['again', 77],
  ] as const) {
    await beginRandomFaults(seed)
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
  await endFaults()

  const left = () => readRecords(page, 'outbox')
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

  const taken = (await endFaults()).filter(({ replay }) => !replay)
  const here = new Set((await left()).map(({ key }) => key))
  const captured = (await readRecords(page, 'journal')).filter(({ happened }) => happened === 'captured')
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
  await signIn(page, await registerCoach(locale), `${t('courseSlug')}/training-1`)
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
  await loseResponses(10, '/api/save-answers')
  await answerByFirstOptions(page, locale)
  const answered = (await readRecords(page, 'outbox')).find(({ name }) => name === 'survey.answered.v2')
  const aboutIt = async () => (await listEntryResponses()).filter(({ key }) => key === answered?.key)

  await page.goto(`/${locale}/outbox`)
  await expect(async () => {
    await syncNow(page, locale)
    await expect(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible({ timeout: 300 })
  }).toPass({ intervals: [100] })

  const responses = await aboutIt()
  expect(responses.filter(({ arrived }) => !arrived)).toHaveLength(10)
  expect(responses.filter(({ replay }) => !replay)).toHaveLength(1)
  expect(responses.at(-1)).toEqual({ key: answered?.key, replay: true, arrived: true })
})
