import { expect, type Page, type Request } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { answerByFirstOptions } from '../screens/answer-survey.ts'
import { signIn } from '../people/coach.ts'
import { eventsOf } from '../screens/events-of.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { courseTextsOf, messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const t = messagesOf('en-GB')
const module = courseTextsOf('en-GB')

/** What the page tells the product API, by path, each as its body. */
const deliveriesOf = (page: Page) => {
  const delivered: { path: string; body: Record<string, unknown> }[] = []
  const note = (request: Request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'POST' && path.startsWith('/api/'))
      delivered.push({ path, body: request.postDataJSON() as Record<string, unknown> })
  }
  // The context's: the service worker delivers too.
  page.context().on('requestfinished', note)
  return (path: string) => delivered.filter((sent) => sent.path === path).map(({ body }) => body)
}

test('a coach finishes the football series at the pitch, and prints the certificate at home', async ({
  page,
  context,
}) => {
  const sent = deliveriesOf(page)
  // From the beginning: what is on its way while Playwright begins to intercept is reported by nobody.
  let isStatusLost = false
  await context.route('**/api/status-survey', (route) => (isStatusLost ? route.abort() : route.continue()))
  const events = await eventsOf(page)
  const football = `/en-GB/${t('footballCourseSlug')}`
  await signIn(page, await registeredCoach('en-GB'))

  await test.step('the certificate screen names what is missing', async () => {
    await page.goto(`${football}/certificate`)
    const missing = page.getByRole('main').getByRole('listitem')
    await expect(missing).toHaveText(['football-1', 'football-2'].map((id) => module('football', id).title))
    await expectAccessible(page)
    await missing.first().getByRole('link').click()
  })

  await test.step('the first module is started, watched and answered', async () => {
    const video = page.locator('video')
    await expect(video).toBeVisible()
    // A browser that is busy may pause by itself what a script has begun.
    await expect
      .poll(() =>
        video.evaluate(async (element: HTMLVideoElement) => {
          if (element.ended) return 'ended'
          element.muted = true
          if (element.paused) await element.play().catch(() => undefined)
          if (element.currentTime < element.duration - 0.5) element.currentTime = element.duration - 0.3
          return 'playing'
        }),
      )
      .toBe('ended')
    // The server has the answers, and the connection ends before it is asked what it knows.
    isStatusLost = true
    await answerByFirstOptions(page, 'en-GB')
    const told = (type: string, action: string) =>
      expect
        .poll(() => sent('/api/save-modules-events'))
        .toContainEqual(expect.objectContaining({ video_id: 'football-1', type, action }))
    await told('module', 'start')
    await told('video', 'start')
    await told('video', 'complete')
    await told('module', 'complete')
  })

  await test.step('the second one and the request are done without a connection', async () => {
    await page.goto(`${football}/football-2`)
    await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
    await context.setOffline(true)
    await answerByFirstOptions(page, 'en-GB')
    await page.getByRole('link', { name: t('courses.backToCourse') }).click()
    await page.getByRole('button', { name: t('courses.requestCertificate') }).click()
    await expect(page.getByText(t('courses.certificateRequested'))).toBeVisible()
    await expectAccessible(page)
    expect(sent('/api/check-fifa-certificate')).toEqual([])
  })

  await test.step('with the network the certificate is issued, as that of a football course', async () => {
    isStatusLost = false
    await context.setOffline(false)
    await page.getByRole('link', { name: t('certificate.open') }).click()
    const sheet = page.getByRole('article', { name: t('certificate.title') })
    await expect(sheet).toContainText('Marta da Silva')
    await expect(sheet).toContainText(t('certificate.football'))
    await expectAccessible(page)
    expect(sent('/api/check-fifa-certificate')).toHaveLength(1)
    expect(sent('/api/check-certificate')).toEqual([])
    expect(sent('/api/save-events')).toContainEqual(
      expect.objectContaining({ event_id: 3, value: 'football' }),
    )

    await page.emulateMedia({ media: 'print' })
    await expect(sheet).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button', { name: t('certificate.print') })).toBeHidden()
    await page.emulateMedia({ media: null })
  })

  await test.step('whom the coach reaches now is told, and remembered', async () => {
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

  await test.step('signing out is told before the session ends', async () => {
    await page.getByRole('button', { name: t('header.openMenu') }).click()
    await page.getByRole('button', { name: t('header.signOut') }).click()
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
})
