import { readFile } from 'node:fs/promises'
import { expect, type Page, type Request } from '@playwright/test'
import { createRandomFile } from '../../device/large-file.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { readRecords } from '../../device/device-records.ts'
import { signIn, type Coach } from '../../people/coach.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { answerByFirstOptions } from '../../screens/answer-survey.ts'
import { findUploadRow } from '../../screens/upload-row.ts'
import { createTranslator } from '../../screens/messages.ts'
import { openProfile, findProfileRow } from '../../screens/profile.ts'
import { test } from '../../screens/test.ts'
import { removePicker } from '../../screens/without-picker.ts'
import { addresses } from '../../system/addresses.ts'

// The test signs in to a deleted account on purpose.
test.use({ expectedInConsole: /^The sign-in was refused/ })

/** Stores a small file in the coach's own folder, on the Files screen. */
const storeFile = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  const path = await createRandomFile(`private-${locale}.mp4`, 1)
  await page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input')).setInputFiles(path)
  await expect(findUploadRow(page, path).filter({ hasText: t('files.state.completed') })).toBeVisible()
}

/** Opens the page that deletes the account through the profile, as a coach does. */
const openDeletion = async (page: Page, locale: string) => {
  const t = createTranslator(locale)
  await openProfile(page, locale)
  await findProfileRow(page, t('deleteAccount.title')).click()
  await expect(page.getByRole('heading', { name: t('deleteAccount.title') })).toBeVisible()
}

const confirm = async (page: Page, locale: string, password: string) => {
  const t = createTranslator(locale)
  await page.getByLabel(t('deleteAccount.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('deleteAccount.submit') }).click()
}

const signInFails = async (page: Page, { locale, email, password }: Coach) => {
  const t = createTranslator(locale)
  await page.goto(`/${locale}/login`)
  await page.getByLabel(t('signIn.email')).fill(email)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  await expect(page.getByText(t('errorMessage.authSignUpUserNotFound')).first()).toBeVisible()
}

// Longer than 20 s: the coach signs in on two devices, and both show the result of a deletion.
test(
  'a coach of pt-BR deletes the account, and another phone learns of it and stops',
  { tag: '@promise' },
  async ({ page, browser }) => {
    const locale = 'pt-BR'
    const t = createTranslator(locale)
    await page.setViewportSize({ width: 360, height: 740 })
    await removePicker(page)
    const coach = await registerCoach(locale)
    await signIn(page, coach, 'files')
    await storeFile(page, locale)

    const other = await browser.newContext({ baseURL: addresses.site })
    const laptop = await other.newPage()
    await test.step('another device has unsent answers', async () => {
      await signIn(laptop, coach, `${t('courseSlug')}/training-1`)
      await waitUntilReadyForOffline(laptop, locale)
      await other.setOffline(true)
      await answerByFirstOptions(laptop, locale)
    })

    await test.step('the page lists what is deleted and kept; a wrong password changes nothing', async () => {
      await openDeletion(page, locale)
      await expect(page.getByText(t('deleteAccount.stays.loyalty'))).toHaveCount(0)
      await expect(page.getByText(t('deleteAccount.goes.signIn'))).toBeVisible()
      await confirm(page, locale, 'Not-my-password-1!')
      await expect(page.getByText(t('changePassword.oldPasswordWrong'))).toBeVisible()
    })

    await test.step('the right password deletes the account, and the receipt can be downloaded', async () => {
      await confirm(page, locale, coach.password)
      await expect(page.getByRole('heading', { name: t('deleteAccount.done.title') })).toBeVisible()
      await expect(page.getByText(t('deleteAccount.done.kept'))).toHaveCount(0)
      await expectAccessible(page)
      await page.reload()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: t('deleteAccount.done.download') }).click()
      const receipt: unknown = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
      expect(receipt).toMatchObject({ by: 'customer', rows: { customers: 1 }, filesLeft: [] })
      for (const store of ['outbox', 'journal', 'receipts'] as const)
        expect(await readRecords(page, store)).toEqual([])
    })

    await test.step('the other device reports it when online again, and sends nothing more', async () => {
      const responses: string[] = []
      let sent = 0
      const isDelivery = (request: Request) => new URL(request.url()).pathname.startsWith('/api/save')
      other.on('request', (request) => void (sent += isDelivery(request) ? 1 : 0))
      other.on('response', (response) => {
        if (isDelivery(response.request())) responses.push(`${response.url()} ${response.status()}`)
      })
      await other.setOffline(false)
      await expect(laptop).toHaveURL(new RegExp(`/${locale}/login`))
      await expect(laptop.getByText(t('error.accountDeleted'))).toBeVisible()
      expect(responses.filter((response) => !response.endsWith(' 410'))).toEqual([])
      const sentUntilThen = sent
      const saving = laptop.waitForEvent('download')
      await laptop.getByRole('button', { name: t('signIn.leftOverSave') }).click()
      const saved: unknown = JSON.parse(await readFile(await (await saving).path(), 'utf8'))
      expect(saved).toContainEqual(expect.objectContaining({ name: 'survey.answered.v2' }))
      await expectAccessible(laptop)
      // A person who opens the device later sees that something is stored, but not what.
      await laptop.reload()
      await expect(laptop.getByRole('button', { name: t('signIn.leftOverSave') })).toHaveCount(0)
      await laptop.getByRole('button', { name: t('profile.erase') }).click()
      await expect(laptop.getByText(t('signIn.leftOverDeleted'))).toBeVisible()
      expect(await readRecords(laptop, 'outbox')).toEqual([])
      await laptop.reload()
      await expect(laptop.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      expect(sent).toBe(sentUntilThen)
    })

    await test.step('the sign-in is gone', () => signInFails(page, coach))
    await other.close()
  },
)
