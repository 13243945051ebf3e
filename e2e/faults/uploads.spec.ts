import { basename } from 'node:path'
import { expect } from '@playwright/test'
import { recordsOf } from '../device/device-records.ts'
import { watchOpenUploads } from '../device/open-uploads.ts'
import { messagesOf } from '../screens/messages.ts'
import {
  numbers,
  openFiles,
  parts,
  refusal,
  sharedCoach,
  sharedFilesScreen,
} from '../screens/files-screen.ts'
import { test } from '../screens/test.ts'
import { completedKeys, passedAborts, passedParts, passedPreflights, setWeather } from '../system/weather.ts'
import type { Rules, Weather } from '../system/weather-schema.ts'

const { locale } = sharedCoach
const t = messagesOf(locale)
const files = sharedFilesScreen()
// For operators, to whom the coach's message has nothing to say.
test.use({ expectedInConsole: /^The bucket's CORS rules do not expose the ETag header/ })

test('only what has a body or headers of its own waits for leave from the store', async () => {
  await files().page.reload()
  await files().expectStored(await files().choose('first-of-the-day.mp4', {}))
  await files().expectStored(await files().choose('second-of-the-day.mp4', {}))
  const [create, complete] = [1, 1]
  expect(await passedPreflights()).toBe(create + parts + complete)
})

test.describe('the upload goes on by itself after', () => {
  const answer = { request: 'sendPart', does: 'answer' } as const
  const troubles: Record<string, Rules> = {
    'a store that is busy': [
      { ...answer, status: 503, headers: { 'Retry-After': '1' }, body: refusal('SlowDown') },
      { ...answer, status: 500, body: refusal('InternalError') },
    ],
    'credentials that expired': [{ ...answer, status: 400, body: refusal('ExpiredToken') }],
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
      const path = await files().choose(`${trouble}.mp4`, { rules })
      await files().expectStored(path)
      expect(await numbers()).toEqual([1, 2, 3])
    })
  }

  test('a response to a part that was lost: only that part is sent again', { tag: '@promise' }, async () => {
    const path = await files().choose('part-unheard.mp4', {
      rules: [{ request: 'sendPart', does: 'lose the answer' }],
    })
    await files().expectStored(path)
    const sent = await numbers()
    expect(sent).toHaveLength(parts + 1)
    expect(new Set(sent).size).toBe(parts)
  })

  test('a response to the Complete that was lost: the object is found, and nothing is sent again', async () => {
    const path = await files().choose('complete-unheard.mp4', {
      rules: [{ request: 'complete', does: 'lose the answer' }],
    })
    await files().expectStored(path)
    expect(await numbers()).toEqual([1, 2, 3])
  })
})

test('who asks whether a name is free, and is refused without words: what lies there is not replaced', async () => {
  const upload = async (weather: Weather): Promise<string[]> => {
    await files().page.reload()
    await files().choose('image.mp4', weather)
    await expect.poll(completedKeys).not.toEqual([])
    const keys = await completedKeys()
    // By the name that it got: the list of stored files has no other.
    for (const key of keys) await files().expectStored(key)
    return keys
  }
  const older = await upload({})
  const newer = await upload({ rules: [{ request: 'head', does: 'answer', status: 400 }] })
  expect([older, newer].map(({ length }) => length)).toEqual([1, 1])
  expect(newer).not.toEqual(older)
})

test('what another device stores under the name while an upload waits stays, and the upload gets another name', async ({
  browser,
}) => {
  const other = await openFiles(browser, sharedCoach)
  const path = await files().choose('two-devices.mp4', { bytesPerSecond: 4_000_000 })
  // One that has no part could be swept by the other device as left over.
  await expect.poll(async () => (await passedParts()).some(({ status }) => status === 200)).toBe(true)
  await files().button('files.button.pause', path).click()
  await expect(files().row(path)).toContainText(t('files.reason.you'))
  await setWeather({})
  const theirs = { name: basename(path), mimeType: 'video/mp4', buffer: Buffer.alloc(12_582_912) }
  await other.field().setInputFiles(theirs)
  await other.expectStored(path)
  await files().button('files.button.resume', path).click()
  await expect.poll(async () => new Set(await completedKeys()).size).toBe(2)
  await other.page.context().close()
})

test.describe('a response to the create that was lost', () => {
  test('is asked for again, and what the first one began is ended', async () => {
    const openUploads = watchOpenUploads(files().page)
    await files().page.reload()
    const path = await files().choose('create-unheard.mp4', {
      rules: [{ request: 'create', does: 'lose the answer' }],
    })
    await files().expectStored(path)
    expect(await numbers()).toEqual([1, 2, 3])
    expect(await passedAborts()).toEqual([204])
    expect(await openUploads()).toEqual([])
  })

  test('leaves nothing in the store when the app is closed before it asks again', async () => {
    const openUploads = watchOpenUploads(files().page)
    await files().page.reload()
    const path = await files().choose('create-orphan.mp4', {
      rules: [
        // The browser may ask again by itself, and leave more than one.
        { request: 'create', does: 'lose the answer', times: 9 },
        { request: 'listUploads', does: 'stall', times: 9 },
      ],
    })
    await expect.poll(openUploads).toContain('create-orphan.mp4')
    await files().reopen()
    await setWeather({})
    await expect(files().row(path)).toContainText(t('files.reason.fileRestart'))
    expect(await openUploads()).toContain('create-orphan.mp4')
    await files().cancel(path)
    await expect.poll(openUploads).toEqual([])
    await expect.poll(() => recordsOf(files().page, 'uploads')).toEqual([])
  })
})

test.describe('a tab that is closed while the upload is completed', () => {
  const closings: Record<string, Rules> = {
    'and the store did it': [
      { request: 'complete', does: 'lose the answer' },
      { request: 'complete', does: 'stall', times: 9 },
    ],
    'before the store could': [{ request: 'complete', does: 'stall', times: 9 }],
  }
  for (const [when, rules] of Object.entries(closings)) {
    test(`${when}: the upload is finished without the file`, async () => {
      const path = await files().choose(`closed ${when}.mp4`, { rules })
      await expect(files().row(path)).toContainText(t('files.state.finishing'))
      await expect.poll(async () => (await recordsOf(files().page, 'uploads')).length).toBe(1)
      await setWeather({})
      await files().reopen()
      await files().expectStored(path)
      expect(await numbers()).toEqual([1, 2, 3])
    })
  }
})

test('a bucket that hides the ETag is told apart, and trying again goes on', async () => {
  const path = await files().choose('etag.mp4', {
    rules: [{ request: 'sendPart', does: 'hide headers', times: parts, hide: ['etag'] }],
  })
  await expect(files().row(path)).toContainText(t('files.refused.misconfigured', { code: 'HiddenETag' }))
  await setWeather({})
  await files().button('files.button.tryAgain', path).click()
  await files().expectStored(path)
})
