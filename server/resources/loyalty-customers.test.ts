import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await startTestApp()
})
afterEach(() => api.identity.failLoyalty(undefined))
afterAll(() => api.stop())

const newCustomer = () => String(Math.floor(Math.random() * 1e12))
const signIn = (coach: ReturnType<TestApp['client']>, authToken: string) =>
  coach.post('/api/login', { authToken, locale: 'es-US', device: randomUUID() })

test('opens a product session with a token of the loyalty provider', async () => {
  const coach = api.client()
  const customer = newCustomer()
  const { status, body } = await signIn(coach, api.identity.loyaltyToken(customer))
  expect(status).toBe(200)
  expect(body.customer).toMatchObject({
    customer_id: customer,
    country: 'US',
    language: 'ES',
    admin: false,
  })
  expect((await coach.post('/api/get-impact', { customer_id: customer })).status).toBe(200)
})

test('accepts a loyalty provider’s token that contains two dots', async () => {
  const customer = newCustomer()
  const token = api.identity.loyaltyToken(customer, {}, 'bG95YWx0eQ.dG9rZW4.MQ')
  const { status, body } = await signIn(api.client(), token)
  expect([status, body.customer?.customer_id]).toEqual([200, customer])
})

test('the customer is looked up, checked and validated by the same token', async () => {
  const customer = newCustomer()
  const accessToken = api.identity.loyaltyToken(customer)
  const coach = api.client()
  const who = { token: customer, country: 'US', language: 'EN' }
  const told = { company: 'acme', email: 'coach@secret.example' }
  const created = await coach.post('/api/get-customer', { ...who, ...told, authToken: accessToken })
  expect(created.body.data.customer_id).toBe(customer)
  const checked = await coach.post('/api/check-customer', { ...who, accessToken })
  expect(checked.body).toEqual({ known: true, registered: false })
  expect((await coach.post('/api/token-validation', { accessToken })).body).toEqual({ valid: true })
})

test("does not accept a token for another provider's or person's customer", async () => {
  const accessToken = api.identity.loyaltyToken(newCustomer())
  const body = { token: newCustomer(), country: 'US', language: 'EN', accessToken }
  expect((await api.client().post('/api/check-customer', body)).status).toBe(401)
})

test.each([
  ['is unknown', () => 'made-up'],
  ['belongs to an account that is not verified', () => api.identity.loyaltyToken('1', { verified: false })],
])('refuses a token that %s', async (_why, token) => {
  const coach = api.client()
  const { status, body } = await signIn(coach, token())
  expect([status, body.error.code]).toEqual([401, 'identity-refused'])
  expect((await coach.post('/api/token-validation', { accessToken: token() })).body).toEqual({ valid: false })
})

test.each([
  ['fails', { status: 500, body: '{"Type":"ERROR","ErrorDesc":{"Number":200500}}' }],
  ['is a page of somebody else', { status: 200, body: '<html></html>' }],
  ['has had enough', { status: 200, body: '{"Type":"ERROR","ErrorDesc":{"Number":200043}}' }],
])('reports a provider that %s as away: neither our failure nor a refused coach', async (_how, failing) => {
  const token = api.identity.loyaltyToken(newCustomer())
  api.identity.failLoyalty(failing)
  const { status, body } = await signIn(api.client(), token)
  expect([status, body.error.code]).toEqual([503, 'provider-away'])
})

test("trusts the provider's answer for half a minute", async () => {
  const accessToken = api.identity.loyaltyToken(newCustomer())
  const coach = api.client()
  const before = api.identity.requestedPaths.length
  const validate = () => coach.post('/api/token-validation', { accessToken })
  await validate()
  await validate()
  expect(api.identity.requestedPaths.slice(before)).toEqual(['/loyalty/profile/details'])
})

test('ends the sessions of every device of a customer when the tokens are reset', async () => {
  const customer = newCustomer()
  const [phone, laptop] = [api.client(), api.client()]
  await signIn(phone, api.identity.loyaltyToken(customer))
  const accessToken = api.identity.loyaltyToken(customer)
  await signIn(laptop, accessToken)
  expect((await laptop.post('/api/reset-tokens', { accessToken })).body).toEqual({ ended: 2 })
  expect((await phone.post('/api/get-impact', { customer_id: customer })).status).toBe(401)
})

test('refuses an unknown token of a returned customer without mentioning the deletion; a new sign-in works', async () => {
  const customer = newCustomer()
  const coach = api.client()
  const login = { DataSourceID: '2000042737', Username: `${customer}@secret.example`, Password: 'right' }
  const { AccessToken: accessToken } = (await coach.post('/api/loyalty/login', login)).body
  await signIn(coach, accessToken)
  const erased = await coach.post('/api/erase-account', { customer_id: customer, accessToken })
  expect(erased.status).toBe(200)
  // If a restored backup does not know a token, the server cannot tell whether it is from before the erasure.
  const unknown = await signIn(api.client(), api.identity.loyaltyToken(customer))
  expect([unknown.status, unknown.body.error.code]).toEqual([401, 'identity-refused'])
  const { AccessToken: renewed } = (await coach.post('/api/loyalty/login', login)).body
  expect((await signIn(coach, renewed)).status).toBe(200)
})

