import { expect, type Page } from '@playwright/test'
import { signIn } from '../../people/coach.ts'
import { signInAdmin } from '../../people/admin.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { readRecords } from '../../device/device-records.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

const locale = 'en-GB'
const t = createTranslator(locale)
const passphrase = 'correct horse battery'
// The app's own script fails at the first missing feature of an old browser.
test.use({ expectedInConsole: /^TypeError: .+ is not a function$/ })

/** Features that iOS lacks before version 16. */
const lackMuch = (page: Page) =>
  page.addInitScript(() => {
    for (const [owner, name] of [
      [window, 'structuredClone'],
      [AbortSignal, 'timeout'],
      [Object, 'hasOwn'],
      [Array.prototype, 'findLast'],
    ] as const)
      Reflect.deleteProperty(owner, name)
  })

test('a browser that became too old says so; its waiting entries are downloaded, and delivered by an admin', async ({
  context,
  browser,
}) => {
  await test.step('it says so in the language of the page when nothing waits', async () => {
    const newcomer = await (await browser.newContext()).newPage()
    await lackMuch(newcomer)
    for (const code of ['pt-BR', 'en-US', 'es-AR'] as const) {
      const words = createTranslator(code)
      await newcomer.goto(`/${code}/login`)
      await expect(newcomer.getByRole('heading', { name: words('tooOld.title') })).toBeVisible()
      await expect(newcomer.getByText(words('tooOld.intro'))).toBeVisible()
      await expect(newcomer.locator('html')).toHaveAttribute('lang', code)
      await expect(newcomer.getByRole('button')).toHaveCount(0)
    }
    await expectAccessible(newcomer)
    await newcomer.context().close()
  })

  const coach = await registerCoach(locale)
  const page = await context.newPage()
  await signIn(page, coach)
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  // A request under way when the connection ends may have arrived. The file's import would then report it.
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
  await context.setOffline(true)
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(page.getByText(t('survey.saved'), { exact: true }).first()).toBeVisible()
  const entries = await readRecords(page, 'outbox')
  const owner = entries[0] && 'customer' in entries[0] ? String(entries[0].customer) : ''
  await page.close()

  const old = await context.newPage()
  await lackMuch(old)
  await old.goto(`/${locale}/`)
  await expect(old.getByText(`${t('tooOld.waiting')} ${entries.length}`)).toBeVisible()
  await expect(old.getByText(t('tooOld.keeps'))).toBeVisible()
  await expectAccessible(old)
  const save = old.getByRole('button', { name: t('rescue.save') })
  const field = (id: string) => old.getByLabel(t(id), { exact: true })
  await field('rescue.passphrase').fill('short')
  await save.click()
  await expect(old.getByRole('status')).toHaveText(t('rescue.tooShort'))
  await field('rescue.passphrase').fill(passphrase)
  await field('rescue.again').fill(`${passphrase}s`)
  await save.click()
  await expect(old.getByRole('status')).toHaveText(t('rescue.different'))
  await field('rescue.again').fill(passphrase)
  const saving = old.waitForEvent('download')
  await save.click()
  const path = await (await saving).path()
  await expect(old.getByRole('status')).toHaveText(t('tooOld.saved'))

  const office = await browser.newContext()
  const desk = await office.newPage()
  await signInAdmin(desk, locale)
  await desk.goto(`/${locale}/admin/rescue`)
  await desk.getByLabel(t('rescue.import.file'), { exact: true }).setInputFiles(path)
  await desk.getByLabel(t('rescue.import.customer')).fill(owner)
  await desk.getByLabel(t('rescue.import.passphrase'), { exact: true }).fill(passphrase)
  await desk.getByRole('button', { name: t('rescue.import.submit') }).click()
  await expect(desk.getByText(/Delivered, receipt no\.\s\d+/)).toHaveCount(entries.length)
  // The file proves which device it is from, so the admin does not have to confirm it.
  await expect(desk.getByText(/^Signed: on .* our server confirmed that device/)).toBeVisible()
  await office.close()
})
