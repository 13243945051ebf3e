import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  test('ends the sessions of every device of that customer only when the tokens are reset', async () => {
    const [phone, laptop, other] = [api.client(), api.client(), api.client()]
    const customer = await phone.signIn()
    await laptop.signIn(customer)
    const stranger = await other.signIn()
    const accessToken = await api.identity.token(customer, { use: 'access' })
    expect((await phone.post('/api/reset-tokens', { accessToken })).body).toEqual({ ended: 2 })
    expect((await laptop.post('/api/get-impact', { customer_id: customer })).status).toBe(401)
    expect((await other.post('/api/get-impact', { customer_id: stranger })).status).toBe(200)
  })

  test('refuses unexpired tokens of sign-ins before a reset, and accepts those of later sign-ins', async () => {
    const clock = { now: Date.parse('2026-11-22T10:00:00.400Z') }
    const instance = api.createInstance({ clock })
    const customer = randomUUID()
    const at = (time: string) => ({ signedInAt: Date.parse(time) / 1000 })
    const before = at('2026-11-22T09:59:59Z')
    const accessToken = await api.identity.token(customer, { use: 'access', ...before })
    expect((await instance.client().post('/api/reset-tokens', { accessToken })).status).toBe(200)

    const fetchCodes = async (signIn: { signedInAt: number }) => {
      const coach = instance.client()
      const authToken = await api.identity.token(customer, signIn)
      const access = await api.identity.token(customer, { use: 'access', ...signIn })
      const who = { token: customer, country: 'BR', language: 'PT' }
      const known = { ...who, company: 'acme', email: 'coach@secret.example' }
      const login = { authToken, locale: 'pt-BR', device: randomUUID() }
      return [
        (await coach.post('/api/login', login)).status,
        (await coach.post('/api/get-customer', { ...known, authToken })).status,
        (await coach.post('/api/check-customer', { ...who, accessToken: access })).status,
        (await coach.post('/api/reset-tokens', { accessToken: access })).status,
        (await coach.post('/api/token-validation', { accessToken: access })).body.valid,
      ]
    }
    expect(await fetchCodes(before)).toEqual([401, 401, 401, 401, false])
    // Whole seconds cannot tell whether this sign-in came before or after the reset.
    expect(await fetchCodes(at('2026-11-22T10:00:00Z'))).toEqual([401, 401, 401, 401, false])
    clock.now += 1000
    const [login, get, check] = await fetchCodes(at('2026-11-22T10:00:01Z'))
    expect([login, get, check]).toEqual([200, 200, 200])
  })

  test('refuses a session that is opened while another instance resets the tokens', async () => {
    const customer = randomUUID()
    const accessToken = await api.identity.token(customer, { use: 'access' })
    const laptops = Array.from({ length: 8 }, () => api.client())
    const instance = api.createInstance()
    await Promise.all([
      ...laptops.map((laptop) => laptop.signIn(customer).catch(() => undefined)),
      instance.client().post('/api/reset-tokens', { accessToken }),
    ])
    const statuses = await Promise.all(
      laptops.map(async (laptop) => (await laptop.post('/api/get-impact', { customer_id: customer })).status),
    )
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  test.each([
    ['a line feed', 'a\nb'],
    ['letters of other scripts', 'ação'],
    ['a space', 'a b'],
    ['three parts that are none of a pool', 'one.two.three'],
    ['a header that is no JSON', 'e30.!!.x'],
  ])('refuses a token with %s, without a server failure', async (_what, token) => {
    const coach = api.client()
    const login = await coach.post('/api/login', { authToken: token, locale: 'en-US', device: randomUUID() })
    expect([login.status, login.body.error.code]).toEqual([401, 'identity-refused'])
    expect((await coach.post('/api/token-validation', { accessToken: token })).body).toEqual({ valid: false })
  })

  test('accepts a token until it expires, and refuses a missing, expired or wrong one', async () => {
    const coach = api.client()
    const validity = async (body: object) => (await coach.post('/api/token-validation', body)).body
    const valid = await api.identity.token('someone', { use: 'access' })
    expect(await validity({ accessToken: valid })).toEqual({ valid: true })
    expect(await validity({})).toEqual({ valid: false })
    expect(await validity({ accessToken: 'nonsense' })).toEqual({ valid: false })
    const idToken = await api.identity.token('someone')
    expect(await validity({ accessToken: idToken })).toEqual({ valid: false })
    const expired = await api.identity.token('someone', { use: 'access', expiresIn: -1 })
    expect(await validity({ accessToken: expired })).toEqual({ valid: false })
  })
})
