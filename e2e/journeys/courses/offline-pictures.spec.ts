import { expect, type Page } from '@playwright/test'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { getDemoCoach, signIn } from '../../people/coach.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

const locale = 'en-GB'
const t = createTranslator(locale)
/** The number of pictures on each screen. */
const screens = {
  [t('coursesHomeSlug')]: 1,
  [t('courseSlug')]: 7,
  files: 0,
  outbox: 0,
  [t('profileSlug')]: 0,
}

/** The number of stored pictures of modules: their thumbnails, and the posters of films. They are stored last. */
const storedPictures = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const files = await (await caches.open('pictures')).keys()
    return files.filter(({ url }) => url.endsWith('.webp')).length
  })

/** The number of profile parts that this device stores. */
const storedProfile = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('profile/')).length)

/** Every picture is visible: the logo in the header, and the pictures of the screen. */
const expectPictures = async (page: Page, ofScreen: number): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  const mark = page.getByRole('banner').locator('img:visible')
  const others = page.getByRole('main').locator('img')
  await expect(mark).toHaveCount(1)
  await expect(others).toHaveCount(ofScreen)
  for (const picture of [mark, ...(await others.all())]) {
    // Some pictures load only when they scroll into view.
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
}

test('a browser without its own cache shows every picture, and a profile never opened before, offline', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, getDemoCoach(locale))
  await waitUntilReadyForOffline(page, locale)
  await expect.poll(() => storedPictures(page)).toBe(13 + 11)
  await expect.poll(() => storedProfile(page)).toBeGreaterThan(2)
  // As developer tools do, and every program that intercepts the browser's requests.
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await context.setOffline(true)
  for (const [path, ofScreen] of Object.entries(screens)) {
    await page.goto(`/${locale}/${path}`)
    await expectPictures(page, ofScreen)
  }
  await expect(page.getByText(t('profile.offline'))).toBeVisible()
  await page.getByRole('link', { name: t('profile.learning.title') }).click()
  await expect(page.getByLabel(t('profile.interest.inclusion'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('common.retry') })).toHaveCount(0)
})
