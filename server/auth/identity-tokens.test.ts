import { randomUUID } from 'node:crypto'
import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import type { TokenOptions } from '../testing/test-identity.ts'
import { createIdentityTokens } from './identity-tokens.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const loginBody = async (customer: string, options: TokenOptions = {}) => ({
    authToken: await api.identity.token(customer, options),
    locale: 'pt-BR',
    device: randomUUID(),
  })

  test.each<[string, TokenOptions]>([
    ['has run out', { expiresIn: -10 }],
    ['is an access token', { use: 'access' }],
    ['was made for another client', { clientId: 'someoneelse' }],
    ['comes from another issuer', { issuer: 'https://cognito-idp.sa-east-1.amazonaws.com/sa-east-1_Other' }],
  ])('an identity token that %s is refused', async (_why, options) => {
    const { status, body } = await api.client().post('/api/login', await loginBody(randomUUID(), options))
    expect([status, body.error.code]).toEqual([401, 'identity-refused'])
  })

  test('refuses an identity token with a foreign signature, and creates no customer', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const customer = randomUUID()
    const { body } = await api.client().post('/api/login', await loginBody(customer, { key: privateKey }))
    expect(body.error.code).toBe('identity-refused')
    const accessToken = await api.identity.token(customer, { use: 'access' })
    const sent = { token: customer, country: 'BR', language: 'PT', accessToken }
    expect((await api.client().post('/api/check-customer', sent)).body).toEqual({
      known: false,
      registered: false,
    })
  })

  test('refuses text that is not a token', async () => {
    const sent = { ...(await loginBody(randomUUID())), authToken: 'a.b.c' }
    expect((await api.client().post('/api/login', sent)).body.error.code).toBe('identity-refused')
  })

  test('accepts coaches of each of the six pools, and fetches the keys once', async () => {
    const instance = api.createInstance()
    const before = api.identity.requestedPaths.length
    for (const pool of ['BR', 'GB', 'AU', 'NZ', 'AR', 'MX', 'BR', 'GB'] as const) {
      await instance.client().signIn(randomUUID(), { pool })
    }
    const asked = api.identity.requestedPaths.slice(before)
    expect(asked).toHaveLength(6)
    expect(asked).toContain('/sa-east-1_BRTest/.well-known/jwks.json')
  })

  test('reports an unavailable provider, not a refused coach, when keys cannot be fetched', async () => {
    const identityTokens = createIdentityTokens({
      ...api.identity.env,
      userPoolEndpoint: 'http://127.0.0.1:9',
    })
    const coach = api.createInstance({ identityTokens }).client()
    const { status, body } = await coach.post('/api/login', await loginBody(randomUUID()))
    expect([status, body.error.code]).toEqual([503, 'provider-away'])
    const accessToken = await api.identity.token('someone', { use: 'access' })
    expect((await coach.post('/api/token-validation', { accessToken })).status).toBe(503)
  })
})
