import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { answerByFirstOptions, answerSurvey } from '../../screens/answer-survey.ts'
import { expectModule, openLastQuestion } from '../../screens/module-steps.ts'
import { getDemoCoach, signIn, type Coach } from '../../people/coach.ts'
import { readRecords } from '../../device/device-records.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { signInAdmin } from '../../people/admin.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { pressSignOut } from '../../screens/sign-out.ts'
import { test } from '../../screens/test.ts'

// A sign-out without a connection is reported as soon as there is a connection.
test.use({ expectedInConsole: /^The sign-out could not be reported/ })

const locale = 'en-GB'
const t = createTranslator(locale)
const title = `${t('outbox.event.surveyAnswered')}:`
const expectAllSaved = (page: Page) => expect(page.locator('header output')).toHaveText(t('sync.allSaved'))

/** Signs in a coach on a new phone and opens a survey. All entries are sent. */
const arriveAtSurvey = async (page: Page, module = 'training-1'): Promise<Coach> => {
  const coach = await registerCoach(locale)
  await signIn(page, coach, `${t('courseSlug')}/${module}`)
  await expectModule(page, locale)
  await expectAllSaved(page)
  return coach
}

/** Answers the first survey. `message` is the text that the page then shows. */
const answer = async (page: Page, message = t('survey.saved')): Promise<void> => {
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(page.getByText(message, { exact: true }).first()).toBeVisible()
}

const askToSignOut = async (page: Page) => {
  await pressSignOut(page, locale)
  const dialog = page.getByRole('dialog', { name: t('signOut.title') })
  await expect(dialog).toBeVisible()
  return dialog
}

test(
  'refused answers block nothing else, can be copied and corrected, and leave a proof',
  { tag: '@promise' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await arriveAtSurvey(page)
    const error = { code: 'invalid-body', message: 'refused', request_id: 'poison', path: 'answers.0.value' }
    await context.route('**/api/save-answers', (route) => route.fulfill({ status: 422, json: { error } }))
    await answer(page, t('survey.needsYou'))
    await page.goto(`/${locale}/outbox`)
    await expect(page.getByText(t('outbox.reason.refused'), { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: t('outbox.toSendHeading') })).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: new RegExp(`^${t('common.copy')}: ${title}`) }).click()
    await expect(page.getByText(t('common.copied'))).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Começar pela roda')

    const [refused] = await readRecords(page, 'outbox')
    await context.unroute('**/api/save-answers')
    await page.getByRole('button', { name: new RegExp(`^${t('common.edit')}: ${title}`) }).click()
    await openLastQuestion(page, locale)
    await expect(page.getByRole('textbox')).toHaveValue('Começar pela roda de conversa.')
    await page.getByRole('button', { name: t('survey.submit') }).click()
    await expectAllSaved(page)
    const journal = await readRecords(page, 'journal')
    expect(journal.find(({ key, happened }) => key === refused?.key && happened === 'replaced')).toBeDefined()

    await page.goto(`/${locale}/outbox`)
    await page.getByRole('heading', { name: t('outbox.journalHeading') }).click()
    const proof = page
      .getByRole('listitem')
      .filter({ hasText: t('outbox.event.surveyAnswered') })
      .filter({ hasText: t('outbox.happened.delivered') })
      .first()
    await proof.locator('summary').first().click()
    // The row of the module also contains its progress.
    await proof
      .locator('details details > summary')
      .filter({ hasText: t('outbox.event.surveyAnswered') })
      .click()
    await expect(proof.getByText(t('outbox.receipts.stored'))).toBeVisible()
    await expectAccessible(page)

    await test.step('a refusal as "signed out" in a valid session also concerns the answers', async () => {
      const error = { code: 'signed-out', message: 'refused', request_id: 'poison' }
      await context.route('**/api/save-answers', (route) => route.fulfill({ status: 401, json: { error } }))
      await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
      await page.getByText(t('survey.given'), { exact: true }).click()
      await page.getByRole('button', { name: t('survey.change') }).click()
      await answer(page, t('survey.needsYou'))
      await page.goto(`/${locale}/outbox`)
      await expect(page.getByText(t('outbox.reason.refused'), { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: t('outbox.toSendHeading') })).toHaveCount(0)
      await context.unroute('**/api/save-answers')
      await page.getByRole('button', { name: t('outbox.sendNowThis', { title: '' }) }).click()
      await expectAllSaved(page)
    })
  },
)

