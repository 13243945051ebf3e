import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cookies, headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import { personalTables } from '../../db/customers/personal-tables.ts'
import { customers, deliveries, events } from '../../db/schema.ts'
import { dumpDatabase, findRowsWith } from '../../testing/database/dump-database.ts'
import { testDatabases } from '../../testing/database/test-database.ts'
import { fillAccount } from '../../testing/fill-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { pageSize, type Row } from './my-data.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  test('returns every row of the database that names the coach, and no row of anybody else', async () => {
    const ana = await fillAccount(api)
    const ben = await fillAccount(api)
    const { status, body } = await ana.phone.post('/api/my-data', { customer_id: ana.customer })
    expect(status).toBe(200)

    const copied: Record<string, unknown[]> = body.tables
    const named = findRowsWith(await dumpDatabase(api.database.db), ana.customer)
    const counts = (tables: Record<string, unknown[]>) =>
      Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]))
    expect(counts(copied)).toEqual(counts(named))
    expect(Object.keys(copied)).toHaveLength(personalTables.length)

    const text = JSON.stringify(body)
    expect(text).toContain(ana.email)
    expect(text).toContain('We warm up')
    expect(text).not.toContain(ben.customer)
    expect(text).not.toContain(ben.email)
  })

  test('contains each row once when there are more rows than it reads at a time', async () => {
    const phone = api.client()
    const customer = await phone.signIn()
    const sequences = Array.from({ length: 2 * pageSize + 1 }, (_, at) => 1_000_000 + at)
    const row = { customerId: customer, eventId: 1, value: 'x', receivedAt: new Date() }
    await api.database.db.insert(events).values(sequences.map((sequence) => ({ ...row, sequence })))
    const keys = sequences.map(() => randomUUID())
    const delivery = { customerId: customer, call: 'events', hash: 'x', receivedAt: new Date() }
    await api.database.db.insert(deliveries).values(keys.map((key) => ({ ...delivery, key })))
    const { body } = await phone.post('/api/my-data', { customer_id: customer })
    expect(body.tables.events.map(({ sequence }: Row) => sequence)).toEqual(sequences)
    expect(body.tables.deliveries.map(({ key }: Row) => key)).toEqual(keys)
    await api.database.db.delete(customers).where(eq(customers.id, customer))
  })

  test('contains nothing that opens the account', async () => {
    const ana = await fillAccount(api)
    const { body } = await ana.phone.post('/api/my-data', { customer_id: ana.customer })
    expect(body.tables.sessions).toHaveLength(2)
    expect(JSON.stringify(body)).not.toMatch(/token/i)
  })

  test('allows three copies a minute, and does not limit other calls when there are more', async () => {
    const limited = api.createInstance({ settings: { limits: { requests: 1000, logins: 100, copies: 3 } } })
    const phone = limited.client()
    const customer = await phone.signIn()
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => phone.post('/api/my-data', { customer_id: customer })),
    )
    expect(copies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429])
    const rejected = copies.find(({ status }) => status === 429)
    expect(rejected?.body.error).toMatchObject({ code: 'too-many-requests' })
    expect(Number(rejected?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await phone.post('/api/get-impact', { customer_id: customer })).status).toBe(200)

    const other = limited.client()
    const otherCustomer = await other.signIn()
    expect((await other.post('/api/my-data', { customer_id: otherCustomer })).status).toBe(200)
  })

  test('refuses the copy of another coach', async () => {
    const [ana, ben] = [api.client(), api.client()]
    const customer = await ana.signIn()
    await ben.signIn()
    const { status, body } = await ben.post('/api/my-data', { customer_id: customer })
    expect([status, body.error.code]).toEqual([403, 'other-customer'])
    expect((await api.client().post('/api/my-data', { customer_id: customer })).status).toBe(401)
  })
})

describe.runIf(testDatabases.includes('PostgreSQL'))('on PostgreSQL', () => {
  /** A copy that has begun and waits for a locked table. */
  const beginCopy = async () => {
    const api = await startTestApp('PostgreSQL')
    onTestFinished(() => api.stop())
    const phone = api.client()
    const customer = await phone.signIn()
    const [locked, unlocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = api.database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table certificates in access exclusive mode`)
      locked.resolve()
      await unlocked.promise
    })
    await locked.promise
    const sent = {
      'Content-Type': 'application/json',
      [headers.csrf]: phone.jar.get(cookies.csrf) ?? '',
      Cookie: [...phone.jar].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const asked = { method: 'POST', headers: sent, body: JSON.stringify({ customer_id: customer }) }
    const response = await api.app.request('/api/my-data', asked, {})
    const unlock = async () => {
      unlocked.resolve()
      await done
    }
    return { api, customer, response, unlock }
  }

  test('starts sending a copy before all of it is read', async () => {
    const { response, unlock } = await beginCopy()
    expect(response.status).toBe(200)
    await unlock()
    const body: { tables: Record<string, unknown[]> } = JSON.parse(await response.text())
    expect(body.tables['customers']).toHaveLength(1)
    expect(body.tables['certificates']).toEqual([])
  })

  test('breaks the response of a copy that fails, and logs it without the customer', async () => {
    const { api, customer, response, unlock } = await beginCopy()
    const broken = response.text().catch(String)
    const end = sql<boolean>`pg_terminate_backend(pid)`
    const waits = sql`datname = current_database() and wait_event_type = 'Lock'`
    const endWaiting = () =>
      api.database.db
        .select({ end })
        .from(sql`pg_stat_activity`)
        .where(waits)
    await expect.poll(async () => (await endWaiting()).length).toBe(1)
    expect(await broken).toBe('Error: The response was interrupted. The log contains the reason.')
    const lines = api.logLines.filter((line) => line.includes('copy of a customer broke off'))
    expect(lines).toHaveLength(1)
    expect(lines.join('')).not.toContain(customer)
    await unlock()
  })
})
