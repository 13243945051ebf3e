import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { signIn, type Coach } from '../people/coach.ts'
import { recordsOf } from '../device/device-records.ts'
import { makeFile } from '../device/large-file.ts'
import { watchOpenUploads } from '../device/open-uploads.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { withoutPicker } from '../screens/without-picker.ts'
import { messagesOf } from '../screens/messages.ts'
import { unfold } from '../screens/profile.ts'
import { test } from '../screens/test.ts'
import { setWeather } from '../system/weather.ts'
import type { Weather } from '../system/weather-schema.ts'

const locale = 'en-NZ'
const t = messagesOf(locale)
/** A speed that lets nobody finish before the end of a test. */
const slow: Weather = { bytesPerSecond: 256 * 1024 }

const openFiles = async (page: Page) => {
  await page.goto(`/${locale}/files`)
  await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
}

/** Somebody new, whose video is on its way. */
const uploading = async (page: Page) => {
  await withoutPicker(page)
  const coach = await registeredCoach(locale)
  const openUploads = watchOpenUploads(page)
  await signIn(page, coach)
  await openFiles(page)
  await setWeather(slow)
  const path = await makeFile('sign-out.mp4', 60)
  await page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input')).setInputFiles(path)
  const row = page.getByRole('listitem').filter({ hasText: basename(path) })
  await expect(row).toContainText(t('files.state.sending'))
  // What looks nearly sent is not copied, and where buffers are large all of it looks so: the line stands still
  // meanwhile.
  await setWeather({ down: true })
  await expect(row).toContainText(t('files.keeping.kept'))
  await setWeather(slow)
  await expect(row).toContainText(t('files.state.sending'))
  expect(await openUploads()).toEqual(['sign-out.mp4'])
  return { coach, row, openUploads }
}

const copiesOf = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('upload-copies', { create: true })
    const names: string[] = []
    for await (const name of folder.keys()) names.push(name)
    return names
  })

const openMenu = (page: Page) => page.getByRole('button', { name: t('header.openMenu') }).click()

const ways: Record<string, (page: Page) => Promise<void>> = {
  'in the menu': async (page) => {
    await openMenu(page)
    await page.getByRole('button', { name: t('header.signOut') }).click()
  },
  'in the profile': async (page) => {
    await openMenu(page)
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('header.profile') })
      .click()
    await unfold(page, locale)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('profile.signOut'), exact: true })
      .click()
  },
  'on all devices': async (page) => {
    await openMenu(page)
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('header.profile') })
      .click()
    await unfold(page, locale)
    await page.getByRole('button', { name: t('profile.signOutEverywhere') }).click()
  },
}

/** The question, and the button that ends the uploads. */
const question = (page: Page) => page.getByRole('dialog').filter({ hasText: '1 upload is not finished.' })
const yes = (page: Page) =>
  question(page)
    .getByRole('button', { name: t('signOut.uploadsEnd') })
    .or(question(page).getByRole('button', { name: t('profile.signOutEverywhere') }))

const expectSignedOut = (page: Page) =>
  expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()

/** Nothing is left on this device. */
const expectForgotten = async (page: Page) => {
  await expect.poll(() => recordsOf(page, 'uploads')).toEqual([])
  await expect.poll(() => copiesOf(page)).toEqual([])
}

test.afterEach(() => setWeather({}))

for (const [way, leave] of Object.entries(ways)) {
  test(
    `signing out ${way} with an unfinished upload is asked about, and leaves nothing of it`,
    { tag: way === 'in the menu' ? '@promise' : [] },
    async ({ page }) => {
      const { openUploads } = await uploading(page)
      await leave(page)
      await expect(question(page)).toContainText('sign-out.mp4')
      // The same question is asked in the menu and in the profile.
      if (way !== 'in the profile') await expectAccessible(page)
      await yes(page).click()
      await expectSignedOut(page)
      expect(await openUploads()).toEqual([])
      await expectForgotten(page)
    },
  )
}

test('who stays signed in instead keeps the upload', async ({ page }) => {
  const { openUploads, row } = await uploading(page)
  await openMenu(page)
  await page.getByRole('button', { name: t('header.signOut') }).click()
  await question(page)
    .getByRole('button', { name: t('signOut.uploadsStay') })
    .click()
  await expect(question(page)).toHaveCount(0)
  await expect(row).toContainText(t('files.state.sending'))
  expect(await openUploads()).toEqual(['sign-out.mp4'])
})

test.describe('a sign-out does not wait for a store that', () => {
  test.use({ expectedInConsole: /^A cancelled upload is still in the store/ })
  const weathers: Record<string, Weather> = {
    'cannot be reached': { down: true },
    'never answers': { ...slow, rules: [{ request: 'abort', does: 'stall', times: 9 }] },
  }
  const backAgain = async (page: Page, coach: Coach) => {
    await setWeather({})
    await signIn(page, coach)
  }
  for (const [trouble, weather] of Object.entries(weathers)) {
    test(`${trouble}, and the next sign-in ends the upload there`, async ({ page }) => {
      const { coach, openUploads } = await uploading(page)
      await setWeather(weather)
      await ways['in the menu']?.(page)
      await yes(page).click()
      await expectSignedOut(page)
      // The store is still in trouble: nobody waited for it.
      expect(await openUploads()).toEqual(['sign-out.mp4'])
      await backAgain(page, coach)
      await expect.poll(openUploads).toEqual([])
      await expectForgotten(page)
      await openFiles(page)
      await expect(page.getByText('sign-out.mp4')).toHaveCount(0)
    })
  }
})
