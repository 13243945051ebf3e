import { createServer } from 'node:http'
import { basename } from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import * as v from 'valibot'
import { expectAccessible } from '../../screens/accessible.ts'
import { getDemoCoach, signIn } from '../../people/coach.ts'
import { clearPassedRequests, listPassedParts, setStoreFaults } from '../../system/store-faults.ts'
import { createRandomFile } from '../../device/large-file.ts'
import { removePicker } from '../../screens/without-picker.ts'
import { findUploadRow as row } from '../../screens/upload-row.ts'
import { createTranslator } from '../../screens/messages.ts'
import { addresses } from '../../system/addresses.ts'
import { test } from '../../screens/test.ts'

/** A locale whose coach no other upload test uses, because those tests count the stored files. */
const locale = 'es-AR'
const t = createTranslator(locale)
const mebibyte = 1024 * 1024

const open = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await removePicker(page)
  return page
}

const openFiles = async (page: Page) => {
  await page.goto(`/${locale}/files`)
  await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
}

const field = (page: Page, words: string) =>
  page.getByLabel(t(words), { exact: true }).and(page.locator('input'))

/** An answer to the question whether to upload a stored file again. */
const answer = (page: Page, id: 'uploadAnyway' | 'dontUpload', name: string) =>
  page.getByRole('button', { name: t('files.actionOn', { action: t(`files.button.${id}`), name }) })

test.afterEach(() => setStoreFaults({}))
test.use({
  expectedInConsole:
    /^A page of another site tried to share files|^Service Worker registration blocked|^The service worker could not be registered/,
})

// Longer than 20 s: the browser copies and sends 60 MiB.
test('the app requests a file again whose copy the browser evicted, and refuses another one', async ({
  context,
}) => {
  const path = await createRandomFile('semifinal.mp4', 60)
  const first = await open(context)
  await signIn(first, getDemoCoach(locale))
  await openFiles(first)
  await clearPassedRequests()
  await setStoreFaults({ bytesPerSecond: mebibyte })
  await field(first, 'files.choose').setInputFiles(path)
  await expect(row(first, path)).toContainText(t('files.state.sending'))
  // The app does not copy a file that looks almost sent, so the line stops meanwhile.
  await setStoreFaults({ down: true })
  await expect(row(first, path)).toContainText(t('files.keeping.kept'))
  await expectAccessible(first)
  await first.close()
  await setStoreFaults({ bytesPerSecond: mebibyte })

  const second = await open(context)
  // The only page of the site without the app, which could otherwise use the copy before it is deleted.
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
  await again.setInputFiles(await createRandomFile('otro-partido.mp4', 6))
  await expect(second.getByRole('alert')).toContainText(
    t('files.again.otherFile', { name: 'otro-partido.mp4' }),
  )
  await setStoreFaults({})
  await again.setInputFiles(path)
  await expect(row(second, path).filter({ hasText: t('files.state.completed') })).toBeVisible()

  await test.step('choose it once more: it is stored already, and nothing is sent', async () => {
    await clearPassedRequests()
    await field(second, 'files.choose').setInputFiles(path)
    const key = basename(path)
    await expect(
      row(second, path).filter({ hasText: t('files.reason.alreadyStored', { key }) }),
    ).toBeVisible()
    await expectAccessible(second)
    await answer(second, 'dontUpload', key).click()
    await expect(answer(second, 'dontUpload', key)).toBeHidden()
    expect(await listPassedParts()).toEqual([])
  })
})

/** Posts files from the open page to the share address, as a phone does, and as any site could. */
const share = async (page: Page, files: { name: string; type: string }[], more = '') => {
  await page.evaluate(
    ({ given, action, markup }) => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `${markup}<form method="post" enctype="multipart/form-data" action="${action}">
          <input name="title" value="Final" /><input type="file" name="files" multiple />
        </form>`,
      )
      const form = [...document.forms].at(-1)
      const field = form?.querySelector<HTMLInputElement>('input[type=file]')
      const transfer = new DataTransfer()
      for (const { name, type } of given) transfer.items.add(new File(['x'.repeat(9)], name, { type }))
      if (field) field.files = transfer.files
      // Submits only after the script has returned its result.
      setTimeout(() => form?.submit())
    },
    { given: files, action: `${addresses.site}/share-files`, markup: more },
  )
  await page.waitForURL(`**/${locale}/files`)
  await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
}

