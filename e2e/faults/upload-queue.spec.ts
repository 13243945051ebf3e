import { basename } from 'node:path'
import { expect } from '@playwright/test'
import { signIn } from '../people/coach.ts'
import { makeFile } from '../device/large-file.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { withoutPicker } from '../screens/without-picker.ts'
import { messagesOf } from '../screens/messages.ts'
import {
  filesScreen,
  numbers,
  parts,
  refusal,
  sharedCoach,
  sharedFilesScreen,
} from '../screens/files-screen.ts'
import { test } from '../screens/test.ts'
import { passedAborts, setWeather } from '../system/weather.ts'
import type { Rules } from '../system/weather-schema.ts'

const { locale } = sharedCoach
const t = messagesOf(locale)
const files = sharedFilesScreen()

test.describe('a cancel is final', () => {
  test('while the upload is created', async () => {
    const path = await files().choose('cancel-create.mp4', { rules: [{ request: 'create', does: 'stall' }] })
    await expect(files().row(path)).toContainText(t('files.state.preparing'))
    await files().cancel(path)
    await expect(files().row(path)).not.toContainText(t('files.state.completed'))
    expect(await numbers()).toEqual([])
  })

  test('with parts in flight, and the upload is taken back from the store', async () => {
    const rules: Rules = [{ request: 'sendPart', does: 'stall', times: parts }]
    const path = await files().choose('cancel-parts.mp4', { rules })
    await expect(files().row(path)).toContainText(t('files.state.sending'))
    await files().cancel(path)
    await expect.poll(passedAborts).toEqual([204])
    expect(await numbers()).toEqual([])
  })
})

test('a file that waits can be sent first', async () => {
  const names = ['1', '2', '3', '4', '5'].map((number) => `order-${number}.mp4`)
  const paths = await Promise.all(names.map((name) => makeFile(name, 6)))
  // So slow that the three which are under way stay so: only behind them there is an order to change.
  await setWeather({ bytesPerSecond: 64 * 1024 })
  await files().field().setInputFiles(paths)
  const [, , , fourth = '', fifth = ''] = paths
  await expect(await files().option('files.button.first', fourth)).toBeDisabled()
  const first = await files().option('files.button.first', fifth)
  await first.click()
  await expect(first).toBeDisabled()
  await expect(files().page.getByRole('listitem').filter({ hasText: 'order-' }).first()).toContainText(
    'order-5.mp4',
  )
  await setWeather({})
  for (const path of paths) await files().expectStored(path)
})

test('another tab sees the upload, pauses it, lets it go on and cancels it', async () => {
  const path = await files().choose('two-tabs.mp4', { bytesPerSecond: 64 * 1024 })
  await expect(files().button('files.button.pause', path)).toBeVisible()
  const other = filesScreen(await files().page.context().newPage(), locale)
  await other.page.goto(`/${locale}/files`)
  await other.button('files.button.pause', path).click()
  await expect(other.row(path)).toContainText(t('files.reason.you'))
  await expect(files().row(path)).toContainText(t('files.reason.you'))
  await other.button('files.button.resume', path).click()
  await expect(other.button('files.button.pause', path)).toBeVisible()
  await other.cancel(path)
  await files().expectRow(path, t('files.state.cancelled'))
  await other.page.close()
})

test('a file goes to the folder that is open', async () => {
  await files().page.goto(`/${locale}/files?level=private&folder=${encodeURIComponent('final/2026/')}`)
  await expect(files().page.getByText(t('files.toFolder', { folder: 'final/2026' }))).toBeVisible()
  const path = await files().choose('in-folder.mp4', {})
  const key = `final/2026/${basename(path)}`
  await files().expectRow(path, t('files.state.completedAs', { key }))
  await expect(
    files()
      .page.getByRole('row')
      .filter({ hasText: basename(path) }),
  ).toBeVisible()
})

test('whose credentials the storage refuses the coach can sign in again, and the upload goes on', async () => {
  const path = await files().choose('sign-in-again.mp4', {
    rules: [{ request: 'sendPart', does: 'answer', times: 8, status: 400, body: refusal('ExpiredToken') }],
  })
  await expect(files().row(path)).toContainText(t('files.reason.signIn'))
  await setWeather({})
  await files()
    .row(path)
    .getByRole('link', { name: t('files.button.signIn') })
    .click()
  const { email, password } = sharedCoach
  await expect(files().page.getByLabel(t('signIn.email'))).toHaveValue(email)
  await files().page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
  await files()
    .page.getByRole('button', { name: t('signIn.submit'), exact: true })
    .click()
  await expect(files().page.getByRole('heading', { name: t('files.title') })).toBeVisible()
  await files().expectStored(path)
})

test.describe('where the database of the device is broken', () => {
  test.use({ expectedInConsole: /^Uploads cannot be saved on this device/ })

  test('the person is told, and the upload works', async ({ browser }) => {
    const context = await browser.newContext()
    const broken = filesScreen(await context.newPage(), locale)
    await withoutPicker(broken.page)
    await signIn(broken.page, await registeredCoach(locale))
    await broken.page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('breaking-barriers', 99)
          opening.addEventListener('upgradeneeded', () => opening.result.deleteObjectStore('uploads'))
          opening.addEventListener('success', () => resolve(opening.result.close()))
        }),
    )
    await broken.page.goto(`/${locale}/files`)
    const path = await broken.choose('not-kept.mp4', {})
    await broken.expectStored(path)
    await expect(broken.page.getByText(t('files.notDurable'))).toBeVisible()
    await context.close()
  })
})
