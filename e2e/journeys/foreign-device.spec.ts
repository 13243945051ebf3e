import { expect, test, type Browser, type Page } from '@playwright/test'
import { deviceIdOf } from '../device/device-id.ts'
import { signIn } from '../people/coach.ts'
import { registeredCoach } from '../people/registered-coach.ts'
import { answerSurvey } from '../screens/answer-survey.ts'
import { messagesOf } from '../screens/messages.ts'

const locale = 'pt-BR'
const t = messagesOf(locale)
const newPage = async (browser: Browser) => (await browser.newContext()).newPage()

/** Answers a survey; resolves to the customer whose answers they are. */
const answer = async (page: Page): Promise<string> => {
  await page.goto(`/${locale}/${t('courseSlug')}/training-1`)
  const answered = page.context().waitForEvent('response', {
    predicate: (response) => response.url().endsWith('/api/save-answers') && response.ok(),
  })
  await answerSurvey(page, locale)
  await page.getByRole('button', { name: t('survey.submit') }).click()
  const { customer_id } = (await answered).request().postDataJSON() as { customer_id: string }
  return customer_id
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
    const customer = await answer(page)
    const id = await deviceIdOf(page)
    await expect
      .poll(async () => JSON.stringify((await seen(id)).rows))
      .toMatch(/"happened":"delivered"[^}]*"name":"survey\.answered\.v1"/)
    await page.context().close()
    return [id, customer]
  })
  const before = await seen(device)
  expect(before.device).toMatchObject({ customer_id: owner, gaps: 0 })

  const stranger = await newPage(browser)
  const customer =
    await test.step('another browser signs in with that id, and is given its own', async () => {
      await stranger.goto(`/${locale}/login`)
      await expect(stranger.getByRole('heading', { name: t('signIn.title') })).toBeVisible()
      await deviceIdOf(stranger, device)
      await signIn(stranger, await registeredCoach(locale))
      const id = await answer(stranger)
      const own = await deviceIdOf(stranger)
      expect(own).not.toBe(device)
      await expect
        .poll(async () => JSON.stringify((await seen(own)).rows))
        .toMatch(/"happened":"delivered"[^}]*"name":"survey\.answered\.v1"/)
      expect((await seen(own)).device).toMatchObject({ customer_id: id, gaps: 0 })
      return id
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