/** Names of the shared files stored on the device. */
const sharedOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const names: string[] = []
    for await (const name of (await root.getDirectoryHandle('shared', { create: true })).keys())
      names.push(name)
    return names
  })

const withServiceWorker = async (page: Page) => {
  await signIn(page, getDemoCoach(locale))
  await openFiles(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Starts another site with one empty page. Resolves with its address and a function that stops it. */
const startElsewhere = async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<body></body>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = v.parse(v.object({ port: v.number() }), server.address())
  return { address: `http://127.0.0.1:${port}/`, end: () => server.close() }
}

const planted = [
  { name: 'planted.html', type: 'text/html' },
  { name: 'planted.mp4', type: 'video/mp4' },
]

// Longer than 20 s: a coach signs in on two phones, and one becomes available offline.
test('a page of another site can add no file; a shared video is sent when the coach has agreed and is online', async ({
  browser,
  context,
}) => {
  await test.step('without a service worker no file is accepted, and the app says so', async () => {
    const bare = await browser.newContext({ serviceWorkers: 'block' })
    const page = await open(bare)
    await signIn(page, getDemoCoach(locale))
    await share(page, [{ name: 'partido.mp4', type: 'video/mp4' }])
    await expect(page.getByText(t('files.refusal.shareLost'))).toBeVisible()
    await bare.close()
  })

  const page = await open(context)
  const elsewhere = await startElsewhere()
  await withServiceWorker(page)
  const stored = async () =>
    (await listPassedParts()).length +
    (await page.getByRole('listitem').filter({ hasText: 'planted' }).count())
  const question = page.getByRole('button', { name: t('files.shared.discard') })
  await clearPassedRequests()

  await test.step('a page that states its origin is refused', async () => {
    await page.goto(elsewhere.address)
    await share(page, planted)
    await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
    expect(await sharedOn(page)).toEqual([])
    await expect(question).toBeHidden()
    expect(await stored()).toBe(0)
  })

  await test.step('a page that hides its origin looks like an app: only the video waits, and nothing is sent', async () => {
    await page.goto(elsewhere.address)
    await share(page, planted, '<meta name="referrer" content="no-referrer">')
    await expect(question).toBeVisible()
    await expect(page.getByText('planted.mp4')).toBeVisible()
    await expect(page.getByText(/planted\.html/)).toBeHidden()
    await expectAccessible(page)
    expect(await sharedOn(page)).toHaveLength(1)
    expect(await stored()).toBe(0)
  })

  await test.step('the coach declines it: it is deleted', async () => {
    await question.click()
    await expect(question).toBeHidden()
    await expect.poll(() => sharedOn(page)).toEqual([])
    expect(await stored()).toBe(0)
  })
  elsewhere.end()

  const name = 'galería ⚽️.mp4'

  await test.step('a video is shared as by a phone, offline, and the coach agrees', async () => {
    await openFiles(page)
    await setStoreFaults({ down: true })
    await context.setOffline(true)
    await share(page, [{ name, type: 'video/mp4' }])
    await page.getByRole('button', { name: t('files.shared.add'), exact: true }).click()
    await expect(row(page, name)).toBeVisible()
  })

  await test.step('it is sent when online, and nothing of it stays on the device', async () => {
    await context.setOffline(false)
    await setStoreFaults({})
    await expect(row(page, name).filter({ hasText: t('files.state.completed') })).toBeVisible()
    await expect.poll(() => sharedOn(page)).toEqual([])
  })

  await test.step('share it again: it is stored already, and is sent under the next number after the coach agrees', async () => {
    await share(page, [{ name, type: 'video/mp4' }])
    await page.getByRole('button', { name: t('files.shared.add'), exact: true }).click()
    await answer(page, 'uploadAnyway', name).click()
    await expect(row(page, 'galería ⚽️ (2).mp4')).toBeVisible()
  })
})
