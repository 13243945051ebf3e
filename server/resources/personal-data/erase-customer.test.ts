import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpDatabase, findRowsWith } from '../../testing/database/dump-database.ts'
import { fillAccount } from '../../testing/fill-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const signInAdmin = async () => {
    const admin = api.client()
    const id = await admin.signIn(undefined, { groups: ['admin'] })
    return { admin, id }
  }

  test('lets an admin erase an account with a reason, and logs who did it, but not to whom', async () => {
    const { admin, id } = await signInAdmin()
    const ana = await fillAccount(api)
    const lines = api.logLines.length
    const wish = { customer_id: ana.customer, reason: 'asked' }
    const { status, body } = await admin.post('/api/erase-customer', wish)
    expect([status, body.receipt.by]).toEqual([200, 'admin'])
    expect(Object.keys(findRowsWith(await dumpDatabase(api.database.db), ana.customer))).toEqual([])

    const logged = api.logLines.slice(lines)
    expect(logged.filter((line) => line.includes(ana.customer))).toEqual([])
    const erased = logged.map((line) => JSON.parse(line)).find(({ message }) => message === 'account erased')
    expect(erased).toMatchObject({ number: body.receipt.number, by: 'admin', admin: id, reason: 'asked' })

    expect((await admin.post('/api/erase-customer', wish)).body).toEqual(body)
  })

  test('logs a coach’s own deletion without identifying the coach', async () => {
    const ana = await fillAccount(api)
    const lines = api.logLines.length
    const accessToken = await api.identity.token(ana.customer, { use: 'access' })
    await ana.phone.post('/api/erase-account', { customer_id: ana.customer, accessToken })
    expect(api.logLines.slice(lines).filter((line) => line.includes(ana.customer))).toEqual([])
  })

  test.each([
    ['a coach', 'customer', 403, 'admin-only'],
    ['an admin, of nobody', 'nobody', 404, 'not-found'],
    ['an admin, of the own account', 'self', 422, 'invalid-body'],
  ])('%s is refused', async (_who, whose, expectedStatus, code) => {
    const ben = api.client()
    const customer = await ben.signIn()
    const { admin, id } = await signInAdmin()
    const [client, customer_id] =
      whose === 'customer' ? [ben, customer] : [admin, whose === 'self' ? id : 'nobody']
    const { status, body } = await client.post('/api/erase-customer', { customer_id, reason: 'asked' })
    expect([status, body.error.code]).toEqual([expectedStatus, code])
    expect((await ben.post('/api/get-impact', { customer_id: customer })).status).toBe(200)
  })

  test('refuses a free-text reason, which could contain what the erasure removes', async () => {
    const { admin } = await signInAdmin()
    const wish = { customer_id: 'nobody', reason: 'Ana asked by email' }
    expect((await admin.post('/api/erase-customer', wish)).body.error.path).toBe('reason')
  })
})
