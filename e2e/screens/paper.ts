import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, type Page } from '@playwright/test'

const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }

/** How many sheets of a size the page on screen takes, with the margins of a printer where it has none of its own. */
const sheetsOf = async (page: Page, format: 'A4' | 'Letter'): Promise<number> =>
  (await PDFDocument.load(await page.pdf({ format, margin }))).getPageCount()

/** Texts in a grid or a flexible box that may reach over the end of a sheet, where browsers lay lines over each other. */
const inBrokenGrids = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isInBroken = (text: Element): boolean => {
      let isIn = false
      for (let place = text.parentElement; place && place.tagName !== 'MAIN'; place = place.parentElement) {
        const { breakInside, display } = getComputedStyle(place)
        if (breakInside === 'avoid') isIn = false
        else if (/grid|flex/.test(display)) isIn = true
      }
      return isIn
    }
    return [...document.querySelectorAll('main :is(h2, h3, p, li, dt, dd, label)')]
      .filter((text) => text.checkVisibility() && isInBroken(text))
      .map(({ textContent }) => textContent)
  })

/** A page that is read shows on paper whose it is and what it says, in the flow of its text, and nothing of the app around it. */
export const expectReadsOnPaper = async (
  page: Page,
  { sheets, locale }: { sheets: number; locale: string },
): Promise<void> => {
  for (const format of ['A4', 'Letter'] as const)
    expect(await sheetsOf(page, format), format).toBeLessThanOrEqual(sheets)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(locale, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const)
    await expect(page.getByRole(role).filter({ visible: true }), role).toHaveCount(0)
  // A consent banner stands beside the app.
  await expect(page.locator('video, body > :not(#root)').filter({ visible: true })).toHaveCount(0)
  expect(await inBrokenGrids(page)).toEqual([])
  await page.emulateMedia({ media: null })
}
