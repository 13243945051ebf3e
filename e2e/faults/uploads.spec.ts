import { basename } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { demoCoach, signIn } from '../coach.ts'
import { recordsOf } from '../device-records.ts'
import { makeFile } from '../large-file.ts'
import { watchOpenUploads } from '../open-uploads.ts'
import { registeredCoach } from '../registered-coach.ts'
import { wordsOf } from '../words.ts'
import { forgetPassed, passedAborts, passedParts, setWeather } from './weather.ts'
import type { Weather } from './weather-schema.ts'

/** Another coach than that of the journeys, who counts the stored files. */
const locale = 'es-MX'
const t = wordsOf(locale)
type Rules = NonNullable<Weather['rules']>

/** Three parts: one more than the two that a rule of these tests ever touches. */
const mebibytes = 12
const parts = 3

const refusal = (code: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`

/** Playwright cannot answer the system's file picker: without it the screen falls back to a plain file field. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'showOpenFilePicker', { value: undefined })
  })

let page: Page

const row = (path: string) => page.getByRole('listitem').filter({ hasText: basename(path) })
const button = (words: string, path: string) =>
  page.getByRole('button', { name: t('files.actionOn', { action: t(words), name: basename(path) }) })

const field = () => page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input'))

/** Chooses a new file under a weather. */
const choose = async (name: string, weather: Weather): Promise<string> => {
  const path = await makeFile(name, mebibytes)
  await forgetPassed()
  await setWeather(weather)
  await field().setInputFiles(path)
  return path
}

/** Cancels an upload; whether bytes have left, and a question is asked, is a matter of the moment. */
const cancel = async (path: string) => {
  await button('files.button.cancel', path).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: t('files.cancelConfirm') })
  const cancelled = row(path).getByText(t('files.state.cancelled'))
  await expect(confirm.or(cancelled)).toBeVisible()
  if (await confirm.isVisible()) await confirm.click()
  await expect(cancelled).toBeVisible()
}

const expectStored = (path: string) =>
  expect(row(path).filter({ hasText: t('files.state.completed') })).toBeVisible()

const numbers = async () => (await passedParts()).map(({ part }) => part).toSorted((a, b) => a - b)

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext()
  page = await context.newPage()
  await withoutPicker(page)
  await signIn(page, demoCoach(locale))
  await page.goto(`/${locale}/files`)
  await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
})
test.afterEach(() => setWeather({}))
test.afterAll(() => page.context().close())

test.describe('the upload goes on by itself after', () => {
  const answer = { request: 'sendPart', does: 'answer' } as const
  const troubles: Record<string, Rules> = {
    'a store that is busy': [
      { ...answer, status: 503, headers: { 'Retry-After': '1' }, body: refusal('SlowDown') },
      { ...answer, status: 500, body: refusal('InternalError') },
    ],
    'credentials that expired': [{ ...answer, times: 2, status: 400, body: refusal('ExpiredToken') }],
    'a clock that is wrong': [
      {
        ...answer,
        status: 403,
        body: refusal('RequestTimeTooSkewed', '<ServerTime>{serverTime}</ServerTime>'),
      },
    ],
    'a Complete that failed with status 200': [
      { request: 'complete', does: 'answer', status: 200, body: refusal('InternalError') },
    ],
  }
  for (const [trouble, rules] of Object.entries(troubles)) {
    test(trouble, async () => {
      const path = await choose(`${trouble}.mp4`, { rules })
      await expectStored(path)
      expect(await numbers()).toEqual([1, 2, 3])
    })
  }

  test('an answer to a part that was lost: only that part is sent again', async () => {
    const path = await choose('part-unheard.mp4', {
      rules: [{ request: 'sendPart', does: 'lose the answer' }],
    })
    await expectStored(path)
    const sent = await numbers()
    expect(sent).toHaveLength(parts + 1)
    expect(new Set(sent).size).toBe(parts)
  })

  test('an answer to the Complete that was lost: the object is found, and nothing is sent again', async () => {
    const path = await choose('complete-unheard.mp4', {
      rules: [{ request: 'complete', does: 'lose the answer' }],
    })
    await expectStored(path)
    expect(await numbers()).toEqual([1, 2, 3])
  })
})

test.describe('an answer to the create that was lost', () => {
  test('is asked for again, and what the first one began is ended', async () => {
    const openUploads = watchOpenUploads(page)
    await page.reload()
    const path = await choose('create-unheard.mp4', {
      rules: [{ request: 'create', does: 'lose the answer' }],
    })
    await expectStored(path)
    expect(await numbers()).toEqual([1, 2, 3])
    expect(await passedAborts()).toEqual([204])
    expect(await openUploads()).toEqual([])
  })

  test('leaves nothing in the store when the app is closed before it asks again', async () => {
    const openUploads = watchOpenUploads(page)
    await page.reload()
    const path = await choose('create-orphan.mp4', {
      rules: [
        { request: 'create', does: 'lose the answer' },
        { request: 'listUploads', does: 'stall', times: 9 },
      ],
    })
    await expect.poll(openUploads).toEqual(['create-orphan.mp4'])
    await page.reload()
    await setWeather({})
    await expect(row(path)).toContainText(t('files.reason.fileRestart'))
    expect(await openUploads()).toEqual(['create-orphan.mp4'])
    await cancel(path)
    await expect.poll(openUploads).toEqual([])
    await expect.poll(() => recordsOf(page, 'uploads')).toEqual([])
  })
})

test('a bucket that hides the ETag is told apart, and trying again goes on', async () => {
  const path = await choose('etag.mp4', {
    rules: [{ request: 'sendPart', does: 'hide headers', times: parts, hide: ['etag'] }],
  })
  await expect(row(path)).toContainText(t('files.refused.HiddenETag'))
  await setWeather({})
  await button('files.button.tryAgain', path).click()
  await expectStored(path)
})

test.describe('a cancel is final', () => {
  test('while the upload is created', async () => {
    const path = await choose('cancel-create.mp4', { rules: [{ request: 'create', does: 'stall' }] })
    await expect(row(path)).toContainText(t('files.state.preparing'))
    await cancel(path)
    await expect(row(path)).not.toContainText(t('files.state.completed'))
    expect(await numbers()).toEqual([])
  })

  test('with parts in flight, and the upload is taken back from the store', async () => {
    const rules: Rules = [{ request: 'sendPart', does: 'stall', times: parts }]
    const path = await choose('cancel-parts.mp4', { rules })
    await expect(row(path)).toContainText(t('files.state.sending'))
    await cancel(path)
    await expect.poll(passedAborts).toEqual([204])
    expect(await numbers()).toEqual([])
  })
})

test('a file that waits can be sent first', async () => {
  const names = ['1', '2', '3', '4', '5'].map((number) => `order-${number}.mp4`)
  const paths = await Promise.all(names.map((name) => makeFile(name, 6)))
  // So slow that the three which are under way stay so: only behind them there is an order to change.
  await setWeather({ bytesPerSecond: 64 * 1024 })
  await field().setInputFiles(paths)
  const [, , , fourth = '', fifth = ''] = paths
  await expect(button('files.button.first', fourth)).toBeDisabled()
  await button('files.button.first', fifth).click()
  await expect(button('files.button.first', fifth)).toBeDisabled()
  await expect(page.getByRole('listitem').filter({ hasText: 'order-' }).first()).toContainText('order-5.mp4')
  await setWeather({})
  for (const path of paths) await expectStored(path)
})

test('another tab sees the upload, pauses it, lets it go on and cancels it', async () => {
  const path = await choose('two-tabs.mp4', { bytesPerSecond: 2 * 1024 * 1024 })
  await expect(button('files.button.pause', path)).toBeVisible()
  const owner = page
  const other = await owner.context().newPage()
  await other.goto(`/${locale}/files`)
  page = other
  await button('files.button.pause', path).click()
  await expect(row(path)).toContainText(t('files.reason.you'))
  page = owner
  await expect(row(path)).toContainText(t('files.reason.you'))
  page = other
  await button('files.button.resume', path).click()
  await expect(button('files.button.pause', path)).toBeVisible()
  await cancel(path)
  page = owner
  await expect(row(path)).toContainText(t('files.state.cancelled'))
  await other.close()
})

test('a file goes to the folder that is open', async () => {
  await page.goto(`/${locale}/files?level=private&folder=${encodeURIComponent('final/2026/')}`)
  await expect(page.getByText(t('files.toFolder', { folder: 'final/2026' }))).toBeVisible()
  const path = await choose('in-folder.mp4', {})
  const key = 'final/2026/in-folder.mp4'
  await expect(row(path)).toContainText(t('files.state.completedAs', { key }))
  await expect(page.getByRole('row').filter({ hasText: 'in-folder.mp4' })).toBeVisible()
})

test('where the database of the device is broken the person is told, and the upload works', async ({
  browser,
}) => {
  const whole = page
  const context = await browser.newContext()
  page = await context.newPage()
  await withoutPicker(page)
  await signIn(page, await registeredCoach(locale))
  // A version from the future: no other can be opened any more.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('breaking-barriers', 99)
        opening.addEventListener('success', () => resolve(opening.result.close()))
      }),
  )
  await page.goto(`/${locale}/files`)
  const path = await choose('not-kept.mp4', {})
  await expectStored(path)
  await expect(page.getByText(t('files.notDurable'))).toBeVisible()
  await context.close()
  page = whole
})
