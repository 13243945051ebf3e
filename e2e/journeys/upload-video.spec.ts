import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { signIn } from '../people/coach.ts'
import { readyForOffline } from '../device/ready-for-offline.ts'
import { calmDown, forgetPassed, passedParts, sentAgain, setWeather } from '../system/weather.ts'
import { hashOf, makeFile } from '../device/large-file.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { withoutPicker } from '../screens/without-picker.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const t = messagesOf('pt-BR')
const mebibytes = 205
const partSize = 5 * 1024 * 1024
const parts = (mebibytes * 1024 * 1024) / partSize

const openFiles = async (page: Page): Promise<void> => {
  await page.goto('/pt-BR/files')
  await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
}

test.afterEach(() => setWeather({}))
test.use({ expectedInConsole: sentAgain })

// Longer than 20 s: all of its bytes are copied, sent, downloaded and compared.
test(
  'a video of 205 MiB is cut off half-way, goes on where it stopped, and comes back byte for byte',
  { tag: '@promise' },
  async ({ context }) => {
    const path = await makeFile('final-do-campeonato.mp4', mebibytes)
    const name = basename(path)
    const first = await context.newPage()
    await withoutPicker(first)
    // Somebody new: to who has this file already it would come under another name.
    await signIn(first, await registeredCoach('pt-BR'))
    await openFiles(first)
    await readyForOffline(first, 'pt-BR')

    await test.step('choose it, and kill the tab half-way', async () => {
      await forgetPassed()
      await setWeather({ bytesPerSecond: 5 * 1024 * 1024 })
      await first
        .getByLabel(t('files.choose'), { exact: true })
        .and(first.locator('input'))
        .setInputFiles(path)
      const progress = first.getByRole('progressbar', { name: t('files.progressOf', { name }) })
      await expect(progress).toBeVisible()
      // What looks nearly sent is not copied: the line stands still meanwhile.
      await setWeather({ down: true })
      await expect(first.getByText(t('files.keeping.kept'))).toBeVisible()
      await expectAccessible(first)
      // The line takes five parts more than half of them, and four are sent side by side: more than half arrive, and not all.
      await setWeather({ bytesLeft: (Math.ceil(parts / 2) + 5) * partSize })
      await expect
        .poll(async () => (await passedParts()).filter(({ status }) => status === 200).length)
        .toBeGreaterThan(parts / 2)
      await first.close()
      await calmDown()
    })

    const before = await passedParts()
    const arrived = new Set(before.filter(({ status }) => status === 200).map(({ part }) => part))
    expect(arrived.size).toBeLessThan(parts - 4)

    const second = await context.newPage()
    await withoutPicker(second)

    await test.step('come back without a connection: the line shows how far it was', async () => {
      await context.setOffline(true)
      await openFiles(second)
      const progress = second.getByRole('progressbar', { name: t('files.progressOf', { name }) })
      // A few parts arrived without this device hearing of it in time.
      await expect
        .poll(() => progress.evaluate((line: HTMLProgressElement) => line.value / line.max))
        .toBeGreaterThan(0.4)
      await second.goto('about:blank')
    })

    await test.step('come back: nobody asks for the file, which this device has kept', async () => {
      await forgetPassed()
      await setWeather({})
      await context.setOffline(false)
      await openFiles(second)
      await expect(second.getByText(t('files.reason.fileRestart'))).toHaveCount(0)
    })

    await test.step('it goes on without sending again what arrived', async () => {
      await expect(second.getByText(t('files.state.completed'))).toBeVisible()
      const sent = await passedParts()
      expect(sent.filter(({ part }) => arrived.has(part))).toEqual([])
      // A part without a response is not counted: one that the busy machine let stall may be sent a second time.
      const stored = sent.filter(({ status }) => status === 200).map(({ part }) => part)
      // Of the four parts on their way when the tab died, some were stored though nobody heard the answer.
      expect(stored.length).toBeGreaterThanOrEqual(parts - arrived.size - 4)
      expect(new Set(stored).size).toBe(stored.length)
    })

    await test.step('download it, byte for byte', async () => {
      await second.reload()
      await second.getByLabel(t('files.browse.select', { name })).check()
      const downloading = second.waitForEvent('download')
      await second.getByRole('button', { name: t('files.browse.download'), exact: true }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(name)
      expect(await hashOf(await download.path())).toBe(await hashOf(path))
    })
  },
)
