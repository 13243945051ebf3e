import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, type Page } from '@playwright/test'
import { createTranslator, listModules } from './messages.ts'

const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }

const formats = ['A4', 'Letter'] as const

/** Counts the sheets that the current page takes, with a printer's margins if the page defines none. */
const countSheets = async (page: Page, format: (typeof formats)[number]): Promise<number> =>
  (await PDFDocument.load(await page.pdf({ format, margin }))).getPageCount()

/** Expects that a page made for paper takes this number of sheets. */
export const expectSheets = async (page: Page, count: number): Promise<void> => {
  for (const format of formats)
    expect(await countSheets(page, format), `sheets of ${format} for ${page.url()}`).toBe(count)
}

/** Expects that the card of each drill takes one sheet. */
export const expectDrillsOnOneSheet = async (page: Page, locale: string): Promise<void> => {
  const t = createTranslator(locale)
  const picture = page.locator('article > img')
  const printButton = page.getByRole('button', { name: t('drill.print') })
  for (const { slug, id } of listModules(locale)) {
    await page.goto(`/${locale}/${t(slug)}/${id}?step=run`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // A module without a film has no drill.
    if (!(await printButton.isVisible())) continue
    await expect(picture).toHaveJSProperty('complete', true)
    // Without the print dialog, the page stays in the state in which it is printed.
    await page.evaluate(() => (window.print = () => undefined))
    for (const format of formats) {
      await printButton.click()
      expect(await countSheets(page, format), `sheets of ${format} for the drill of ${id}`).toBe(1)
    }
  }
}

/**
 * Finds texts in a grid or flexbox that can cross the end of a sheet. Browsers print such lines on top of
 * others.
 */
const findTextsInBreakableGrids = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isInBreakableGrid = (text: Element): boolean => {
      let isBreakable = false
      for (let outer = text.parentElement; outer && outer.tagName !== 'MAIN'; outer = outer.parentElement) {
        const { breakInside, display } = getComputedStyle(outer)
        // An outer element that is kept on one sheet also keeps the grids inside it.
        if (breakInside === 'avoid') isBreakable = false
        else if (/grid|flex/.test(display)) isBreakable = true
      }
      return isBreakable
    }
    return [...document.querySelectorAll('main :is(h2, h3, p, li, dt, dd, label)')]
      .filter((text) => text.checkVisibility() && isInBreakableGrid(text))
      .map(({ textContent }) => textContent)
  })

/**
 * Expects that a page prints its locale and its content without the app around it, on at most `sheets`
 * sheets, and that no text can overlap another.
 */
export const expectReadsOnPaper = async (
  page: Page,
  { sheets, locale }: { sheets: number; locale: string },
): Promise<void> => {
  for (const format of formats) expect(await countSheets(page, format), format).toBeLessThanOrEqual(sheets)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(locale, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const)
    await expect(page.getByRole(role).filter({ visible: true }), role).toHaveCount(0)
  // A consent banner is outside the app's root.
  await expect(page.locator('video, body > :not(#root)').filter({ visible: true })).toHaveCount(0)
  expect(await findTextsInBreakableGrids(page)).toEqual([])
  await page.emulateMedia({ media: null })
}
