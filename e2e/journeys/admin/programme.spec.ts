import { readFileSync } from 'node:fs'
import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { signIn } from '../../people/coach.ts'
import { signInAdmin } from '../../people/admin.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

const read = async (download: Promise<Download>) => readFileSync(await (await download).path())

/** The cell with the number beside a name, in the table under a heading. */
const cell = (page: Page, heading: string, row: string) =>
  page.getByRole('region', { name: heading }).getByRole('row', { name: row }).getByRole('cell').first()

/** Parses a number that is written with separators. */
const readCount = async (shown: Locator) => Number((await shown.innerText()).replaceAll(/\D/g, ''))

// Longer than 20 s: two people sign in, and axe checks the page at every size.
test('an admin reads what a coach does: in tables with bars, as CSV and in one file', async ({
  page,
  browser,
}) => {
  const t = createTranslator('en-NZ')
  const module = readCourseTexts('en-NZ')('training', 'training-1')

  const admin = await (await browser.newContext()).newPage()
  const byCountry = t('admin.programme.by.country', { figure: t('admin.programme.figure.active') })
  let before = 0
  const active = cell(admin, byCountry, t('countryName.NZ'))

  await test.step('an admin opens the programme page from the first admin page, and reads how many are active in New Zealand', async () => {
    await signInAdmin(admin, 'en-NZ')
    // The address above the admin pages redirects to the first of them.
    await admin.goto('/en-NZ/admin')
    await expect(admin).toHaveURL(/\/en-NZ\/admin\/sync(\?|$)/)
    await admin.getByRole('link', { name: t('admin.tabs.programme'), exact: true }).click()
    await expect(admin.getByRole('heading', { name: t('admin.programme.title'), exact: true })).toBeVisible()
    await admin.getByText(t('admin.programme.filterHeading'), { exact: true }).click()
    await admin.getByLabel(t('admin.programme.filter.figure'), { exact: true }).selectOption('active')
    await admin.getByLabel(t('admin.programme.filter.country'), { exact: true }).first().selectOption('NZ')
    await admin.getByRole('button', { name: t('admin.filter.apply') }).click()
    await expect(admin).toHaveURL(/country=NZ.*figure=active|figure=active.*country=NZ/)
    // The figures already contain the admin's own sign-in, and the coaches of other journeys.
    await expect.poll(() => readCount(active)).toBeGreaterThan(0)
    before = await readCount(active)
  })

  await test.step('a coach answers a survey', async () => {
    await signIn(page, await registerCoach('en-NZ'))
    await page.goto(`/en-NZ/${t('courseSlug')}/training-1`)
    const answered = page.context().waitForEvent('response', {
      predicate: (response) => new URL(response.url()).pathname === '/api/save-answers',
    })
    await answerSurvey(page, 'en-NZ')
    await page.getByRole('button', { name: t('survey.submit') }).click()
    expect((await answered).status()).toBe(200)
  })

  await test.step('the admin sees another coach, the shares of the answers, and the text without a name', async () => {
    await admin.reload()
    await expect.poll(() => readCount(active)).toBeGreaterThan(before)
    const question = module.survey['q1']?.question ?? ''
    const chosen = cell(admin, question, module.survey['q1']?.options?.['b'] ?? '')
    await expect.poll(() => readCount(chosen)).toBeGreaterThan(0)
    const texts = admin.getByRole('region', { name: module.survey['q3']?.question ?? '' })
    await expect(texts.getByText('Começar pela roda de conversa.', { exact: true }).first()).toBeVisible()
    for (const size of sizes) {
      await admin.setViewportSize(size)
      await expectAccessible(admin)
    }
  })

  await test.step('the admin downloads the answers of the country, and everything in one file', async () => {
    const downloadingAnswers = admin.waitForEvent('download')
    await admin.getByRole('link', { name: t('admin.programme.csv') }).click()
    expect((await read(downloadingAnswers)).toString('utf8')).toContain('"Começar pela roda de conversa."')
    const downloadingAll = admin.waitForEvent('download')
    await admin.getByRole('link', { name: t('admin.programme.zip') }).click()
    const files = unzipSync(await read(downloadingAll))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['totals.csv', 'answers-NZ.csv']))
    expect(strFromU8(files['totals.csv'] ?? new Uint8Array())).toContain(
      '"chosen","training-1","q1","b","en-NZ","NZ"',
    )
  })

  await test.step('the page says when it is offline, and offers to try again', async () => {
    await admin.goto('/en-NZ/admin/programme')
    await expect(admin.getByText(t('admin.programme.notes'), { exact: true })).toBeVisible()
    await admin.context().setOffline(true)
    await admin.getByText(t('admin.programme.filterHeading'), { exact: true }).click()
    await admin.getByLabel(t('admin.programme.filter.locale'), { exact: true }).selectOption('en-NZ')
    await admin.getByRole('button', { name: t('admin.filter.apply') }).click()
    await expect(admin.getByText(t('admin.failed'), { exact: true }).first()).toBeVisible()
    await admin.context().setOffline(false)
    await admin
      .getByRole('button', { name: t('common.retry') })
      .first()
      .click()
    await expect(admin.getByText(t('admin.programme.notes'), { exact: true })).toBeVisible()
  })

  await test.step('the coach learns that the page is for admins', async () => {
    await page.goto('/en-NZ/admin/programme')
    await expect(page.getByText(t('admin.forbidden'), { exact: true })).toBeVisible()
    expect((await page.request.get('/api/programme?season=2026')).status()).toBe(403)
    expect((await page.request.get('/api/programme-export')).status()).toBe(403)
  })
  await admin.context().close()
})
