import { expect, type Browser, type Page } from '@playwright/test'
import { getDemoCoach, signIn, type Coach } from '../people/coach.ts'
import { createRandomFile } from '../device/large-file.ts'
import { removePicker } from './without-picker.ts'
import { findUploadRow } from './upload-row.ts'
import { createTranslator } from './messages.ts'
import { test } from './test.ts'
import { clearPassedRequests, setStoreFaults } from '../system/store-faults.ts'
import type { StoreFaults } from '../system/fault-rules.ts'

/** The size of a file in MiB, and the number of its parts. A rule of a test affects at most two parts. */
const mebibytes = 12
export const parts = 3

export const sharedCoach = getDemoCoach('es-MX')

/** Creates the body of an error response of the object store. */
export const refusal = (code: string, message = 'no') =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`

/** Creates the actions of a coach on the Files screen of one tab. */
export const createFilesScreen = (page: Page, locale: string) => {
  const t = createTranslator(locale)
  const row = (path: string) => findUploadRow(page, path)
  /** Shows the rows of the finished uploads. The screen hides them if there are several. */
  const unfold = async () => {
    const details = page.getByRole('button', { name: t('common.details'), exact: true, expanded: false })
    if ((await details.count()) > 0) await details.click()
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
      const path = await createRandomFile(test.info().retry > 0 ? `again-${name}` : name, size)
      await clearPassedRequests()
      await setStoreFaults(faults)
      await field().setInputFiles(path)
      return path
    },
    expectStored: (path: string) => expectRow(path, t('files.state.completed')),
  }
}

export type FilesScreen = ReturnType<typeof createFilesScreen>

/** Opens the Files screen of a coach in a separate browser context. */
export const openFiles = async (browser: Browser, coach: Coach): Promise<FilesScreen> => {
  const page = await (await browser.newContext()).newPage()
  const screen = createFilesScreen(page, coach.locale)
  await removePicker(page)
  await signIn(page, coach)
  await page.goto(`/${coach.locale}/files`)
  await expect(page.getByRole('heading', { name: screen.t('files.title') })).toBeVisible()
  return screen
}

/**
 * Opens a Files screen that the tests of a file share, one after the other. Removes all faults after each
 * test. Returns a function that returns the screen. Its coach is not a coach of the journeys, because these
 * count the stored files.
 */
export const setUpSharedFilesScreen = () => {
  let screen: FilesScreen
  test.beforeAll(async ({ browser }) => {
    screen = await openFiles(browser, sharedCoach)
  })
  test.afterEach(() => setStoreFaults({}))
  test.afterAll(() => screen.page.context().close())
  return () => screen
}
