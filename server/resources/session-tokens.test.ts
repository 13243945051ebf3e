import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  test('resetting the tokens ends the sessions of every device of that customer only', async () => {
    const [phone, laptop, other] = [api.client(), api.client(), api.client()]
    const customer = await phone.signIn()
    await laptop.signIn(customer)
    const stranger = await other.signIn()
    const accessToken = await api.identity.token(customer, { use: 'access' })
    expect((await phone.post('/api/reset-tokens', { accessToken })).body).toEqual({ ended: 2 })
    expect((await laptop.post('/api/get-impact', { customer_id: customer })).status).toBe(401)
    expect((await other.post('/api/get-impact', { customer_id: stranger })).status).toBe(200)
  })

  test('a token is valid while it lasts; absent, expired or wrong it is not', async () => {
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
