import { basename } from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { demoCoach, signIn, type Coach } from '../people/coach.ts'
import { makeFile } from '../device/large-file.ts'
import { withoutPicker } from './without-picker.ts'
import { uploadRow } from './upload-row.ts'
import { messagesOf } from './messages.ts'
import { test } from './test.ts'
import { forgetPassed, passedParts, setWeather } from '../system/weather.ts'
import type { Weather } from '../system/weather-schema.ts'

/** Three parts: one more than the two that a rule of these tests ever touches. */
const mebibytes = 12
export const parts = 3

export const sharedCoach = demoCoach('es-MX')

/** How the object store says no. */
export const refusal = (code: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`

/** The numbers of the parts that reached the object store. */
export const numbers = async () => (await passedParts()).map(({ part }) => part).toSorted((a, b) => a - b)

/** Whether no copy is left: a worker that is just dying may still hold one. */
const removeCopies = async (): Promise<boolean> => {
  const root = await navigator.storage.getDirectory()
  return root.removeEntry('upload-copies', { recursive: true }).then(
    () => true,
    (error: DOMException) => error.name === 'NotFoundError',
  )
}

/** What a coach does on the Files screen of one tab. */
export const filesScreen = (page: Page, locale: string) => {
  const t = messagesOf(locale)
  const row = (path: string) => uploadRow(page, path)
  const button = (words: string, path: string) =>
    page.getByRole('button', { name: t('files.actionOn', { action: t(words), name: basename(path) }) })
  /** Several uploads that are done are folded away. */
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
  /** A button among those that are shown on request. */
  const option = async (words: string, path: string) => {
    const more = button('files.button.more', path)
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
    return button(words, path)
  }
  const field = () => page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input'))

  return {
    page,
    t,
    row,
    button,
    option,
    expectRow,
    field,
    /** Chooses a new file under a weather. */
    choose: async (name: string, weather: Weather): Promise<string> => {
      // A second try finds the file of the first one stored, and would send its own under another name.
      const path = await makeFile(test.info().retry > 0 ? `again-${name}` : name, mebibytes)
      await forgetPassed()
      await setWeather(weather)
      await field().setInputFiles(path)
      return path
    },
    /** Cancels an upload; whether bytes have left, and a question is asked, is a matter of the moment. */
    cancel: async (path: string) => {
      const cancel = await option('files.button.cancel', path)
      await cancel.click()
      const confirm = page.getByRole('dialog').getByRole('button', { name: t('files.cancelConfirm') })
      await expect.poll(async () => (await confirm.isVisible()) || (await cancel.count()) === 0).toBe(true)
      if (await confirm.isVisible()) await confirm.click()
      await expectRow(path, t('files.state.cancelled'))
    },
    /** Closes the app and opens it again, on a device that kept no copy of any file. */
    reopen: async () => {
      // The only page of the site without the app, which could use the copies before they are gone.
      await page.goto('/recover')
      await expect.poll(() => page.evaluate(removeCopies)).toBe(true)
      await page.goto(`/${locale}/files`)
    },
    expectStored: (path: string) => expectRow(path, t('files.state.completed')),
  }
}

export type FilesScreen = ReturnType<typeof filesScreen>

/** The Files screen of a coach who has just signed in on a device of their own. */
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
 * The Files screen that the tests of a file share, one after the other, in fine weather at each one's end. Their coach
 * is another one than that of the journeys, who counts the stored files.
 */
export const sharedFilesScreen = () => {
  let screen: FilesScreen
  test.beforeAll(async ({ browser }) => {
    screen = await openFiles(browser, sharedCoach)
  })
  test.afterEach(() => setWeather({}))
  test.afterAll(() => screen.page.context().close())
  return () => screen
}
