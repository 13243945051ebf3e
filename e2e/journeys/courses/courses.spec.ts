import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectReadableInThemes } from '../../screens/accessible.ts'
import { pressSignOut } from '../../screens/sign-out.ts'
import { answerByFirstOptions } from '../../screens/answer-survey.ts'
import { expectModule } from '../../screens/module-steps.ts'
import { readToTheEnd, watchFilm } from '../../screens/finish-module.ts'
import { answerFilms, signInAsCustomer, watchFilms } from '../../people/completed-modules.ts'
import { watchEntries } from '../../system/entries-in.ts'
import { watchEvents } from '../../screens/watch-events.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { expectSheets } from '../../screens/paper.ts'
import { test } from '../../screens/test.ts'

/** The bodies that the page sends to the product API, by path. */
const watchDeliveries = (page: Page) => {
  const delivered = watchEntries(page.context())
  return (path: string) => delivered.filter((sent) => sent.path === path).map(({ body }) => body)
}

/** Name and first bytes of the file that a tap on the button of a certificate saves. */
const savedFile = async (page: Page, button: string): Promise<{ name: string; start: string }> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  const bytes = await readFile(await file.path())
  return { name: file.suggestedFilename(), start: bytes.subarray(0, 5).toString() }
}

/** The modules with a film between the first and the last. */
const between = ['football-2', 'football-3', 'football-4']

const locale = 'en-US'
const t = createTranslator(locale)
const module = readCourseTexts(locale)

