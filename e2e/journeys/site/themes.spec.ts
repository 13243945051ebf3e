import { expect, type Page } from '@playwright/test'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

const locale = 'en-GB'
const t = createTranslator(locale)

/** The background of the page in each theme (`src/ui/styles/tokens.css`). */
const grounds = { light: 'rgb(251, 249, 244)', dark: 'rgb(11, 21, 36)', sun: 'rgb(255, 255, 255)' }

const expectTheme = async (page: Page, theme: keyof typeof grounds): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.locator('body')).toHaveCSS('background-color', grounds[theme])
}

const choose = (page: Page, theme: 'system' | keyof typeof grounds) =>
  page
    .getByRole('group', { name: t('theme.legend') })
    .getByRole('radio', { name: t(`theme.${theme}`) })
    .check()

/** Opens the theme options in the footer, where visitors find them. */
const unfoldChoice = (page: Page) =>
  page.getByRole('contentinfo').getByText(t('theme.title'), { exact: true }).click()

/** Records the background at each frame of the page, from the first frame on. */
const watchFrames = (page: Page) =>
  page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    const look = () => {
      // The browser paints nothing before the style sheets are loaded.
      if (document.body && getComputedStyle(document.body).margin === '0px')
        shown.push(getComputedStyle(document.body).backgroundColor)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
const readFrames = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set((window as unknown as { shown: string[] }).shown)])

test('the first paint has the theme, and a choice applies at once, in every tab, also offline', async ({
  page,
  context,
}) => {
  await test.step('before any script has loaded, the page is shown in the theme of the device', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await watchFrames(page)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const scripts = '**/assets/*.js'
    await page.route(scripts, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/${locale}/`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectTheme(page, 'dark')
    await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')
    await expect(page.locator('#root')).toHaveAttribute('data-prerendered')
    release()
    await expect(page.locator('#root[data-prerendered]')).toHaveCount(0)
    expect(await readFrames(page)).toEqual([grounds.dark])
    await page.unroute(scripts)
  })

  await test.step('it follows the device while the page is open, and paper is white', async () => {
    await page.emulateMedia({ colorScheme: 'light', contrast: 'more' })
    await expectTheme(page, 'sun')
    await page.emulateMedia({ colorScheme: 'dark', contrast: null, media: 'print' })
    await expect(page.locator('body')).toHaveCSS('background-color', grounds.light)
    await page.emulateMedia({ colorScheme: 'dark', media: null })
    await expectTheme(page, 'dark')
  })

  await test.step('the next pages paint a choice first', async () => {
    await unfoldChoice(page)
    await choose(page, 'sun')
    for (const path of [`/${locale}/login`, '/recover']) {
      await page.goto(path)
      await expectTheme(page, 'sun')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await readFrames(page)).toEqual([grounds.sun])
    }
  })

  await test.step('it applies in every tab, whatever the theme of the device', async () => {
    await page.goto(`/${locale}/faq`)
    const other = await context.newPage()
    await other.goto(`/${locale}/login`)
    for (const tab of [page, other]) await unfoldChoice(tab)
    await choose(other, 'dark')
    await expectTheme(page, 'dark')
    await expect(page.getByRole('radio', { name: t('theme.dark') })).toBeChecked()
    await choose(page, 'sun')
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#000000')
    await expectTheme(other, 'sun')
    await expectAccessible(page)
    await choose(other, 'system')
    await expectTheme(other, 'light')
    await expectTheme(page, 'dark')
    await other.close()
  })

  await test.step('it also applies offline', async () => {
    await choose(page, 'sun')
    await waitUntilReadyForOffline(page, locale)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectTheme(page, 'sun')
  })
})
