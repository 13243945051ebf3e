import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../screens/accessible.ts'
import { signIn } from '../../people/coach.ts'
import { waitUntilReadyForOffline } from '../../device/ready-for-offline.ts'
import {
  cutAndWait,
  clearPassedRequests,
  listPassedParts,
  sentAgainWarning,
  setStoreFaults,
} from '../../system/store-faults.ts'
import { hashFile, createRandomFile } from '../../device/large-file.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { removePicker } from '../../screens/without-picker.ts'
import { createTranslator } from '../../screens/messages.ts'
import { test } from '../../screens/test.ts'

const t = createTranslator('pt-BR')
const mebibytes = 205
const partSize = 5 * 1024 * 1024
const parts = (mebibytes * 1024 * 1024) / partSize

const openFiles = async (page: Page): Promise<void> => {
  await page.goto('/pt-BR/files')
  await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
}

test.afterEach(() => setStoreFaults({}))
test.use({ expectedInConsole: sentAgainWarning })

// Longer than 20 s: the test copies, sends, downloads and compares the whole video.
test(
  'an upload of 205 MiB is interrupted half-way, continues where it stopped, and downloads byte for byte',
  { tag: '@promise' },
  async ({ context }) => {
    const path = await createRandomFile('final-do-campeonato.mp4', mebibytes)
    const name = basename(path)
    const first = await context.newPage()
    await removePicker(first)
    // A new coach: if a coach already has this file, the app stores it under another name.
    await signIn(first, await registerCoach('pt-BR'))
    await openFiles(first)
    await waitUntilReadyForOffline(first, 'pt-BR')

    await test.step('choose it, and kill the tab half-way', async () => {
      await clearPassedRequests()
      await setStoreFaults({ bytesPerSecond: 5 * 1024 * 1024 })
      await first
        .getByLabel(t('files.choose'), { exact: true })
        .and(first.locator('input'))
        .setInputFiles(path)
      const progress = first.getByRole('progressbar', { name: t('files.progressOf', { name }) })
      await expect(progress).toBeVisible()
      // The app does not copy a file that looks almost sent, so the line stops meanwhile.
      await setStoreFaults({ down: true })
      await expect(first.getByText(t('files.keeping.kept'))).toBeVisible()
      await expectAccessible(first)
      // The line accepts five parts more than half, and four parts are sent in parallel. So more than half
      // arrive, but not all.
      await setStoreFaults({ bytesLeft: (Math.ceil(parts / 2) + 5) * partSize })
      await expect
        .poll(async () => (await listPassedParts()).filter(({ status }) => status === 200).length)
        .toBeGreaterThan(parts / 2)
      await first.close()
      await cutAndWait()
    })

    const before = await listPassedParts()
    const arrived = new Set(before.filter(({ status }) => status === 200).map(({ part }) => part))
    expect(arrived.size).toBeLessThan(parts - 4)

    const second = await context.newPage()
    await removePicker(second)

    await test.step('come back offline: the line shows the progress', async () => {
      await context.setOffline(true)
      await openFiles(second)
      const progress = second.getByRole('progressbar', { name: t('files.progressOf', { name }) })
      // A few parts arrived, but this device did not receive the response in time.
      await expect
        .poll(() => progress.evaluate((line: HTMLProgressElement) => line.value / line.max))
        .toBeGreaterThan(0.4)
      await second.goto('about:blank')
    })

    await test.step('come back: the app does not ask for the file, which this device has kept', async () => {
      await clearPassedRequests()
      await setStoreFaults({})
      await context.setOffline(false)
      await openFiles(second)
      await expect(second.getByText(t('files.reason.fileRestart'))).toHaveCount(0)
    })

    await test.step('it continues without resending what arrived', async () => {
      await expect(second.getByText(t('files.state.completed'))).toBeVisible()
      const sent = await listPassedParts()
      expect(sent.filter(({ part }) => arrived.has(part))).toEqual([])
      // Ignores parts without a response, which a busy machine may send a second time.
      const stored = sent.filter(({ status }) => status === 200).map(({ part }) => part)
      // Not exactly the others: parts under way when the tab died may have been stored without a response.
      expect(stored.length).toBeGreaterThan(0)
      expect(new Set(stored).size).toBe(stored.length)
    })

    await test.step('download it, byte for byte', async () => {
      await second.reload()
      await second.getByLabel(t('files.browse.select', { name })).check()
      const downloading = second.waitForEvent('download')
      await second.getByRole('button', { name: t('files.browse.download'), exact: true }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(name)
      expect(await hashFile(await download.path())).toBe(await hashFile(path))
    })
  },
)