test(
  'on a shared phone the work of one coach waits, hidden from the next, and is sent only as theirs',
  { tag: '@promise' },
  async ({ page, context }) => {
    const sent: string[] = []
    context.on('response', (response) => {
      if (response.status() === 200) sent.push(new URL(response.url()).pathname)
    })
    const ana = await arriveAtSurvey(page, 'training-extra')
    await waitUntilReadyForOffline(page, locale)
    await context.setOffline(true)
    await answerByFirstOptions(page, locale)
    const dialog = await askToSignOut(page)
    await dialog.getByRole('button', { name: t('signOut.keep') }).click()
    await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
    await context.setOffline(false)

    await signIn(page, getDemoCoach(locale), 'outbox')
    await expect(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('outbox.event.surveyAnswered'))).toHaveCount(0)
    const waiting = async () =>
      (await readRecords(page, 'outbox')).filter(({ name }) => name === 'extra-survey.answered.v2').length
    expect(await waiting()).toBe(1)
    expect(sent).not.toContain('/api/save-extra-answers')

    await pressSignOut(page, locale)
    await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
    await signIn(page, ana)
    await expect.poll(waiting).toBe(0)
    expect(sent.filter((path) => path === '/api/save-extra-answers')).toHaveLength(1)
  },
)

// Longer than 20 s: two people sign in, each in a separate browser.
test(
  'an admin delivers from the rescue file what a phone cannot send; if the phone sends it later, nothing changes',
  { tag: '@promise' },
  async ({ page, context, browser }) => {
    await arriveAtSurvey(page)
    await waitUntilReadyForOffline(page, locale)
    await context.setOffline(true)
    await answer(page)
    const dialog = await askToSignOut(page)
    await dialog.getByText(t('signOut.rescue')).click()
    await dialog.getByLabel(t('rescue.passphrase')).fill('correct horse battery')
    await dialog.getByLabel(t('rescue.again')).fill('correct horse battery')
    await expectAccessible(page)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: t('rescue.save') }).click()
    const path = await (await saving).path()
    expect(readFileSync(path, 'utf8')).not.toContain('survey')
    const [entry] = await readRecords(page, 'outbox')
    const owner = entry && 'customer' in entry ? String(entry.customer) : ''

    const office = await browser.newContext()
    const desk = await office.newPage()
    await signInAdmin(desk, locale)
    await desk.goto(`/${locale}/admin/rescue`)
    const here = desk.getByRole('link', { name: t('admin.tabs.rescue'), exact: true })
    await expect(here).toHaveAttribute('aria-current', 'page')
    const importFor = async (id: string, passphrase: string) => {
      await desk.getByLabel(t('rescue.import.file'), { exact: true }).setInputFiles(path)
      await desk.getByLabel(t('rescue.import.customer')).fill(id)
      await desk.getByLabel(t('rescue.import.passphrase'), { exact: true }).fill(passphrase)
      await desk.getByRole('button', { name: t('rescue.import.submit') }).click()
    }
    await importFor(owner, 'wrong horse battery')
    await expect(desk.getByText(t('rescue.import.failure.cannot-open'))).toBeVisible()
    await importFor('somebody-else', 'correct horse battery')
    await expect(desk.getByText(t('rescue.import.failure.other-customer'))).toBeVisible()
    await importFor(owner, 'correct horse battery')
    await expect(desk.getByText(/Delivered, receipt no\.\s\d+/).first()).toBeVisible()
    await expect(
      desk.getByText(/^Signed: on .* our server confirmed that device [\w-]{36} is this coach’s\.$/),
    ).toBeVisible()
    await expectAccessible(desk)
    await importFor(owner, 'correct horse battery')
    await expect(desk.getByText(/already had it, receipt no\.\s\d+/).first()).toBeVisible()
    await office.close()

    const replayed: boolean[] = []
    // The service worker may deliver, too.
    context.on('response', (response) => {
      if (response.url().endsWith('/api/save-answers')) {
        replayed.push(response.headers()['idempotent-replay'] === 'true')
      }
    })
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await expect.poll(() => replayed).toEqual([true])
  },
)
