import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { signIn } from '../people/coach.ts'
import { readRecords } from '../device/device-records.ts'
import { createRandomFile } from '../device/large-file.ts'
import { watchOwnObjects } from '../device/own-objects.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { removePicker } from '../screens/without-picker.ts'
import { createTranslator } from '../screens/messages.ts'
import { pressSignOut } from '../screens/sign-out.ts'
import { test } from '../screens/test.ts'
import { sentAgainWarning, setStoreFaults } from '../system/store-faults.ts'
import type { StoreFaults } from '../system/fault-rules.ts'

const locale = 'en-NZ'
const t = createTranslator(locale)
/** Too slow for an upload to finish before the end of a test. */
const slow: StoreFaults = { bytesPerSecond: 256 * 1024 }

/** Starts an upload of a new coach. Resolves with a function that lists the coach's open uploads. */
const uploading = async (page: Page) => {
  await removePicker(page)
  const { openUploads } = watchOwnObjects(page)
  await signIn(page, await registerCoach(locale), 'files')
  await setStoreFaults(slow)
  const path = await createRandomFile('sign-out.mp4', 60)
  await page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input')).setInputFiles(path)
  const row = page.getByRole('listitem').filter({ hasText: basename(path) })
  await expect(row).toContainText(t('files.state.sending'))
  // The app does not copy a file that looks almost sent, and with large buffers all of it looks sent. So the
  // line stops meanwhile.
  await setStoreFaults({ down: true })
  await expect(row).toContainText(t('files.keeping.kept'))
  await setStoreFaults(slow)
  await expect(row).toContainText(t('files.state.sending'))
  expect(await openUploads()).toEqual(['sign-out.mp4'])
  return openUploads
}

const listCopies = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('upload-copies', { create: true })
    const names: string[] = []
    for await (const name of folder.keys()) names.push(name)
    return names
  })

const question = (page: Page) => page.getByRole('dialog').filter({ hasText: '1 upload is not finished.' })
/** Expects that this device stores nothing of the upload. */
const expectForgotten = async (page: Page) => {
  await expect.poll(() => readRecords(page, 'uploads')).toEqual([])
  await expect.poll(() => listCopies(page)).toEqual([])
}

test.afterEach(() => setStoreFaults({}))
test.use({ expectedInConsole: sentAgainWarning })

// Longer than 20 s on a busy machine: the test makes a file of 60 MiB, and the browser copies it.
test(
  'signing out with an unfinished upload asks first, and leaves nothing of the upload',
  { tag: '@promise' },
  async ({ page }) => {
    const openUploads = await uploading(page)
    await pressSignOut(page, locale)
    await expect(question(page)).toContainText('sign-out.mp4')
    await expectAccessible(page)
    await question(page)
      .getByRole('button', { name: t('signOut.uploadsEnd') })
      .click()
    await expect(page.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
    expect(await openUploads()).toEqual([])
    await expectForgotten(page)
  },
)
