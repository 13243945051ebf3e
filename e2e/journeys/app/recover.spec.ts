import { expect } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { answerSurvey } from '../../screens/answer-survey.ts'
import { signIn } from '../../people/coach.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

test.use({ expectedInConsole: /^(Error: )?1$/ })

const t = createTranslator('en-NZ')

test(
  'a coach repairs an app that does not start, and keeps their work',
  { tag: '@promise' },
  async ({ page, context }) => {
    await signIn(page, await registerCoach('en-NZ'), `${t('courseSlug')}/training-1`)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await context.setOffline(true)
    await answerSurvey(page, 'en-NZ')
    await page.getByRole('button', { name: t('survey.submit') }).click()
    await expect(page.getByText(t('survey.saved'), { exact: true }).first()).toBeVisible()

    await test.step('offline, it says why it does nothing', async () => {
      // As in a link from the programme team.
      await page.goto('/recover?from=team')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-NZ')
      await expectAccessible(page)
      await page.getByRole('button', { name: t('recover.start') }).click()
      await expect(page.getByRole('status')).toHaveText(t('recover.offline'))
      await page.goto('/recover/')
      await expect(page.getByRole('button', { name: t('recover.start') })).toBeVisible()
    })

    await test.step('online, it removes the app, and only the app', async () => {
      // Blocks deliveries, so that everything found afterwards was there before.
      await context.route('**/api/save-answers', (route) => route.abort())
      await context.setOffline(false)
      await page.evaluate(async () => {
        await (await caches.open('module-training-1')).put('/kept/piece/0', new Response('a piece'))
        const folder = await navigator.storage.getDirectory()
        await folder.getFileHandle('a copy of a match', { create: true })
      })
      // Simulates a broken build: the page loads, but its script fails.
      await context.route('**/assets/index-*.js', (route) => route.fulfill({ body: 'throw 1' }))
      await page.getByRole('button', { name: t('recover.start') }).click()
      await expect(page.getByText(t('recover.done'))).toBeVisible()
      await expectAccessible(page)
      expect(
        await page.evaluate(async () => [
          await caches.keys(),
          (await navigator.serviceWorker.getRegistrations()).length,
          await navigator.storage
            .getDirectory()
            .then((folder) => folder.getFileHandle('a copy of a match').then(({ name }) => name)),
        ]),
      ).toEqual([['module-training-1'], 0, 'a copy of a match'])
      await context.unroute('**/assets/index-*.js')
    })

    await test.step('it uses no script of the app that it repairs', async () => {
      const listScripts = async (path: string) => {
        const html = await (await page.request.get(path, { headers: { Accept: 'text/html' } })).text()
        return [...html.matchAll(/\/assets\/[^"]+\.js/g)].map(([script]) => script)
      }
      const [repairs, app] = [await listScripts('/recover'), await listScripts('/')]
      expect(repairs).toHaveLength(1)
      expect(repairs.filter((script) => app.includes(script))).toEqual([])
    })

    await page.getByRole('link', { name: t('recover.open') }).click()
    await expect(page).toHaveURL(/\/en-NZ\//)
    await page.goto('/en-NZ/outbox')
    await expect(page.getByText(t('outbox.event.surveyAnswered')).first()).toBeVisible()
  },
)
