import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loyalty } from '../../../src/config/loyalty.ts'
import { createErasureText, type ErasureReceipt } from '../../../src/contract/product-api/erasure.ts'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import { dumpDatabase, findRowsWith } from '../../testing/database/dump-database.ts'
import { fillAccount } from '../../testing/fill-account.ts'
import { createSampleReport } from '../../testing/sync-log/sample-report.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

const isSigned = (receipt: ErasureReceipt, keys: { key_id: string; public_key: string }[]): boolean => {
  const x = keys.find(({ key_id }) => key_id === receipt.key_id)?.public_key ?? ''
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(
    null,
    Buffer.from(createErasureText(receipt)),
    key,
    Buffer.from(receipt.signature, 'base64url'),
  )
}

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const erase = async (client: TestClient, customer: string, minutesAgo = 0) => {
    const signedInAt = Math.floor(Date.now() / 1000) - minutesAgo * 60
    const accessToken = await api.identity.token(customer, { use: 'access', signedInAt })
    return client.post('/api/erase-account', { customer_id: customer, accessToken })
  }

  test('deletes everything of the coach, and nothing of others', async () => {
    const ana = await fillAccount(api)
    const ben = await fillAccount(api)
    const before = await dumpDatabase(api.database.db)
    const { status, body } = await erase(ana.phone, ana.customer)
    expect(status).toBe(200)

    const after = await dumpDatabase(api.database.db)
    const left = [ana.customer, ana.email, ana.devices.phone, ana.devices.laptop].map((text) =>
      Object.keys(findRowsWith(after, text)),
    )
    expect(left).toEqual([[], [], [], []])
    expect(findRowsWith(after, ben.customer)).toEqual(findRowsWith(before, ben.customer))

    const { receipt } = body
    const counts = Object.entries(findRowsWith(before, ana.customer)).map(([table, rows]) => [
      table,
      rows.length,
    ])
    expect(receipt).toMatchObject({ by: 'customer', rows: Object.fromEntries(counts) })
    const named = [ana.customer, ana.email, ana.devices.phone, ana.devices.laptop].filter((text) =>
      JSON.stringify(receipt).includes(text),
    )
    expect(named).toEqual([])
    expect(receipt.customer_hash).toBe(createHash('sha256').update(ana.customer).digest('hex'))
    const { body: published } = await ana.phone.get('/api/receipt-keys')
    expect(isSigned(receipt, published.keys)).toBe(true)
    expect(isSigned({ ...receipt, erased_at: '2020-01-01T00:00:00.000Z' }, published.keys)).toBe(false)
  })

  test('keeps a device that others use', async () => {
    const device = randomUUID()
    const [ana, ben] = [api.client(), api.client()]
    const customer = await ana.signIn(undefined, { device })
    const stays = await ben.signIn(undefined, { device })
    await ben.post('/api/sync-report', { ...createSampleReport(stays), device, rows: [] })
    await ana.post('/api/sync-report', { ...createSampleReport(customer), device })
    expect((await erase(ana, customer)).status).toBe(200)
    const left = findRowsWith(await dumpDatabase(api.database.db), device)
    expect(Object.keys(left)).toEqual(['device_customers', 'device_secrets', 'devices', 'sessions'])
    expect(JSON.stringify(left)).not.toContain(customer)
    const { body } = await ben.post('/api/login', {
      authToken: await api.identity.token(stays),
      locale: 'pt-BR',
      device,
    })
    expect(body.device.device).toBe(device)
  })

  test.each([
    ['a sign-in of six minutes ago', 6],
    ['a sign-in of a month ago whose tokens were just refreshed', 43_200],
  ])('does not accept %s as proof of the password', async (_what, minutesAgo) => {
    const ana = api.client()
    const customer = await ana.signIn()
    const { status, body } = await erase(ana, customer, minutesAgo)
    expect([status, body.error.code]).toEqual([401, 'sign-in-too-old'])
    expect((await ana.post('/api/get-impact', { customer_id: customer })).status).toBe(200)
  })

  test('deletes nothing for somebody else’s token or an identity token', async () => {
    const ana = api.client()
    const customer = await ana.signIn()
    for (const accessToken of [
      await api.identity.token('somebody-else', { use: 'access' }),
      await api.identity.token(customer),
    ]) {
      const { body } = await ana.post('/api/erase-account', { customer_id: customer, accessToken })
      expect(body.error.code).toBe('identity-refused')
    }
    expect((await ana.post('/api/get-impact', { customer_id: customer })).status).toBe(200)
  })

  test('a coach of the loyalty provider proves the password by a sign-in that this server made', async () => {
    const customer = `loyal-${randomUUID()}`
    const ana = api.client()
    const refreshed = api.identity.loyaltyToken(customer, {}, `refreshed-${customer}`)
    const login = { authToken: refreshed, locale: 'en-US', device: randomUUID() }
    expect((await ana.post('/api/login', login)).status).toBe(200)
    const eraseBy = (accessToken: string) =>
      ana.post('/api/erase-account', { customer_id: customer, accessToken })
    expect((await eraseBy(refreshed)).body.error.code).toBe('sign-in-too-old')

    const Username = `${customer}@secret.example`
    const { body } = await ana.post('/api/loyalty/login', {
      DataSourceID: loyalty.sourceIds.en,
      Username,
      Password: 'right',
    })
    const erased = await eraseBy(body.AccessToken)
    expect(erased.status).toBe(200)
    // The client may have lost the first response, and the erasure deleted the record of the sign-in.
    expect((await eraseBy(body.AccessToken)).body).toEqual(erased.body)
  })

  test('does not accept an older token for the account of a coach who came back', async () => {
    const customer = `customer-${randomUUID()}`
    const ana = api.client()
    await ana.signIn(customer)
    const accessToken = await api.identity.token(customer, { use: 'access' })
    const eraseAgain = () => ana.post('/api/erase-account', { customer_id: customer, accessToken })
    expect((await eraseAgain()).status).toBe(200)
    await ana.signIn(customer, { signedInAt: Math.floor(Date.now() / 1000) + 2 })
    expect((await eraseAgain()).body.error.code).toBe('sign-in-too-old')
    expect((await ana.post('/api/get-impact', { customer_id: customer })).status).toBe(200)
  })

  test('returns the receipt of the one erasure for repeated and simultaneous requests', async () => {
    const ana = await fillAccount(api)
    const both = await Promise.all([erase(ana.phone, ana.customer), erase(ana.laptop, ana.customer)])
    const again = await erase(api.client(), ana.customer)
    const receipts = [...both, again].map(({ body }) => body.receipt)
    // The database returns the counts in another order, but the signature does not depend on the order.
    expect(receipts).toEqual([receipts[0], receipts[0], receipts[0]])
    expect(v.is(v.pipe(v.string(), v.uuid()), receipts[0].number)).toBe(true)
  })

  test('tells other devices that the account is deleted, and accepts none of their tokens', async () => {
    const customer = `customer-${randomUUID()}`
    const [phone, laptop] = [api.client(), api.client()]
    await phone.signIn(customer)
    const device = randomUUID()
    await laptop.signIn(customer, { device })
    await erase(phone, customer)

    const entry = { customer_id: customer, event_id: 1, value: 'late' }
    expect((await laptop.deliver('/api/events', entry)).body.error.code).toBe('account-erased')
    const authToken = await api.identity.token(customer, { signedInAt: Math.floor(Date.now() / 1000) - 60 })
    const login = await laptop.post('/api/login', { authToken, locale: 'pt-BR', device })
    expect([login.status, login.body.error.code]).toEqual([410, 'account-erased'])
    expect(Object.keys(findRowsWith(await dumpDatabase(api.database.db), customer))).toEqual([])
    // Another customer can still sign in on that laptop.
    await laptop.signIn()
  })

  test('gives a returning coach a new account, and stores no old entry that a phone still holds', async () => {
    const { customer, phone } = await fillAccount(api)
    const { body } = await erase(phone, customer)
    const signedInAt = Math.floor(Date.now() / 1000) + 2
    await phone.signIn(customer, { signedInAt })
    const deliver = (capturedAt?: number) =>
      phone.deliver(
        '/api/events',
        { customer_id: customer, event_id: 1, value: 'x' },
        {
          headers:
            capturedAt === undefined ? {} : { [headers.capturedAt]: new Date(capturedAt).toISOString() },
        },
      )
    const { body: fresh } = await phone.post('/api/my-data', { customer_id: customer })
    const filled = Object.entries<unknown[]>(fresh.tables).filter(([, rows]) => rows.length > 0)
    expect(filled.map(([table]) => table)).toEqual(['customers', 'sessions'])
    const erasedAt = Date.parse(body.receipt.erased_at)
    expect((await deliver(erasedAt - 1)).body.error.code).toBe('account-erased')
    expect((await deliver()).body.error.code).toBe('account-erased')
    expect((await deliver(erasedAt + 1)).status).toBe(200)
    const { body: copy } = await phone.post('/api/my-data', { customer_id: customer })
    expect(copy.tables.events).toHaveLength(1)
  })

  test('assigns captures after an entry of the new account to that account, whatever the phone’s clock', async () => {
    const { customer, phone, devices } = await fillAccount(api)
    const { body } = await erase(phone, customer)
    const erasedAt = Date.parse(body.receipt.erased_at)
    const authToken = await api.identity.token(customer, { signedInAt: Math.floor(Date.now() / 1000) + 2 })
    const again = await phone.post('/api/login', { authToken, locale: 'pt-BR', device: devices.phone })
    const { device } = again.body.device
    const deliver = async (seq: number, capturedAt: number) => {
      const sent = {
        [headers.deviceSequence]: `${device}/${seq}`,
        [headers.capturedAt]: new Date(capturedAt).toISOString(),
      }
      const entry = { customer_id: customer, event_id: 1, value: String(seq) }
      const delivered = await phone.deliver('/api/events', entry, { headers: sent })
      return delivered.body.error?.code ?? delivered.status
    }
    const hour = 3_600_000
    expect(await deliver(102, erasedAt - hour)).toBe('account-erased')
    expect(await deliver(101, erasedAt + 1)).toBe(200)
    expect(await deliver(102, erasedAt - hour)).toBe(200)
    expect(await deliver(100, erasedAt - hour)).toBe('account-erased')
  })
})
