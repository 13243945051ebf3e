import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { createFilesScreen, openFiles } from '../screens/files-screen.ts'
import { removePicker } from '../screens/without-picker.ts'
import { test } from '../screens/test.ts'
import { registerCoach } from '../people/registered-coach.ts'
import { listCompletedKeys, listPassedParts, setStoreFaults } from '../system/store-faults.ts'

test.afterEach(() => setStoreFaults({}))

/**
 * Blocks the upload worker of a window, as a browser does when it freezes the window: a synchronous request
 * waits for its response. DevTools freeze only the page, not its workers. Returns a function that ends the
 * freeze.
 */
const freezeUploads = async (page: Page): Promise<() => void> => {
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>()
  await page.route('**/frozen', async (route) => {
    await thawed
    await route.fulfill({ body: '' })
  })
  const worker = page.workers().find((one) => one.url().includes('upload.worker'))
  const begun = page.waitForRequest('**/frozen')
  const frozen = worker?.evaluate(() => {
    const request = new XMLHttpRequest()
    request.open('GET', '/frozen', false)
    request.send()
  })
  // The page terminates a worker that has lost its uploads.
  frozen?.catch(() => undefined)
  await begun
  return thaw
}

/** Opens another window that never releases the session's lock, as if it froze during a renewal. */
const holdSession = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await page.goto('/es-MX/about')
  await page.evaluate(
    () =>
      new Promise<void>((taken) => {
        void navigator.locks.request('breaking-barriers-session', () => {
          taken()
          return new Promise(() => undefined)
        })
      }),
  )
  return page
}

/** A coach signs in and then uploads, while another window holds the session's lock. */
const waitForTurns = async (browser: Browser): Promise<void> => {
  const coach = await registerCoach('es-MX')
  const context = await browser.newContext()
  const page = await context.newPage()
  const files = createFilesScreen(page, coach.locale)
  const { t } = files
  await removePicker(page)
  await page.goto('/es-MX/login')
  const frozen = await holdSession(context)
  await page.getByLabel(t('signIn.email')).fill(coach.email)
  await page.getByRole('textbox', { name: t('signIn.password') }).fill(coach.password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  await expect(page.getByText(t('error.blockedByWindow'))).toBeVisible()
  await frozen.close()
  await expect(page.getByText(t('successMessage.authLogin'))).toBeVisible()
  await expect(page.getByText(t('error.blockedByWindow'))).toHaveCount(0)

  const again = await holdSession(context)
  await page.goto('/es-MX/files')
  const path = await files.choose('held-up.mp4', {}, 1)
  await expect(files.row(path)).toBeVisible()
  await expect(page.getByText(t('error.blockedByWindow'))).toBeVisible()
  await again.close()
  await files.expectStored(path)
  await expect(page.getByText(t('error.blockedByWindow'))).toHaveCount(0)
  await context.close()
}

// Longer than 20 s: a window counts as frozen after 10 s of silence, by a worker's clock, and two steps wait
// for a lock.
test('another window takes over the uploads of a frozen one: they are stored once, and the frozen one follows them', async ({
  browser,
}) => {
  const frozen = await openFiles(browser, await registerCoach('es-MX'))
  const { page, t } = frozen
  const path = await frozen.choose('frozen.mp4', { bytesPerSecond: 512 * 1024 })
  await expect(frozen.row(path)).toContainText(t('files.keeping.kept'))
  await expect.poll(async () => (await listPassedParts()).length).toBeGreaterThan(0)
  const thaw = await freezeUploads(page)

  const next = await page.context().newPage()
  await removePicker(next)
  const awake = createFilesScreen(next, 'es-MX')
  await next.goto('/es-MX/files')
  await expect(next.getByText(t('files.elsewhere'))).toBeVisible()
  await setStoreFaults({})
  await awake.expectStored(path)
  await expect(next.getByText(t('files.elsewhere'))).toHaveCount(0)

  thaw()
  await frozen.expectStored(path)
  expect(await listCompletedKeys()).toHaveLength(1)

  // The window that has the uploads sends a file that the reawakened window chooses.
  const second = await frozen.choose('after-thaw.mp4', { bytesPerSecond: 1024 * 1024 })
  await expect(page.getByText(t('files.elsewhere'))).toBeVisible()
  await setStoreFaults({})
  await awake.expectStored(second)
  await frozen.expectStored(second)
  expect(await listCompletedKeys()).toHaveLength(1)
  await page.context().close()

  await test.step('a window frozen while it holds the session lock is named, and everything continues when it is closed', () =>
    waitForTurns(browser))
})
