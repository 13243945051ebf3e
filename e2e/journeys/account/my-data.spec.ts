import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { readRecords } from '../../device/device-records.ts'
import { signIn } from '../../people/coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { expectModule } from '../../screens/module-steps.ts'
import { signInNewCoach, openProfilePage } from '../../screens/profile.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

// The coach deletes everything without a connection.
test.use({ expectedInConsole: /^The sign-out could not be reported to the server yet$/ })

// Longer than 20 s: a coach signs up, and the app becomes available offline.
test('a coach downloads their data, and deletes what is on the device', async ({ page, context }) => {
  const t = createTranslator('pt-BR')
  const coach = await signInNewCoach(page, 'pt-BR')
  await openProfilePage(page, 'pt-BR', 'data')

  await test.step('the file contains what device and services store, without tokens', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: t('profile.download') }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    const content: unknown = JSON.parse(text)
    expect(content).toMatchObject({
      account: { email: coach.email, locale: 'pt-BR' },
      services: {
        details: { firstName: 'Marta', lastName: 'da Silva' },
        learning: { interests: [] },
        product: {
          customer: { data: { country: 'BR' } },
          stored: {
            tables: {
              customers: [{ email: coach.email }],
              events: expect.any(Array),
              sync_log: expect.any(Array),
            },
          },
        },
        files: [],
      },
      device: { outbox: expect.any(Array), receipts: expect.any(Array), drafts: {} },
    })
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.|[Tt]oken"/)
    await expect(page.getByText(t('profile.downloaded'))).toBeVisible()
  })

  await test.step('a download interrupted by leaving the page is not saved', async () => {
    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    const requested = page.waitForRequest('**/api/my-data')
    await page.route('**/api/my-data', () => undefined)
    await page.getByRole('button', { name: t('profile.download') }).click()
    await requested
    await page.reload()
    await openProfilePage(page, 'pt-BR', 'data')
    expect(saved).toEqual([])
    await page.unroute('**/api/my-data')
  })

  await test.step('the page counts unsent work before anything is deleted', async () => {
    await page.goto(`/pt-BR/${t('courseSlug')}`)
    await page.getByRole('link', { name: readCourseTexts('pt-BR')('training', 'training-1').title }).click()
    await expectModule(page, 'pt-BR')
    await waitUntilReadyForOffline(page, 'pt-BR')
    await context.setOffline(true)
    await answerSurvey(page, 'pt-BR')
    await page.getByRole('button', { name: t('survey.submit') }).click()
    await expect(page.getByText(t('survey.saved'), { exact: true }).first()).toBeVisible()
    await openProfilePage(page, 'pt-BR', 'data')
    await page.getByRole('button', { name: t('profile.erase') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(t('profile.eraseLoses'))).toBeVisible()
    // The answers, and the analytics events about them.
    await expect(dialog.getByText(/^\d registros? em “A enviar”$/)).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(dialog.getByText(t('profile.eraseAllSent'))).toBeVisible()
  })

  await test.step('only the typed word allows the deletion', async () => {
    const dialog = page.getByRole('dialog')
    const word = dialog.getByLabel(t('profile.eraseType', { word: t('profile.eraseWord') }))
    await dialog.getByRole('button', { name: t('profile.erase') }).click()
    await expect(word).toBeFocused()
    await expect(dialog.getByText(t('profile.eraseWordNeeded'))).toBeVisible()
    await word.fill(t('profile.eraseWord').toLowerCase())
    // Without a connection, the next page is the app that stays on the device.
    await context.setOffline(true)
    // The sign-out shows the sign-in screen a moment earlier, before everything is deleted.
    const loaded = page.waitForEvent('domcontentloaded')
    await dialog.getByRole('button', { name: t('profile.erase') }).click()
    await loaded
    await expect(page).toHaveURL(/\/pt-BR\/$/)
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: t('home.signUp') })
        .first(),
    ).toBeVisible()
    const keysLeft = async () => {
      const open = (name: string) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name)
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(new Error(name)))
        })
      const database = await open('breaking-barriers-session')
      const request = database.transaction('values').objectStore('values').getAllKeys()
      await new Promise((resolve) => {
        request.addEventListener('success', resolve)
      })
      return request.result
    }
    expect(await page.evaluate(keysLeft)).not.toContain('currentUser')
    expect(await readRecords(page, 'journal')).toEqual([])
  })

  await test.step('the next sign-in reports no loss, because the coach deleted everything', async () => {
    await context.setOffline(false)
    await signIn(page, coach)
    await expect(page.getByText(t('sync.beganAnew'))).toHaveCount(0)
  })
})
