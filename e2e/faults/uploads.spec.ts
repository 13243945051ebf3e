import { expect, type Page } from '@playwright/test'
import { addresses } from '../system/addresses.ts'
import { createTranslator } from '../screens/messages.ts'
import { parts, refusal, sharedCoach, setUpSharedFilesScreen } from '../screens/files-screen.ts'
import { test } from '../screens/test.ts'
import { listPassedParts, countPassedPreflights, setStoreFaults } from '../system/store-faults.ts'

const t = createTranslator(sharedCoach.locale)
const files = setUpSharedFilesScreen()

test.use({
  // One journey ends the session: a request that is being signed then has no credentials (specification §6).
  expectedInConsole:
    /^(?:A request to the object store failed|Something on the network answers|The object store did not accept a signature|An upload waits until|No credentials are available)/,
})

/** Makes the identity pool refuse credentials, as after the end of the session. */
const endCredentials = (page: Page) =>
  page.route(`${addresses.userPool}/**`, (route) =>
    route.request().headers()['x-amz-target']?.endsWith('.GetCredentialsForIdentity')
      ? route.fulfill({
          status: 400,
          headers: {
            'access-control-allow-origin': '*',
            'access-control-expose-headers': 'x-amzn-ErrorType',
            'x-amzn-ErrorType': 'NotAuthorizedException',
          },
          json: { __type: 'NotAuthorizedException', message: 'Invalid login token. Token expired' },
        })
      : route.fallback(),
  )

const wifiPage = '<html><body><h1>Welcome to the Wi-Fi</h1></body></html>'

test('only a part whose response was lost is sent again', { tag: '@promise' }, async () => {
  const path = await files().choose('part-unheard.mp4', {
    rules: [{ request: 'sendPart', does: 'lose the answer' }],
  })
  await files().expectStored(path)
  const sent = (await listPassedParts()).map(({ part }) => part)
  expect(sent).toHaveLength(parts + 1)
  expect(new Set(sent).size).toBe(parts)
})

// Longer than 20 s: a proxy takes 8 s for each part, and refused parts are sent again after pauses.
test('an upload sends preflights only when a browser must, and continues after a new sign-in', async () => {
  const { page } = files()

  await test.step('only requests with a body or their own headers wait for a preflight', async () => {
    await page.reload()
    await files().expectStored(await files().choose('first-of-the-day.mp4', {}))
    await files().expectStored(await files().choose('second-of-the-day.mp4', {}))
    const [create, complete] = [1, 1]
    expect(await countPassedPreflights()).toBe(create + parts + complete)
  })

  await test.step('no part is sent twice through a proxy that buffers parts and forwards them slowly', async () => {
    await page.reload()
    // 12 MiB take 8 s, longer than the app waits for a lost response on a fast line.
    const slowProxy = { bytesPerSecond: 1_500_000, buffered: true }
    await files().expectStored(await files().choose('quick-photo.jpg', slowProxy, 1))
    await files().expectStored(await files().choose('buffered.mp4', slowProxy))
    expect(await listPassedParts()).toHaveLength(parts)
    await setStoreFaults({})
  })

  await test.step('a part is sent again when the storage refuses it in a valid session or something else answers', async () => {
    const part = { request: 'sendPart', does: 'answer' } as const
    const foreign = { does: 'answer', status: 200, body: wifiPage } as const
    const path = await files().choose('refused-in-a-good-session.mp4', {
      rules: [
        { ...part, times: 8, status: 400, body: refusal('ExpiredToken') },
        { ...part, times: 2, status: 403, body: refusal('InvalidAccessKeyId') },
        { ...part, times: 1, status: 403, body: refusal('SignatureDoesNotMatch') },
        { ...part, times: 1, status: 403, body: refusal('AccessDenied', 'Request has expired') },
        { ...part, times: 2, status: 403, body: refusal('RequestTimeTooSkewed') },
        { ...foreign, request: 'create' },
        { ...foreign, request: 'sendPart' },
        { ...foreign, request: 'complete' },
      ],
    })
    await files().expectStored(path)
  })

  await test.step('when something else answers every part, the file is sent at most twice, and continues when the app is shown again', async () => {
    // If the app sends a part more often, the part reaches the storage.
    const times = 2 * parts
    const path = await files().choose('wifi-that-asks-to-sign-in.mp4', {
      rules: [{ request: 'sendPart', times, does: 'answer', status: 200, body: wifiPage }],
    })
    await expect(page.getByText(t('files.reason.foreignAnswer'))).toBeVisible()
    expect(await listPassedParts()).toEqual([])
    await setStoreFaults({})
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await files().expectStored(path)
  })

  await test.step('the coach can sign in again when the session has ended', async () => {
    await endCredentials(page)
    const path = await files().choose('sign-in-again.mp4', {
      rules: [{ request: 'sendPart', does: 'answer', status: 400, body: refusal('ExpiredToken') }],
    })
    await expect(files().row(path)).toContainText(t('files.reason.signIn'))
    await page.unrouteAll()
    await files()
      .row(path)
      .getByRole('link', { name: t('files.button.signIn') })
      .click()
    const { email, password } = sharedCoach
    await expect(page.getByLabel(t('signIn.email'))).toHaveValue(email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('files.title') })).toBeVisible()
    await files().expectStored(path)
  })
})
