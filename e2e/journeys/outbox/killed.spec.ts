import { expect } from '@playwright/test'
import { answerByFirstOptions } from '../../screens/answer-survey.ts'
import { signIn } from '../../people/coach.ts'
import { startDeployment } from '../../system/deployment.ts'
import { readRecords } from '../../device/device-records.ts'
import { watchEntries } from '../../system/entries-in.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { wakeServiceWorker } from '../../device/wake-service-worker.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { readCourseTexts, createTranslator } from '../../screens/messages.ts'
import { syncNow } from '../../screens/sync-now.ts'
import { test } from '../../screens/test.ts'

const locale = 'pt-BR'
const t = createTranslator(locale)
const modules = ['training-1', 'training-2', 'training-3']

// Longer than 20 s: a browser starts twice, and three modules open without a connection.
test(
  'offline answers in three modules survive a killed browser, and each arrives once',
  { tag: '@promise' },
  async ({ launch, viewport }, testInfo) => {
    const profile = testInfo.outputPath('profile')
    const line = await startDeployment()
    const open = async () => {
      const context = await launch(profile, { proxy: line.proxy, viewport })
      return { context, page: context.pages()[0] ?? (await context.newPage()) }
    }

    const keys = await test.step('answer three surveys at the pitch; the phone fails', async () => {
      const { context, page } = await open()
      await signIn(page, await registerCoach(locale), `${t('courseSlug')}/training-1`)
      await waitUntilReadyForOffline(page, locale)
      await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
      await context.setOffline(true)
      // The connection stays cut while the browser starts again.
      line.cut(true)
      for (const [at, module] of modules.entries()) {
        if (at > 0) await page.goto(`/${locale}/${t('courseSlug')}/${module}`)
        await answerByFirstOptions(page, locale)
      }
      const waiting = await readRecords(page, 'outbox')
      const gone = context.waitForEvent('close')
      // A phone kills an app that uses too much memory in the same way, without any warning.
      await (await context.newCDPSession(page)).send('Browser.crash').catch(() => undefined)
      await gone
      return waiting.flatMap(({ key, name }) => (name === 'survey.answered.v2' ? [key] : []))
    })
    expect(keys).toHaveLength(modules.length)

    const { context, page } = await open()
    await test.step('reopen the app offline: all three are waiting', async () => {
      await page.goto(`/${locale}/outbox`)
      for (const module of modules) {
        const subject = readCourseTexts(locale)('training', module).title
        const row = page.locator('summary').filter({ has: page.getByRole('heading', { name: subject }) })
        await expect(row).toContainText(t('outbox.event.surveyAnswered'))
      }
    })

    await test.step('go online: each arrives once', async () => {
      const taken = watchEntries(context)
      line.cut(false)
      await syncNow(page, locale)
      await expect(page.getByText(t('outbox.emptyTitle'), { exact: true })).toBeVisible()
      const arrived = () =>
        taken.flatMap(({ path, key, replay }) => (path === '/api/save-answers' && !replay ? [key] : []))
      await expect.poll(() => arrived().toSorted()).toEqual(keys.toSorted())
    })
    await context.close()
    line.stop()
  },
)

test(
  'entries that wait when the app is closed are sent by the service worker that Background Sync wakes',
  { tag: '@promise' },
  async ({ page, context }) => {
    await signIn(page, await registerCoach(locale), `${t('courseSlug')}/training-1`)
    await waitUntilReadyForOffline(page, locale)
    await context.route('**/api/save-answers', (route) => route.abort())
    await answerByFirstOptions(page, locale)
    // The same origin without the app. No code of the app runs there.
    await page.goto('/recover')
    // Registered before the route opens again, because the browser may wake the service worker at once.
    const arriving = context.waitForEvent('response', (response) =>
      response.url().endsWith('/api/save-answers'),
    )
    await context.unroute('**/api/save-answers')

    // No attempt may be running: after its failure, the next attempt would wait, and nothing ends that wait.
    const senders = () => page.evaluate(async () => (await navigator.locks.query()).held?.length)
    await expect.poll(senders).toBe(0)

    await wakeServiceWorker(page)
    // If it stays, its record says why.
    await expect
      .poll(async () =>
        (await readRecords(page, 'outbox')).filter(({ name }) => name === 'survey.answered.v2'),
      )
      .toEqual([])
    const arrived = await arriving
    expect(arrived.status()).toBe(200)
    expect(arrived.request().serviceWorker()).not.toBeNull()
  },
)
