import { expect } from '@playwright/test'
import { signIn } from '../people/coach.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { answerSurvey } from '../screens/answer-survey.ts'
import { createFilesScreen } from '../screens/files-screen.ts'
import { createTranslator } from '../screens/messages.ts'
import { pressSignOut } from '../screens/sign-out.ts'
import { test } from '../screens/test.ts'
import { addresses } from '../system/addresses.ts'
import { listPassedParts, setStoreFaults } from '../system/store-faults.ts'

const locale = 'es-AR'
const t = createTranslator(locale)
test.use({ baseURL: addresses.siteProxy })
test.afterEach(() => setStoreFaults({}))

/** Features that, according to MDN, are newer than iOS 16.4, Chrome 109 or Firefox 115. */
const newer = () => [
  'any' in AbortSignal,
  'withResolvers' in Promise,
  'fromAsync' in Array,
  'toSorted' in Array.prototype,
  'union' in Set.prototype,
  'groupBy' in Object,
  'json' in Response,
  'estimate' in StorageManager.prototype,
  'Segmenter' in Intl,
  'map' in Object.getPrototypeOf(Object.getPrototypeOf([].values())),
]

// Longer than 20 s: the test covers a coach's whole job, including an upload.
test('a coach can do everything in the oldest supported browsers, in page, worker and service worker', async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: 'oldest', value: '1', url: addresses.siteProxy }])
  await signIn(page, await registerCoach(locale))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect.poll(() => page.workers().length).toBeGreaterThan(0)
  const [serviceWorker] = context.serviceWorkers()
  const found = [
    await page.evaluate(newer),
    ...(await Promise.all(page.workers().map((worker) => worker.evaluate(newer)))),
    await serviceWorker?.evaluate(newer),
  ]
  for (const names of found) expect(names?.filter(Boolean)).toEqual([])

  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  const [download = ''] = t('offline.keepSized').split(' (')
  await page.getByRole('button', { name: download }).click()
  await expect(page.getByText(t('offline.kept', { size: '' }).trim())).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  await expect(page.getByText(t('survey.saved'), { exact: true }).first()).toBeVisible()
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    await video.play()
  })
  await context.setOffline(false)
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))

  const files = createFilesScreen(page, locale)
  await page.goto(`/${locale}/files`)
  const path = await files.choose('oldest.mp4', { bytesPerSecond: 512 * 1024 })
  await expect(files.row(path)).toContainText(t('files.keeping.kept'))
  await expect.poll(async () => (await listPassedParts()).length).toBeGreaterThan(0)
  await page.reload()
  await setStoreFaults({})
  await files.expectStored(path)

  await pressSignOut(page, locale)
  await expect(page).toHaveURL(new RegExp(`/${locale}/login`))
})
