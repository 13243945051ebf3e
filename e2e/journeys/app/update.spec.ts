import { expect, type Page } from '@playwright/test'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { stopServiceWorkers } from '../../device/stop-service-workers.ts'
import { wakeServiceWorker } from '../../device/wake-service-worker.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { signIn } from '../../people/coach.ts'
import { startDeployment } from '../../system/deployment.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { syncNow } from '../../screens/sync-now.ts'
import { test } from '../../screens/test.ts'

const t = createTranslator('pt-BR')
const course = `/pt-BR/${t('courseSlug')}`

/** A new shell and a new service worker. One script of the previous build is missing on the server. */
const nextBuild = {
  changed: {
    '/index.html': (shell: string) => shell.replace('<head>', '<head><meta name="build" content="next" />'),
    '/service-worker.js': (worker: string) =>
      worker
        .replace(
          /"integrity":"[^"]+","revision":"\w+","url":"index\.html"/,
          '"revision":"next","url":"index.html"',
        )
        .replace(/\{"integrity":"[^"]+","revision":null,"url":"assets\/change-location-[^"]+\.js"\},/, ''),
  },
  gone: /^\/assets\/change-location-.*\.js$/,
}

const isNextBuild = (page: Page) => page.locator('meta[name=build]').count()

/**
 * If a page requests a file while Chromium stops the previous service worker, the change waits for its next
 * stop.
 */
const expectNextBuild = async (page: Page): Promise<void> => {
  await expect
    .poll(() => isNextBuild(page), { timeout: 20_000 })
    .toBe(1)
    .catch(() => stopServiceWorkers(page))
  await expect.poll(() => isNextBuild(page)).toBe(1)
}

// Longer than 20 s: two versions of the app become available offline, and each change waits for quiet pages.
test(
  'a new version waits for an open form, leaves the other tab alone, and loses nothing',
  { tag: '@promise' },
  async ({ browser, baseURL }) => {
    const { proxy, deploy, stop } = await startDeployment(nextBuild)
    const context = await browser.newContext({ proxy, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    const delivered: string[] = []
    context.on('response', (response) => {
      if (response.url().endsWith('/api/save-answers') && response.ok()) delivered.push(response.url())
    })
    await signIn(page, await registerCoach('pt-BR'), `${t('courseSlug')}/training-1`)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

    await test.step('an answer waits to be sent', async () => {
      await context.route('**/api/save-answers', (route) => route.abort())
      await answerSurvey(page, 'pt-BR')
      await page.getByRole('button', { name: t('survey.submit') }).click()
      await expect(page.getByText(t('survey.saved'), { exact: true }).first()).toBeVisible()
    })

    const other = await context.newPage()
    const question = readCourseTexts('pt-BR')('training', 'training-2').survey['q3']?.question ?? ''
    await test.step('in another tab a form is being filled in', async () => {
      await other.goto(`${course}/training-2?step=reflect&page=3`)
      await other.getByLabel(question).fill('No meio de uma frase')
    })

    await test.step('the new version is announced, but not over the form', async () => {
      deploy()
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      await expect(page.getByText(t('update.ready'))).toBeVisible()
      await expect(other.getByText(t('update.finishForm'))).toBeVisible()
      await expect(other.getByRole('button', { name: t('update.apply') })).toHaveCount(0)
      // The browser slows down a tab in the background.
      await other.bringToFront()
      await expectAccessible(other)
      expect(await isNextBuild(page)).toBe(0)
    })

    await test.step('a tap installs it, also while something is being sent, and the answer still waits', async () => {
      const failed = Promise.withResolvers<undefined>()
      let isSending = false
      await context.route('**/api/save-answers', async (route) => {
        const request = route.request()
        // The service worker of the previous version sends too, and gets no response.
        if (request.serviceWorker() && isSending) return
        if (!request.serviceWorker() && request.frame().page() === page) {
          isSending = true
          await failed.promise
        }
        await route.abort()
      })
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await expect.poll(() => isSending, { timeout: 1000 }).toBe(true)
      }).toPass()
      await wakeServiceWorker(page)
      // A request that starts the previous version again keeps the next one waiting.
      const asking = await other.evaluate(() => setInterval(() => void fetch('/healthz'), 50))
      await page.getByRole('button', { name: t('update.apply') }).click()
      await expect(page.getByText(t('update.wait'))).toBeVisible()
      failed.resolve(undefined)
      await expectNextBuild(page)
      await other.evaluate((id) => clearInterval(id), asking)
      await page.goto('/pt-BR/outbox')
      await expect(page.getByText(t('outbox.event.surveyAnswered')).first()).toBeVisible()
      expect(delivered).toEqual([])
    })

    await test.step('the other tab continues with its own version, including screens not opened yet', async () => {
      expect(await isNextBuild(other)).toBe(0)
      await expect(other.getByLabel(question)).toHaveValue('No meio de uma frase')
      const app = other.getByRole('navigation', { name: t('appBar.navigation') })
      await app.getByRole('link', { name: t('appBar.profile') }).click()
      await expect(other.getByRole('heading', { name: t('profile.title') })).toBeVisible()
      expect(await isNextBuild(other)).toBe(0)
    })

    await test.step('the new version delivers the waiting answer, once', async () => {
      await context.unroute('**/api/save-answers')
      await syncNow(page, 'pt-BR')
      await expect(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
      expect(delivered).toHaveLength(1)
    })
    await context.close()
    stop()
  },
)

test.describe('texts of another build', () => {
  test.use({ expectedInConsole: /^CatalogueMissingError: The catalogue of es-AR could not be loaded: gone/ })

  test('a visitor with an older build is offered the newer one instead of its texts', async ({
    browser,
    baseURL,
  }) => {
    const { changed } = nextBuild
    const { proxy, deploy, publish, stop } = await startDeployment({
      changed,
      gone: /\/es-AR\/messages-/,
    })
    const context = await browser.newContext({ proxy, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto('/pt-BR/change-location')
    await waitUntilReadyForOffline(page, 'pt-BR')
    deploy()
    await page.getByRole('link', { name: t('localeName.es-AR') }).click()
    const ofArgentina = createTranslator('es-AR')
    await expect(page.getByRole('alert')).toHaveText(ofArgentina('catalogue.gone'))
    await expectAccessible(page)
    expect(await isNextBuild(page)).toBe(0)
    // A build is installed with its texts for every locale of the device, or not at all.
    publish()
    await page.getByRole('button', { name: ofArgentina('common.reload') }).click()
    await expectNextBuild(page)
    await context.close()
    stop()
  })
})
