import { expect, type Page } from '@playwright/test'
import { demoCoach, signIn } from '../people/coach.ts'
import { messagesOf } from '../screens/messages.ts'
import { pathOf, screens } from '../screens/screens.ts'
import { test } from '../screens/test.ts'

const locale = 'en-GB'
const t = messagesOf(locale)

/** The controls of the page that lie under the bar when the keyboard comes to them, or when the page is scrolled to its end. */
const coveredControls = (page: Page) =>
  page.getByRole('navigation', { name: t('appBar.navigation') }).evaluate((bar) => {
    const isUnder = (control: Element) => {
      const { bottom, height } = control.getBoundingClientRect()
      return height > 0 && bottom > bar.getBoundingClientRect().top + 1
    }
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(a[href], button, input, select, textarea, summary)',
      ),
    ]
    const covered = controls.filter((control) => {
      if (!control.checkVisibility()) return false
      control.focus()
      return document.activeElement === control && isUnder(control)
    })
    scrollTo(0, document.documentElement.scrollHeight)
    return [...covered, ...controls.filter((control) => control.checkVisibility() && isUnder(control))].map(
      (control) => control.outerHTML.slice(0, 120),
    )
  })

/** Pulls the page down by a finger, so many px, and lets go. */
const pullDown = async (page: Page, by: number): Promise<void> => {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] })
  await touch('touchStart', 200)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', 200 + (by / 10) * step)
  await touch('touchEnd')
  await finger.detach()
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('a page that is pulled down far enough asks for what it shows once more, and only at its top', async ({
    page,
  }) => {
    await signIn(page, demoCoach(locale))
    // What the sign-in sends refreshes the screen once it has arrived.
    await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
    await page.waitForLoadState('networkidle')
    let asked = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/status-survey') asked += 1
    })
    await pullDown(page, 60)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    await pullDown(page, 90)
    expect(asked).toBe(0)
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await pullDown(page, 200)
    await expect(page.getByRole('status').filter({ hasText: t('common.refreshing') })).toHaveCount(0)
    await expect.poll(() => asked).toBe(1)
  })
})

for (const [width, height] of [
  [360, 640],
  [320, 568],
]) {
  test(`the bar of a phone of ${width} × ${height} covers no control of any screen`, async ({ page }) => {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 })
    await signIn(page, demoCoach(locale))
    for (const screen of screens.coach) {
      await page.goto(`/${locale}/${pathOf(screen, locale)}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await coveredControls(page), `on ${page.url()}`).toEqual([])
    }
  })
}

test('help in the menu of a phone is opened as often as it is followed, and the keyboard goes on there', async ({
  page,
}) => {
  await signIn(page, demoCoach(locale))
  const menu = page.getByRole('banner')
  const help = page.getByRole('main').getByRole('heading', { name: t('profile.help') })
  const follow = async () => {
    await menu.getByRole('button', { name: t('header.openMenu') }).click()
    await menu.getByRole('link', { name: t('profile.help') }).click()
    await expect(page.getByRole('link', { name: t('footer.contact') }).last()).toBeVisible()
    await expect(help).toBeFocused()
    await expect(help).toBeInViewport()
  }
  // From another page, on the profile itself, and once more where the address says so already.
  await follow()
  await menu.getByRole('button', { name: t('header.openMenu') }).click()
  await menu.getByRole('link', { name: t('header.profile'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${t('profileSlug')}$`))
  await follow()
  await help.click()
  await expect(page.getByRole('link', { name: t('footer.sitemap') })).toBeHidden()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await follow()
  await menu.getByRole('button', { name: t('header.openMenu') }).click()
  await expect(menu.locator('a[aria-current=page]')).toHaveText(t('profile.help'))
})