// Longer than 20 s: the test watches a film to its end, and the app creates the certificate's file offline.
test(
  'a coach of en-US finishes the football series at the pitch, and prints the certificate at home',
  { tag: '@promise' },
  async ({ page, context }) => {
    const sent = watchDeliveries(page)
    // Registered at the beginning: Playwright does not report requests under way when it starts to intercept.
    let isStatusLost = false
    await context.route('**/api/status-survey', (route) => (isStatusLost ? route.abort() : route.continue()))
    const events = await watchEvents(page)
    const football = `/${locale}/${t('footballCourseSlug')}`
    const customer = await signInAsCustomer(page, await registerCoach(locale))
    // Done on another device. Only the questions of the last film remain.
    await watchFilms(page, customer, [...between, 'football-5'])
    await answerFilms(page, customer, between)

    await test.step('the certificate screen lists what is missing', async () => {
      await page.goto(`${football}/certificate`)
      const modules = page.getByRole('main').getByRole('listitem')
      const missing = modules.filter({ hasText: t('courses.stateOpen') })
      const ids = ['football-1', 'football-5', 'football-extra']
      await expect(missing).toContainText(ids.map((id) => module('football', id).title))
      await missing.first().getByRole('link').click()
    })

    await test.step('start, watch and answer the first module', async () => {
      await watchFilm(page)
      // The server has the answers, and the connection ends before the page asks for its status.
      isStatusLost = true
      await answerByFirstOptions(page, locale)
      const expectEvent = (type: string, action: string) =>
        expect
          .poll(() => sent('/api/save-modules-events'))
          .toContainEqual(expect.objectContaining({ video_id: 'football-1', type, action }))
      await expectEvent('module', 'start')
      await expectEvent('video', 'start')
      await expectEvent('video', 'complete')
      await expectEvent('module', 'complete')
    })

    await test.step('complete the last two and request the certificate offline', async () => {
      await page.goto(`${football}/football-5`)
      await expectModule(page, locale)
      // Later modules of a course open offline once the texts of the locale are on the device.
      await waitUntilReadyForOffline(page, locale)
      await context.setOffline(true)
      await answerByFirstOptions(page, locale)
      await page.getByRole('link', { name: t('courses.goOnWith', { number: 6 }) }).click()
      await readToTheEnd(page, locale)
      await answerByFirstOptions(page, locale)
      await page.getByRole('link', { name: t('courses.backToCourse'), exact: true }).click()
      await page.getByRole('button', { name: t('courses.requestCertificate') }).click()
      await expect(page.getByText(t('courses.certificateRequested'))).toBeVisible()
      await expectAccessible(page)
      expect(sent('/api/check-fifa-certificate')).toEqual([])
    })

    await test.step('the certificate is issued online, for a football course', async () => {
      // While Playwright intercepts, the browser uses no cache, and has no code offline to create the file.
      await context.unroute('**/api/status-survey')
      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: t('certificate.congratulations') })).toBeVisible()
      await page.getByRole('link', { name: t('certificate.open') }).click()
      const sheet = page.getByRole('article', { name: t('certificate.title') })
      await expect(sheet).toContainText('Marta da Silva')
      await expect(sheet).toContainText(t('certificate.football'))
      await expectAccessible(page)
      await expectReadableInThemes(page)
      expect(sent('/api/check-fifa-certificate')).toHaveLength(1)
      expect(sent('/api/check-certificate')).toEqual([])
      expect(sent('/api/save-events')).toContainEqual(
        expect.objectContaining({ event_id: 3, value: 'football' }),
      )

      const number = (await sheet.textContent())?.match(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/)?.[0] ?? ''
      const visitor = await context.browser()?.newPage()
      await visitor?.goto(`${new URL(page.url()).origin}/${locale}/verify/${number}`)
      await expect(visitor!.getByText(t('verifyCertificate.valid'))).toBeVisible()
      await expect(visitor!.getByText('Marta da Silva')).toBeVisible()
      await expectAccessible(visitor!)
      await visitor?.close()

      const code = await sheet.getByRole('link').getAttribute('href')
      await waitUntilReadyForOffline(page, locale)
      await context.setOffline(true)
      await page.goto(code ?? '')
      await expect(page.getByText(t('verifyCertificate.signed'))).toBeVisible()
      await page.goto((code ?? '').replace('#', '#A'))
      await page.reload()
      await expect(page.getByText(t('verifyCertificate.forged'))).toBeVisible()
      await page.goto(`${football}/certificate`)
      await expect(sheet).toBeVisible()
      expect(await savedFile(page, t('certificate.download'))).toEqual({
        name: expect.stringMatching(new RegExp(`^${t('certificate.title')} - .+ - Marta da Silva\\.pdf$`)),
        start: '%PDF-',
      })
      await context.setOffline(false)

      // The certificate, and what the course covers.
      await expectSheets(page, 2)
      await page.emulateMedia({ media: 'print' })
      await expect(sheet).toBeVisible()
      await expect(sheet.getByText(`/${locale}/verify`)).toBeVisible()
      await expect(page.getByRole('heading', { name: t('certificate.congratulations') })).toBeHidden()
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('button', { name: t('certificate.print') })).toBeHidden()
      await page.emulateMedia({ media: null })
    })

    await test.step('the coach’s current reach is saved, and remembered', async () => {
      const season = String(new Date().getFullYear())
      await page.getByRole('link', { name: t('impact.asked', { season }) }).click()
      const people = page.getByLabel(t('signUp.numberOfPeople'))
      await people.fill('1200')
      await page.locator('select[name="youngFemale"]').selectOption('half')
      await page.locator('select[name="sportType"]').selectOption('football')
      await page.getByRole('button', { name: t('impact.save') }).click()
      await expect
        .poll(() => sent('/api/save-impact'))
        .toEqual([
          expect.objectContaining({ numberOfPeople: 1000, youngFemale: 'half', sportType: 'football' }),
        ])
      await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
      await page.reload()
      await expect(people).toHaveValue('1000')
    })

    await test.step('the sign-out is reported before the session ends', async () => {
      await pressSignOut(page, locale)
      await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      expect(sent('/api/save-events')).toContainEqual(expect.objectContaining({ event_id: 5 }))
      expect(await events()).toEqual(
        expect.arrayContaining(
          `sign_in link_click page_view scroll module_started video_started video_completed
      survey_answered module_completed course_completed certificate_requested impact_saved logout`.split(
            /\s+/,
          ),
        ),
      )
    })
  },
)
