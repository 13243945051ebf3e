import { basename } from 'node:path'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { expectAccessible } from '../screens/accessible.ts'
import { demoCoach, signIn } from '../people/coach.ts'
import { forgetPassed, passedParts, setWeather } from '../system/weather.ts'
import { makeFile } from '../device/large-file.ts'
import { withoutPicker } from '../screens/without-picker.ts'
import { messagesOf } from '../screens/messages.ts'

/** Another coach than that of the other uploads, who counts the stored files. */
const locale = 'es-AR'
const t = messagesOf(locale)
const mebibyte = 1024 * 1024

const open = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await withoutPicker(page)
  return page
}

const openFiles = async (page: Page) => {
  await page.goto(`/${locale}/files`)
  await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
}

const field = (page: Page, words: string) =>
  page.getByLabel(t(words), { exact: true }).and(page.locator('input'))
const row = (page: Page, path: string) => page.getByRole('listitem').filter({ hasText: basename(path) })

test.afterEach(() => setWeather({}))

test('a file whose copy the browser threw away is asked for again, and another one is refused', async ({
  context,
}) => {
  const path = await makeFile('semifinal.mp4', 60)
  const first = await open(context)
  await signIn(first, demoCoach(locale))
  await openFiles(first)
  await forgetPassed()
  await setWeather({ bytesPerSecond: mebibyte })
  await field(first, 'files.choose').setInputFiles(path)
  await expect(row(first, path)).toContainText(t('files.state.sending'))
  // What looks nearly sent is not copied: the line stands still meanwhile.
  await setWeather({ down: true })
  await expect(row(first, path)).toContainText(t('files.keeping.kept'))
  await expectAccessible(first)
  await first.close()
  await setWeather({ bytesPerSecond: mebibyte })

  const second = await open(context)
  // The only page of the site without the app, which could use the copy before it is gone.
  await second.goto('/recover')
  await expect
    .poll(() =>
      second.evaluate(async () => {
        const root = await navigator.storage.getDirectory()
        return root.removeEntry('upload-copies', { recursive: true }).then(
          () => true,
          () => false,
        )
      }),
    )
    .toBe(true)
  await openFiles(second)
  await expect(row(second, path)).toContainText(t('files.reason.fileRestart'))
  await expectAccessible(second)
  const again = field(second, 'files.button.chooseAgain')
  await again.setInputFiles(await makeFile('otro-partido.mp4', 6))
  await expect(second.getByRole('alert')).toContainText(
    t('files.again.otherFile', { name: 'otro-partido.mp4' }),
  )
  await setWeather({})
  await again.setInputFiles(path)
  await expect(row(second, path).filter({ hasText: t('files.state.completed') })).toBeVisible()
})

test('a video that another app shares, without a connection, is queued and sent when there is one', async ({
  context,
}) => {
  const path = await makeFile('galería ⚽️.mp4', 7)
  const page = await open(context)
  await signIn(page, demoCoach(locale))
  await openFiles(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await setWeather({ down: true })
  await context.setOffline(true)

  await test.step('share it as a phone does: a form is posted to the address of the manifest', async () => {
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<form method="post" enctype="multipart/form-data" action="/share-files">
          <input name="title" value="Final" /><input type="file" name="files" id="shared" />
        </form>`,
      )
    })
    await page.locator('#shared').setInputFiles(path)
    await Promise.all([
      page.waitForURL(`**/${locale}/files`),
      page.locator('#shared').evaluate((input: HTMLInputElement) => input.form?.submit()),
    ])
    await expect(row(page, path)).toBeVisible()
  })

  await test.step('with the connection it goes out, and nothing of it stays on the device', async () => {
    await forgetPassed()
    await context.setOffline(false)
    await setWeather({})
    await expect(row(page, path).filter({ hasText: t('files.state.completed') })).toBeVisible()
    expect(new Set((await passedParts()).map(({ part }) => part))).toEqual(new Set([1, 2]))
    const kept = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const names: string[] = []
      for await (const name of (await root.getDirectoryHandle('shared')).keys()) names.push(name)
      return names
    })
    expect(kept).toEqual([])
  })
})
