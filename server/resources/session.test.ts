import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookies, headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { sessions } from '../db/schema.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const loginBody = async (customer: string) => ({
    authToken: await api.identity.token(customer),
    locale: 'pt-BR',
    device: randomUUID(),
  })

  const day = 86_400_000

  test('sets an anti-forgery cookie that the page can read, equal to the token of the response', async () => {
    const { headers: received, body } = await api.client().get('/api/sanctum/csrf-cookie')
    const [cookie] = received.getSetCookie()
    expect(cookie).toContain(`${cookies.csrf}=${body.token};`)
    expect(cookie).toContain('SameSite=Strict')
    expect(cookie).not.toMatch(/HttpOnly|Secure/)
  })

  test('keeps the anti-forgery token of a browser, and replaces an invalid one', async () => {
    const coach = api.client()
    const first = await coach.get('/api/sanctum/csrf-cookie')
    expect((await coach.get('/api/sanctum/csrf-cookie')).body).toEqual(first.body)
    coach.jar.set(cookies.csrf, 'short')
    expect((await coach.get('/api/sanctum/csrf-cookie')).body.token).toMatch(/^[\w-]{43}$/)
  })

  test('does not accept an empty anti-forgery cookie with an empty header', async () => {
    const coach = api.client()
    coach.jar.set(cookies.csrf, '')
    const { status, body } = await coach.post('/api/login', await loginBody(randomUUID()))
    expect([status, body.error.code]).toEqual([403, 'csrf-mismatch'])
  })

  test('signing in sets a cookie that scripts cannot read, for 30 days', async () => {
    const coach = api.client()
    const { headers: received, status } = await coach.post('/api/login', await loginBody(randomUUID()))
    expect(status).toBe(200)
    const cookie = received.getSetCookie().find((line) => line.startsWith(cookies.session))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Max-Age=2592000/)
    expect(cookie).not.toMatch(/Secure/)
  })

  test.each([
    ['when the site is reached by https', { publicOrigin: 'https://example.org' }, {}, true],
    ['when a trusted proxy says so', { proxies: 1 }, { 'X-Forwarded-Proto': 'https' }, true],
    ['when the outer one of two says so', { proxies: 2 }, { 'X-Forwarded-Proto': 'https, http' }, true],
    ['not when anybody says so', { proxies: 0 }, { 'X-Forwarded-Proto': 'https' }, false],
  ])('cookies are Secure and for this host only %s', async (_when, settings, sent, secure) => {
    const coach = api.createInstance({ settings }).client()
    const { headers: received } = await coach.post('/api/login', await loginBody(randomUUID()), {
      headers: sent,
    })
    for (const cookie of [cookies.session, cookies.device]) {
      const line = received.getSetCookie().find((set) => set.includes(cookie))
      expect(line?.includes('Secure')).toBe(secure)
      expect(line?.startsWith(`__Host-${cookie}=`)).toBe(secure)
    }
    const name = secure ? `__Host-${cookies.session}` : cookies.session
    const logout = await coach.post('/api/logout', {}, { headers: sent })
    expect([logout.body, coach.jar.has(name)]).toEqual([{ ended: true }, false])
    // The policy covers only this host.
    expect(received.get('Strict-Transport-Security')).toBe(secure ? 'max-age=63072000' : null)
  })

  test('ignores a session cookie without the prefix under TLS: a neighbouring host can set it', async () => {
    const coach = api.createInstance({ settings: { publicOrigin: 'https://example.org' } }).client()
    await coach.signIn()
    const token = coach.jar.get(`__Host-${cookies.session}`) ?? ''
    coach.jar.delete(`__Host-${cookies.session}`)
    coach.jar.set(cookies.session, token)
    expect((await coach.post('/api/logout', {})).body).toEqual({ ended: false })
  })

  test('gives a new customer the country and language of the locale of their first sign-in', async () => {
    const customer = randomUUID()
    const coach = api.client()
    const first = await coach.post('/api/login', { ...(await loginBody(customer)), locale: 'en-NZ' })
    expect(first.body.customer).toMatchObject({
      customer_id: customer,
      country: 'NZ',
      language: 'EN',
      admin: false,
      registered: false,
    })
    const second = await coach.post('/api/login', { ...(await loginBody(customer)), locale: 'es-MX' })
    expect(second.body.customer).toEqual(first.body.customer)
  })

  test('stores only the hash of the session token', async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const [row] = await api.database.db.select().from(sessions).where(eq(sessions.customerId, customer))
    const token = coach.jar.get(cookies.session) ?? ''
    expect(row?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify(row)).not.toContain(token)
  })

  test('a session ends after 30 days', async () => {
    const clock = { now: Date.now() }
    const coach = api.createInstance({ clock }).client()
    const customer = await coach.signIn()
    const ask = () => coach.post('/api/get-impact', { customer_id: customer })
    clock.now += 30 * day - 1000
    expect((await ask()).status).toBe(200)
    clock.now += 1000
    expect((await ask()).body.error.code).toBe('signed-out')
  })

  test('ends the browser’s previous session at the next sign-in, and deletes expired ones', async () => {
    const clock = { now: Date.now() }
    const instance = api.createInstance({ clock })
    const [phone, laptop] = [instance.client(), instance.client()]
    const customer = await phone.signIn()
    clock.now += 31 * day
    await laptop.signIn(customer, { expiresIn: 100 * 86_400 })
    await laptop.signIn(customer, { expiresIn: 100 * 86_400 })
    const left = await api.database.db.select().from(sessions).where(eq(sessions.customerId, customer))
    expect(left).toHaveLength(1)
  })

  test('ends the session and deletes the cookie at logout; a second logout ends nothing', async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const token = coach.jar.get(cookies.session) ?? ''
    expect((await coach.post('/api/logout', {})).body).toEqual({ ended: true })
    expect(coach.jar.has(cookies.session)).toBe(false)
    expect((await coach.post('/api/logout', {})).body).toEqual({ ended: false })
    coach.jar.set(cookies.session, token)
    expect((await coach.post('/api/get-impact', { customer_id: customer })).body.error.code).toBe(
      'signed-out',
    )
  })

  test('treats a cookie without a valid session as absent', async () => {
    const coach = api.client()
    coach.jar.set(cookies.session, 'made-up')
    expect((await coach.post('/api/get-impact', { customer_id: 'x' })).body.error.code).toBe('signed-out')
  })

  test("keeps a caller's own request id if it is harmless, and replaces it otherwise", async () => {
    const coach = api.client()
    const idFor = async (sent: string) =>
      (await coach.get('/healthz', { [headers.requestId]: sent })).headers.get(headers.requestId)
    expect(await idFor('trace-1234567890')).toBe('trace-1234567890')
    expect(await idFor('"}{"level":"error')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor('x'.repeat(200))).toMatch(/^[0-9a-f-]{36}$/)
  })
})
