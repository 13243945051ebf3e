import type { Page } from '@playwright/test'
import { createTranslator } from './messages.ts'

/** Finds the controls that the bottom bar covers when they are focused, or when the page is at its end. */
export const findCoveredControls = (page: Page, locale: string): Promise<string[]> =>
  page.getByRole('navigation', { name: createTranslator(locale)('appBar.navigation') }).evaluate((bar) => {
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