test('vouches for a coach of the loyalty provider at the identity pool', async () => {
  const customer = newCustomer()
  const accessToken = api.identity.loyaltyToken(customer)
  const { status, body } = await api.client().post('/api/storage-identity', { accessToken })
  expect([status, body]).toEqual([200, { identityId: `us-east-1:${customer}`, token: 'vouched' }])
})

describe('signing in at the provider', () => {
  const login = (coach: ReturnType<TestApp['client']>, Username: string, Password = 'right') =>
    coach.post('/api/loyalty/login', { DataSourceID: '2000042737', Username, Password })

  test('is done by the server, which passes a success on as it is', async () => {
    const customer = newCustomer()
    const { status, body } = await login(api.client(), `${customer}@secret.example`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ Type: 'SUCCESS', ProfileID: customer, VerifiedStatusFlag: 'Y' })
    expect((await signIn(api.client(), body.AccessToken)).status).toBe(200)
  })

  test('passes a refusal on as it is', async () => {
    const { status, body } = await login(api.client(), 'ana@secret.example', 'wrong')
    expect([status, body]).toEqual([200, { Type: 'ERROR', ErrorDesc: { Number: '200036' } }])
  })

  test.each([
    [
      'fails',
      { status: 500, body: '{"Type":"ERROR","ErrorDesc":{"Number":200500}}' },
      [503, 'provider-away'],
    ],
    ['is a page of somebody else', { status: 503, body: '<html></html>' }, [503, 'provider-away']],
    [
      'refuses this site',
      { status: 401, body: '{"Type":"ERROR","ErrorDesc":{"Number":200032}}' },
      [500, 'server-failed'],
    ],
  ])('at a provider that %s says whose failure it is', async (_how, failing, expected) => {
    api.identity.failLoyalty(failing)
    const { status, body } = await login(api.client(), 'ana@secret.example')
    expect([status, body.error.code]).toEqual(expected)
  })

  test('is limited by address, apart from the product session that it opens', async () => {
    const instance = api.createInstance({ settings: { limits: { requests: 1000, logins: 2, copies: 3 } } })
    const coach = instance.client()
    for (const expected of [200, 200, 429]) {
      expect((await login(coach, 'ana@secret.example', 'wrong')).status).toBe(expected)
    }
    expect((await signIn(coach, api.identity.loyaltyToken(newCustomer()))).status).toBe(200)
  })

  test('dates the token: one from before a reset is refused, even when it is refreshed', async () => {
    const clock = { now: Date.now() }
    const instance = api.createInstance({ clock })
    const address = `${newCustomer()}@secret.example`
    const [phone, laptop] = [instance.client(), instance.client()]
    const tokens = [await login(phone, address), await login(laptop, address)].map(
      ({ body }) => body.AccessToken,
    )
    await signIn(laptop, tokens[1])
    const validOn = async (coach: ReturnType<TestApp['client']>, accessToken: string) =>
      (await coach.post('/api/token-validation', { accessToken })).body.valid
    // A refreshed token is valid while the session of its sign-in lasts.
    const refreshed = api.identity.loyaltyToken(address.split('@')[0] ?? '')
    expect(await validOn(laptop, refreshed)).toBe(true)

    expect((await phone.post('/api/reset-tokens', { accessToken: tokens[0] })).body).toEqual({ ended: 1 })
    clock.now += 1000
    for (const token of [...tokens, refreshed]) {
      expect(await validOn(laptop, token)).toBe(false)
      expect((await signIn(laptop, token)).status).toBe(401)
      expect((await laptop.post('/api/storage-identity', { accessToken: token })).status).toBe(401)
    }
    const { body } = await login(laptop, address)
    expect((await signIn(laptop, body.AccessToken)).status).toBe(200)
  })
})

test("does not vouch for a user pool's coach, who already has an identity", async () => {
  const accessToken = await api.identity.token('somebody', { use: 'access' })
  const { status, body } = await api.client().post('/api/storage-identity', { accessToken })
  expect([status, body.error.code]).toEqual([401, 'identity-refused'])
})

test('reports an identity pool that does not respond as our failure', async () => {
  const getOpenIdToken = async () => {
    throw new Error('The identity pool rejected a developer identity: status 500')
  }
  const coach = api.createInstance({ storageIdentities: { getOpenIdToken } }).client()
  const accessToken = api.identity.loyaltyToken(newCustomer())
  const { status, body } = await coach.post('/api/storage-identity', { accessToken })
  expect([status, body.error.code]).toEqual([500, 'server-failed'])
})

test('lets password managers find the form', async () => {
  const { status, headers } = await api.client().send('/.well-known/change-password', { redirect: 'manual' })
  expect([status, headers.get('Location')]).toEqual([302, '/change-password'])
})
