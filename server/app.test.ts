import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProductApiClient } from '../src/contract/product-api-client.ts'
import { createSampleBodies } from './testing/sample-bodies.ts'
import { startTestApp, type TestApp } from './testing/start-test-app.ts'
import { openTestDatabase, testDatabases } from './testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  test.each(['/healthz', '/readyz', '/api/docs', '/api/nothing', '/api/login', '/', '/assets/gone.js'])(
    'the answer of %s carries the security headers and its request id',
    async (path) => {
      const { headers } = await api.client().get(path)
      expect(headers.get('Content-Security-Policy')).toMatch(
        /script-src 'self' 'wasm-unsafe-eval'( 'sha256-[^' ]+'){2};.*frame-ancestors 'none'/,
      )
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('origin')
      expect(headers.get('Permissions-Policy')).toMatch(
        /^camera=\(\),.* publickey-credentials-create=\(self\), publickey-credentials-get=\(self\)$/,
      )
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.has('Strict-Transport-Security')).toBe(false)
    },
  )

  test.each(['GET', 'POST', 'DELETE'])('answers %s of an unknown call as JSON', async (method) => {
    const { status, body } = await api.client().send('/api/no/such/call', { method })
    expect([status, body.error.code]).toEqual([404, 'not-found'])
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s for a POST call', async (method) => {
    const { status, headers, body } = await api.client().send('/api/events', { method })
    expect([status, headers.get('Allow'), body.error.code]).toEqual([405, 'POST', 'method-not-allowed'])
  })

  test('is ready when the database responds', async () => {
    expect((await api.client().get('/healthz')).body).toEqual({ status: 'alive' })
    const nonce = randomUUID()
    expect((await api.client().get(`/healthz?nonce=${nonce}`)).body).toEqual({ status: 'alive', nonce })
    expect((await api.client().get('/healthz?nonce=<script>')).body).toEqual({ status: 'alive' })
    expect((await api.client().get('/readyz')).body).toEqual({ status: 'ready' })
  })

  test('is alive but not ready without its database, and its responses report a server failure', async () => {
    const other = await startTestApp(database, openTestDatabase)
    const coach = other.client()
    const customer = await coach.signIn()
    await other.stop()
    expect((await coach.get('/healthz')).status).toBe(200)
    expect((await coach.get('/readyz')).status).toBe(503)
    const { status, body } = await coach.post('/api/get-impact', { customer_id: customer })
    expect([status, body.error.code]).toEqual([500, 'server-failed'])
  })

  test('refuses calls with a time to retry during maintenance, and stays healthy', async () => {
    const clock = { now: Date.parse('2026-03-01T10:00:00Z') }
    const settings = { maintenanceUntil: new Date('2026-03-01T10:30:00Z') }
    const coach = api.createInstance({ clock, settings }).client()
    const { status, headers, body } = await coach.get('/api/sanctum/csrf-cookie')
    expect([status, headers.get('Retry-After')]).toEqual([503, '1800'])
    expect(body.error).toMatchObject({ code: 'maintenance', retry_after: 1800 })
    const health = await coach.get('/healthz')
    expect([health.status, health.headers.get('Retry-After')]).toEqual([200, '1800'])
    clock.now += 1_800_000
    expect((await coach.get('/api/sanctum/csrf-cookie')).status).toBe(200)
  })

  test('makes a customer who calls too often wait, but not another one at the same address', async () => {
    const clock = { now: Date.now() }
    const instance = api.createInstance({
      clock,
      settings: { limits: { requests: 5, logins: 100, copies: 3 } },
    })
    const [one, two] = [api.client(), api.client()]
    const [first, second] = [await one.signIn(), await two.signIn()]
    const [greedy, patient] = [instance.client(), instance.client()]
    for (const [from, to] of [
      [one, greedy],
      [two, patient],
    ] as const) {
      for (const [name, value] of from.jar) to.jar.set(name, value)
    }
    const ask = (coach: typeof greedy, id: string) => coach.post('/api/get-impact', { customer_id: id })
    for (let request = 0; request < 5; request += 1) expect((await ask(greedy, first)).status).toBe(200)
    const rejected = await ask(greedy, first)
    expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([429, '12'])
    expect(rejected.body.error).toMatchObject({ code: 'too-many-requests', retry_after: 12 })
    expect((await ask(patient, second)).status).toBe(200)
    clock.now += 12_000
    expect((await ask(greedy, first)).status).toBe(200)
  })

  test.each([
    ['behind one proxy', 1, (address: string) => `203.0.113.9, ${address}`],
    ['behind two proxies', 2, (address: string) => `203.0.113.9, ${address}, 10.9.9.9`],
    ['behind more proxies than have spoken', 3, (address: string) => `${address}, 10.9.9.9`],
    ['whatever its port is', 1, (address: string) => `${address}:${Math.floor(Math.random() * 60_000)}`],
  ])('sign-ins of one address are limited on their own, %s', async (_where, proxies, forwarded) => {
    const instance = api.createInstance({
      settings: { proxies, limits: { requests: 1000, logins: 2, copies: 3 } },
    })
    const authToken = await api.identity.token(randomUUID())
    const body = { authToken, locale: 'pt-BR', device: randomUUID() }
    const from = async (address: string) => {
      const headers = { 'X-Forwarded-For': forwarded(address) }
      return (await instance.client().post('/api/login', body, { headers })).status
    }
    expect([await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.1')]).toEqual([200, 200, 429])
    expect(await from('10.0.0.2')).toBe(200)
  })

  test('logs a line for every request, without secrets', async () => {
    const own = await startTestApp(database, openTestDatabase)
    const coach = own.client()
    const customer = await coach.signIn()
    const samples = await createSampleBodies(own.identity, customer)
    await coach.post('/api/get-customer?email=asked@secret.example', samples.getCustomer)
    await coach.deliver('/api/save-answers', samples.saveAnswers)
    await coach.post('/api/events', { ...samples.events, email: 'wrong@secret.example' })
    await coach.get('/pt-BR/someone@secret.example')
    await own.stop()
    await coach.post('/api/get-customer', samples.getCustomer)
    const text = own.logLines.join('')
    const lines = own.logLines.map((line) => JSON.parse(line))
    expect(lines.find(({ route }) => route === '/api/save-answers')).toMatchObject({
      level: 'info',
      message: 'request',
      method: 'POST',
      status: 200,
      customer,
      ms: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const failures = lines.filter(({ level }) => level === 'error')
    expect(failures).toHaveLength(1)
    expect(failures[0].stack).toContain(' at ')
    expect(text).not.toContain('secret.example')
    expect(text).not.toContain('todos juntos')
    for (const secret of [
      samples.login.authToken,
      samples.checkCustomer.accessToken,
      ...coach.jar.values(),
    ]) {
      expect(text).not.toContain(secret)
    }
  })

  test("the app's own client and this server understand each other", async () => {
    const browser = api.client()
    const client = createProductApiClient({
      origin: 'http://localhost',
      fetch: async (url, init) => {
        const { status, headers, body } = await browser.send(url, init)
        return new Response(JSON.stringify(body), { status, headers })
      },
    })
    const customer = randomUUID()
    const samples = await createSampleBodies(api.identity, customer)
    expect(await client.call('events', samples.events, { key: randomUUID() })).toMatchObject({
      ok: false,
      error: { code: 'signed-out', status: 401 },
    })
    expect(await client.call('login', samples.login)).toMatchObject({
      ok: true,
      value: { customer: { customer_id: customer } },
    })
    expect(await client.call('events', samples.events, { key: randomUUID() })).toMatchObject({ ok: true })
    browser.jar.delete('XSRF-TOKEN')
    expect(await client.call('statusSurvey', samples.statusSurvey)).toMatchObject({
      ok: true,
      value: { surveys: [], modules: [] },
    })
  })
})
