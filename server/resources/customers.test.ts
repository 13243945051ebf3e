import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { customers, customFields, impacts, registrations } from '../db/schema.ts'
import { createSampleBodies } from '../testing/sample-bodies.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const lookUp = async (customer: string, change: object = {}) => ({
    token: customer,
    authToken: await api.identity.token(customer),
    language: 'ES',
    country: 'AR',
    company: 'acme',
    email: 'ana@secret.example',
    ...change,
  })

  test('creates a customer once when they are looked up', async () => {
    const customer = randomUUID()
    const first = await api.client().post('/api/get-customer', await lookUp(customer))
    expect(first.body.data).toMatchObject({ customer_id: customer, country: 'AR', language: 'ES' })
    const again = await api.client().post('/api/get-customer', await lookUp(customer, { country: 'MX' }))
    expect(again.body).toEqual(first.body)
  })

  test('adds company and e-mail address to a customer who signed in first, and keeps them', async () => {
    const customer = await api.client().signIn()
    await api.client().post('/api/get-customer', await lookUp(customer))
    await api.client().post('/api/get-customer', await lookUp(customer, { email: 'other@secret.example' }))
    const [row] = await api.database.db.select().from(customers).where(eq(customers.id, customer))
    expect(row).toMatchObject({ country: 'BR', company: 'acme', email: 'ana@secret.example' })
  })

  test("refuses somebody else's token", async () => {
    const body = await lookUp(randomUUID(), { authToken: await api.identity.token(randomUUID()) })
    expect((await api.client().post('/api/get-customer', body)).body.error.code).toBe('identity-refused')
    const accessToken = await api.identity.token(randomUUID(), { use: 'access' })
    const check = { token: randomUUID(), country: 'BR', language: 'PT', accessToken }
    expect((await api.client().post('/api/check-customer', check)).body.error.code).toBe('identity-refused')
  })

  test('reports a customer as unknown, then known, then registered', async () => {
    const coach = api.client()
    const customer = randomUUID()
    const samples = await createSampleBodies(api.identity, customer)
    const check = async () => (await coach.post('/api/check-customer', samples.checkCustomer)).body
    expect(await check()).toEqual({ known: false, registered: false })
    await coach.signIn(customer)
    expect(await check()).toEqual({ known: true, registered: false })
    await coach.deliver('/api/customers', samples.customers)
    expect(await check()).toEqual({ known: true, registered: true })
    const [row] = await api.database.db
      .select()
      .from(registrations)
      .where(eq(registrations.customerId, customer))
    expect(row).toMatchObject({ organisation: 'Mx', workFrom: 'Recife', partner: '-', numberOfPeople: 30 })
  })

  test('replaces the answers of a sign-up when the customer signs up again', async () => {
    const coach = api.client()
    const samples = await createSampleBodies(api.identity, await coach.signIn())
    await coach.deliver('/api/customers', samples.customers)
    await coach.deliver('/api/customers', { ...samples.customers, job: 'Teacher' })
    const rows = await api.database.db
      .select({ job: registrations.job })
      .from(registrations)
      .where(eq(registrations.customerId, samples.customers.token))
    expect(rows).toEqual([{ job: 'Teacher' }])
  })

  test('returns null until an impact is saved, then the newest one', async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const ask = async () => (await coach.post('/api/get-impact', { customer_id: customer })).body.impact
    expect(await ask()).toBeNull()
    const told = { customer_id: customer, youngFemale: 'half', sportType: 'judo' }
    await coach.deliver('/api/save-impact', { ...told, numberOfPeople: 12 })
    await coach.deliver('/api/save-impact', { ...told, numberOfPeople: 40 })
    expect(await ask()).toEqual({ numberOfPeople: 40, youngFemale: 'half', sportType: 'judo' })
  })

  test('keeps the impact of each season, from sign-up on', async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const at = (time: string) => ({ headers: { [headers.capturedAt]: time } })
    const told = { customer_id: customer, youngFemale: 'half', sportType: 'judo' }
    const { customers: registration } = await createSampleBodies(api.identity, customer)
    await coach.deliver('/api/customers', registration, at('2024-05-01T10:00:00Z'))
    await coach.deliver('/api/save-impact', { ...told, numberOfPeople: 30 }, at('2025-12-31T23:59:59Z'))
    await coach.deliver('/api/save-impact', { ...told, numberOfPeople: 40 }, at('2026-01-01T00:00:00Z'))
    const { body } = await coach.post('/api/get-impact', { customer_id: customer })
    const { numberOfPeople, youngFemale, sportType } = registration
    expect(body.seasons).toEqual([
      { season: 2024, numberOfPeople, youngFemale, sportType },
      { season: 2025, numberOfPeople: 30, youngFemale: 'half', sportType: 'judo' },
      { season: 2026, numberOfPeople: 40, youngFemale: 'half', sportType: 'judo' },
    ])
  })

  test.each([
    ['São Paulo at 22:30 on 31 December', '2025-12-31T22:30:00-03:00', 2025],
    ['Auckland at 10:00 on 1 January', '2026-01-01T10:00:00+13:00', 2026],
  ])('assigns an impact saved in %s to the season there', async (_, capturedAt, season) => {
    const coach = api.client()
    const customer_id = await coach.signIn()
    const told = { numberOfPeople: 30, youngFemale: 'half', sportType: 'judo' }
    const entry = { headers: { [headers.capturedAt]: capturedAt } }
    await coach.deliver('/api/save-impact', { customer_id, ...told }, entry)
    const { body } = await coach.post('/api/get-impact', { customer_id })
    expect(body.seasons).toEqual([{ season, ...told }])
  })

  test.each([
    [-3, 0],
    [0, 0],
    [1000, 1000],
    [1001, 1000],
    [2_147_483_648, 1000],
  ])('stores %i people as %i, for a sign-up and for an impact', async (numberOfPeople, stored) => {
    const coach = api.client()
    const customer = await coach.signIn()
    const samples = await createSampleBodies(api.identity, customer)
    for (const [path, body, table] of [
      ['/api/customers', samples.customers, registrations],
      ['/api/save-impact', samples.saveImpact, impacts],
    ] as const) {
      expect((await coach.deliver(path, { ...body, numberOfPeople })).status).toBe(200)
      const [row] = await api.database.db.select().from(table).where(eq(table.customerId, customer))
      expect(row).toMatchObject({ numberOfPeople: stored })
    }
  })

  test('keeps the entry with the highest sequence of those that arrive together', async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const told = { customer_id: customer, youngFemale: '', sportType: 'judo' }
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, numberOfPeople) =>
        coach.deliver('/api/save-impact', { ...told, numberOfPeople }),
      ),
    )
    const newest = answers.map(({ body }) => body.receipt.sequence).reduce((a, b) => Math.max(a, b))
    const [row] = await api.database.db.select().from(impacts).where(eq(impacts.customerId, customer))
    expect(row?.sequence).toBe(newest)
    expect(row?.numberOfPeople).toBe(answers.findIndex(({ body }) => body.receipt.sequence === newest))
  })

  test('keeps further fields one by one, the newest value of each', async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    await coach.deliver('/api/newFields', { customer_id: customer, fields: { shirt: 'M', cap: 'red' } })
    await coach.deliver('/api/newFields', { customer_id: customer, fields: { shirt: 'L' } })
    const rows = await api.database.db
      .select({ name: customFields.name, value: customFields.value })
      .from(customFields)
      .where(eq(customFields.customerId, customer))
      .orderBy(customFields.name)
    expect(rows).toEqual([
      { name: 'cap', value: 'red' },
      { name: 'shirt', value: 'L' },
    ])
  })
})
