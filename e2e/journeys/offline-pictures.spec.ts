import { expect, type Page } from '@playwright/test'
import { readyForOffline } from '../device/ready-for-offline.ts'
import { demoCoach, signIn } from '../people/coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const locale = 'en-GB'
const t = messagesOf(locale)
/** How many pictures each has of its own. */
const screens = {
  [t('coursesHomeSlug')]: 2,
  [t('courseSlug')]: 6,
  files: 0,
  outbox: 0,
  [t('profileSlug')]: 0,
}

/** The posters of films, which come last. */
const storedPosters = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const files = await (await caches.open('pictures')).keys()
    return files.filter(({ url }) => url.endsWith('.webp')).length
  })

/** Every picture is there: the mark in the header, and those of the screen. */
const expectPictures = async (page: Page, ofScreen: number): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  const mark = page.getByRole('banner').locator('img:visible')
  const others = page.getByRole('main').locator('img')
  await expect(mark).toHaveCount(1)
  await expect(others).toHaveCount(ofScreen)
  for (const picture of [mark, ...(await others.all())]) {
    // Some are fetched when they come into sight.
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
}

const visits = [
  { browser: 'as it is', theme: 'light', cacheDisabled: false },
  // As its developer tools do, and every program that looks at its requests.
  { browser: 'that does without its own cache', theme: 'dark', cacheDisabled: true },
] as const
for (const { browser, theme, cacheDisabled } of visits) {
  test(`a browser ${browser} shows every picture without a connection`, async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: theme })
    await signIn(page, demoCoach(locale))
    await readyForOffline(page, locale)
    await expect.poll(() => storedPosters(page)).toBe(11)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled })
    await context.setOffline(true)
    for (const [path, ofScreen] of Object.entries(screens)) {
      await page.goto(`/${locale}/${path}`)
      await expectPictures(page, ofScreen)
    }
  })
}
