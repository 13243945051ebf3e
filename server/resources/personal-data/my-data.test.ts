import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personalTables } from '../../db/personal-tables.ts'
import { dumpDatabase, rowsWith } from '../../testing/dump-database.ts'
import { fillAccount } from '../../testing/fill-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  test('a coach gets every row of the database that names them, and no row of anybody else', async () => {
    const ana = await fillAccount(api)
    const ben = await fillAccount(api)
    const { status, body } = await ana.phone.post('/api/my-data', { customer_id: ana.customer })
    expect(status).toBe(200)

    const copied: Record<string, unknown[]> = body.tables
    const named = rowsWith(await dumpDatabase(api.database.db), ana.customer)
    const counts = (tables: Record<string, unknown[]>) =>
      Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]))
    expect(counts(copied)).toEqual(counts(named))
    expect(Object.keys(copied)).toHaveLength(personalTables.length)

    const text = JSON.stringify(body)
    expect(text).toContain(ana.email)
    expect(text).toContain('We warm up together')
    expect(text).not.toContain(ben.customer)
    expect(text).not.toContain(ben.email)
  })

  test('nothing in it opens the account', async () => {
    const ana = await fillAccount(api)
    const { body } = await ana.phone.post('/api/my-data', { customer_id: ana.customer })
    expect(body.tables.sessions).toHaveLength(2)
    expect(JSON.stringify(body)).not.toMatch(/token/i)
  })

  test('three copies a minute are enough, and too many of them leave the other calls alone', async () => {
    const limited = api.createCopy({ settings: { limits: { requests: 1000, logins: 100, copies: 3 } } })
    const phone = limited.client()
    const customer = await phone.signIn()
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => phone.post('/api/my-data', { customer_id: customer })),
    )
    expect(copies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429])
    const refused = copies.find(({ status }) => status === 429)
    expect(refused?.body.error).toMatchObject({ code: 'too-many-requests' })
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await phone.post('/api/get-impact', { customer_id: customer })).status).toBe(200)

    const other = limited.client()
    const otherCustomer = await other.signIn()
    expect((await other.post('/api/my-data', { customer_id: otherCustomer })).status).toBe(200)
  })

  test('nobody gets the copy of another coach', async () => {
    const [ana, ben] = [api.client(), api.client()]
    const customer = await ana.signIn()
    await ben.signIn()
    const { status, body } = await ben.post('/api/my-data', { customer_id: customer })
    expect([status, body.error.code]).toEqual([403, 'other-customer'])
    expect((await api.client().post('/api/my-data', { customer_id: customer })).status).toBe(401)
  })
})
