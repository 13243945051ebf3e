import { expect, type Browser, type Page, type Request } from '@playwright/test'
import { deviceIdOf } from '../device/device-id.ts'
import { signIn } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { answerByFirstOptions, answerSurvey } from '../screens/answer-survey.ts'
import { messagesOf } from '../screens/messages.ts'
import { test } from '../screens/test.ts'

const locale = 'pt-BR'
const t = messagesOf(locale)
const newPage = async (browser: Browser) => (await browser.newContext()).newPage()

const isDelivery = (request: Request) => request.url().endsWith('/api/save-answers')
const keyOf = (request: Request) => request.headers()['idempotency-key']

/** Answers a survey; resolves to the customer whose answers they are, and the key of the entry. */
const answer = async (page: Page) => {
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  const answered = page.context().waitForEvent('response', {
    predicate: (response) => isDelivery(response.request()) && response.ok(),
  })
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  const request = (await answered).request()
  const { customer_id: customer } = request.postDataJSON() as { customer_id: string }
  return { customer, key: keyOf(request) }
}

/** A call of the product API with the cookies of a page, as somebody makes it who knows how. */
const post = async ({ request }: Page, path: string, body: object, headers: Record<string, string> = {}) => {
  const { token } = await (await request.get('/api/sanctum/csrf-cookie')).json()
  const response = await request.post(path, { data: body, headers: { 'X-XSRF-TOKEN': token, ...headers } })
  return { status: response.status(), body: await response.json() }
}

test('who knows the id of a device can neither move it, prune its log nor invent gaps', async ({
  page,
  browser,
}) => {
  const admin = await newPage(browser)
  await signIn(admin, { locale, email: 'admin.br@example.com', password: 'Barriers-2026!' })
  const seen = async (device: string) => (await admin.request.get(`/api/sync-device?device=${device}`)).json()

  const [device, owner] = await test.step('a coach answers a survey, and their phone reports', async () => {
    await signIn(page, await registeredCoach(locale))
    const { customer } = await answer(page)
    const id = await deviceIdOf(page)
    await expect
      .poll(async () => JSON.stringify((await seen(id)).rows))
      .toMatch(/"happened":"delivered"[^}]*"name":"survey\.answered\.v2"/)
    await page.context().close()
    return [id, customer]
  })
  const before = await seen(device)
  expect(before.device).toMatchObject({ customer_id: owner, gaps: 0 })

  const stranger = await newPage(browser)
  const customer =
    await test.step('another browser signs in with that id, and is given its own', async () => {
      await stranger.goto(`/${locale}/login`)
      // The app makes the databases of a device, when it starts behind the page that was prerendered.
      await stranger.keyboard.press('Shift')
      await expect(stranger.locator('#root[data-prerendered]')).toHaveCount(0)
      await deviceIdOf(stranger, device)
      await signIn(stranger, await registeredCoach(locale))
      const { customer: theirs } = await answer(stranger)
      const own = await deviceIdOf(stranger)
      expect(own).not.toBe(device)
      await expect
        .poll(async () => JSON.stringify((await seen(own)).rows))
        .toMatch(/"happened":"delivered"[^}]*"name":"survey\.answered\.v2"/)
      expect((await seen(own)).device).toMatchObject({ customer_id: theirs, gaps: 0 })
      return theirs
    })

  await test.step('calls in the name of that device change nothing of it', async () => {
    const entry = { customer_id: customer, event_id: 1, value: 'x' }
    const key = { 'Idempotency-Key': crypto.randomUUID(), 'X-Device-Sequence': `${device}/999` }
    expect((await post(stranger, '/api/events', entry, key)).status).toBe(200)
    const report = {
      customer_id: customer,
      device,
      version: '1.0.0',
      locale,
      pending: { to_send: 0, needs_you: 0, oldest_age: null },
      mine: { to_send: 0, needs_you: 0 },
      sequences: { highest: 1_000_000, pending: [], discarded: [] },
      clock_offset: 0,
      storage: { usage: null, quota: null, persisted: null },
      errors: [],
      rows: [{ id: Number.MAX_SAFE_INTEGER, at: 1, happened: 'captured', seq: 1, name: 'event.logged.v1' }],
    }
    const refused = await post(stranger, '/api/sync-report', report)
    expect([refused.status, refused.body.error.path]).toEqual([422, 'device'])
  })
  expect(await seen(device)).toEqual(before)
})

test('a phone that lost its secret goes on under another id, and sends once more what it had delivered under the first', async ({
  page,
}) => {
  await signIn(page, await registeredCoach(locale))
  const { key } = await answer(page)
  const before = await deviceIdOf(page)
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))

  await page.context().clearCookies()
  const again = page.waitForResponse(
    (response) => isDelivery(response.request()) && keyOf(response.request()) === key,
  )
  await page.goto(`/${locale}/${t('courseSlug')}/training-2`)
  await answerByFirstOptions(page, locale)
  expect((await again).status()).toBe(200)
  await expect(page.locator('header output')).toHaveText(t('sync.allSaved'))
  expect(await deviceIdOf(page)).not.toBe(before)
})
