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
