import { expect, type CDPSession, type Page } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { answerSurvey } from '../screens/answer-survey.ts'
import { watchFilm } from '../screens/finish-module.ts'
import { signIn } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

/** What the browser makes of the manifest that the page links. */
const readManifest = async (devtools: CDPSession) => {
  const { url, errors, data } = await devtools.send('Page.getAppManifest')
  return { url, errors, manifest: JSON.parse(data ?? '{}') as Record<string, unknown> }
}

test('the browser finds nothing that keeps the app from being installed, in the words of each locale', async ({
  launch,
  baseURL,
}) => {
  // A private window, as tests usually have, cannot install anything.
  const context = await launch('')
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    const devtools = await context.newCDPSession(page)
    const ids = new Set<unknown>()
    for (const locale of ['pt-BR', 'es-AR']) {
      const t = messagesOf(locale)
      await page.goto(`/${locale}/`)
      await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
        'href',
        `/manifests/${locale}.webmanifest`,
      )
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      const { url, errors, manifest } = await readManifest(devtools)
      expect(url).toBe(`${baseURL}/manifests/${locale}.webmanifest`)
      expect(errors).toEqual([])
      expect(manifest['name']).toBe(t('site.title'))
      ids.add(manifest['id'])
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
      expect(installabilityErrors).toEqual([])
    }
    expect(ids.size).toBe(1)
  } finally {
    await context.close()
  }
})

/** Chromium offers to install when it likes; here it does when it is told. */
const browserOffers = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    window.dispatchEvent(
      Object.assign(event, {
        prompt: async () => undefined,
        userChoice: Promise.resolve({ outcome: 'dismissed' }),
      }),
    )
  })

test('the app offers itself after the first complete module, and takes no for an answer', async ({
  page,
}) => {
  const t = messagesOf('en-AU')
  await signIn(page, await registeredCoach('en-AU'))
  await page.goto(`/en-AU/${t('courseSlug')}/training-1`)
  await browserOffers(page)
  const offer = page.getByRole('region', { name: t('install.offer') })
  await expect(page.getByRole('heading', { name: t('survey.title') })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await answerSurvey(page, 'en-AU')
  await page.getByRole('button', { name: t('survey.submit') }).click()
  // The answers alone do not complete the module: the film comes next.
  await page.getByRole('button', { name: t('courses.leftVideo') }).click()
  await expect(page.locator('video')).toBeFocused()
  await expect(page.locator('video')).toBeInViewport({ ratio: 0.9 })
  await expect(offer).toHaveCount(0)
  await watchFilm(page)
  await expect(offer.getByRole('button', { name: t('install.now') })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/en-AU/${t('coursesHomeSlug')}`)
  await offer.getByRole('link', { name: t('install.how') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('install.title') })).toBeVisible()
  await page.getByText(t('install.others')).click()
  await expect(page.getByText(t('install.step.iosAdd'))).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/en-AU/${t('coursesHomeSlug')}`)
  await offer.getByRole('button', { name: t('install.later') }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
  await expect(offer).toHaveCount(0)
})
