import { expect, type Browser, type Page } from '@playwright/test'
import { demoCoach, signIn, type Coach } from '../people/coach.ts'
import { makeFile } from '../device/large-file.ts'
import { withoutPicker } from './without-picker.ts'
import { uploadRow } from './upload-row.ts'
import { createTranslator } from './messages.ts'
import { test } from './test.ts'
import { clearPassed, setStoreFaults } from '../system/store-faults.ts'
import type { StoreFaults } from '../system/fault-rules.ts'

/** Three parts: a rule of these tests affects at most two. */
const mebibytes = 12
export const parts = 3

export const sharedCoach = demoCoach('es-MX')

/** An error response of the object store. */
export const refusal = (code: string, message = 'no') =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`

/** The actions of a coach on the Files screen of one tab. */
export const filesScreen = (page: Page, locale: string) => {
  const t = createTranslator(locale)
  const row = (path: string) => uploadRow(page, path)
  /** Unfolds the finished uploads. The screen folds them if there are several. */
  const unfold = async () => {
    const finished = page.locator('[aria-labelledby="uploads"] > details')
    if ((await finished.count()) > 0 && (await finished.getAttribute('open')) === null)
      await finished.locator('summary').first().click()
  }
  const expectRow = (path: string, text: string) =>
    expect(async () => {
      await unfold()
      await expect(row(path).filter({ hasText: text })).toBeVisible({ timeout: 500 })
    }).toPass()
  const field = () => page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input'))

  return {
    page,
    t,
    row,
    /** Chooses a new file while these faults apply. */
    choose: async (name: string, faults: StoreFaults, size = mebibytes): Promise<string> => {
      // In a second try, the file of the first try is already stored, and the app would use another name.
      const path = await makeFile(test.info().retry > 0 ? `again-${name}` : name, size)
      await clearPassed()
      await setStoreFaults(faults)
      await field().setInputFiles(path)
      return path
    },
    expectStored: (path: string) => expectRow(path, t('files.state.completed')),
  }
}

export type FilesScreen = ReturnType<typeof filesScreen>

/** The Files screen of a coach who has just signed in, in a separate browser context. */
export const openFiles = async (browser: Browser, coach: Coach): Promise<FilesScreen> => {
  const page = await (await browser.newContext()).newPage()
  const screen = filesScreen(page, coach.locale)
  await withoutPicker(page)
  await signIn(page, coach)
  await page.goto(`/${coach.locale}/files`)
  await expect(page.getByRole('heading', { name: screen.t('files.title') })).toBeVisible()
  return screen
}

/**
 * The Files screen that the tests of a file share, one after the other. Each test ends without faults. The
 * coach is not the coach of the journeys, which count the stored files.
 */
export const sharedFilesScreen = () => {
  let screen: FilesScreen
  test.beforeAll(async ({ browser }) => {
    screen = await openFiles(browser, sharedCoach)
  })
  test.afterEach(() => setStoreFaults({}))
  test.afterAll(() => screen.page.context().close())
  return () => screen
}
