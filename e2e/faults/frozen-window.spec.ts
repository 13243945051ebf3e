import { expect, type Page } from '@playwright/test'
import { filesScreen, openFiles } from '../screens/files-screen.ts'
import { withoutPicker } from '../screens/without-picker.ts'
import { test } from '../screens/test.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { completedKeys, passedParts, setWeather } from '../system/weather.ts'

test.afterEach(() => setWeather({}))

/**
 * Keeps the worker of a window's uploads from running, as a browser that freezes the window does: it waits for a response,
 * in the way that lets nothing else happen. DevTools freeze a page and let its workers run. Returns how to thaw it.
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
  // The page ends a worker that has lost its uploads.
  frozen?.catch(() => undefined)
  await begun
  return thaw
}

// Longer than 20 s where others work as well: a window counts as frozen after 10 s of silence, by the clock of a worker.
test('a window that the browser froze loses its uploads to another one: they are stored once, and it follows them', async ({
  browser,
}) => {
  const frozen = await openFiles(browser, await registeredCoach('es-MX'))
  const { page, t } = frozen
  const path = await frozen.choose('frozen.mp4', { bytesPerSecond: 512 * 1024 })
  await expect(frozen.row(path)).toContainText(t('files.keeping.kept'))
  await expect.poll(async () => (await passedParts()).length).toBeGreaterThan(0)
  const thaw = await freezeUploads(page)

  const next = await page.context().newPage()
  await withoutPicker(next)
  const awake = filesScreen(next, 'es-MX')
  await next.goto('/es-MX/files')
  await expect(next.getByText(t('files.elsewhere'))).toBeVisible()
  await setWeather({})
  await awake.expectStored(path)
  await expect(next.getByText(t('files.elsewhere'))).toHaveCount(0)

  thaw()
  await frozen.expectStored(path)
  expect(await completedKeys()).toHaveLength(1)

  // What is chosen in the window that woke up is sent by the one that has the uploads.
  const second = await frozen.choose('after-thaw.mp4', { bytesPerSecond: 1024 * 1024 })
  await expect(page.getByText(t('files.elsewhere'))).toBeVisible()
  await setWeather({})
  await awake.expectStored(second)
  await frozen.expectStored(second)
  expect(await completedKeys()).toHaveLength(1)
  await page.context().close()
})
