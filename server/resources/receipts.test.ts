import { randomUUID, verify, createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEpochText, createReceiptText, type Receipt } from '../../src/contract/product-api/receipt.ts'
import { receiptKeys } from '../db/schema.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/database/test-database.ts'

const november = Date.parse('2026-11-21T12:00:00Z')
const december = Date.parse('2026-12-01T00:00:00Z')

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const fetchKeys = async (instance: Pick<TestApp, 'client'> = api) =>
    new Map<string, string>(
      (await instance.client().get('/api/receipt-keys')).body.keys.map(
        ({ key_id, public_key }: { key_id: string; public_key: string }) => [key_id, public_key],
      ),
    )

  const deliverOn = async (instance: Pick<TestApp, 'client'>) => {
    const coach = instance.client()
    const customer = await coach.signIn()
    const { body } = await coach.deliver('/api/events', { customer_id: customer, event_id: 1, value: '' })
    return { customer, receipt: body.receipt as Receipt }
  }

  const isRight = (receipt: Receipt, customer: string, keys: Map<string, string>) => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: keys.get(receipt.key_id) ?? '' }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const isSigned = (text: string, signature = '') =>
      verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
    const isWhole = isSigned(createReceiptText(receipt, customer), receipt.signature)
    return isWhole && isSigned(createEpochText(receipt), receipt.epoch_signature)
  }

  test('anybody can verify a receipt with the published keys', async () => {
    const { customer, receipt } = await deliverOn(api)
    expect(isRight(receipt, customer, await fetchKeys())).toBe(true)
  })

  test.each<[string, Partial<Receipt>]>([
    ['key', { key: randomUUID() }],
    ['hash', { hash: 'f'.repeat(64) }],
    ['time', { received_at: '2020-01-01T00:00:00.000Z' }],
    ['sequence', { sequence: 1_000_000 }],
    ['epoch', { epoch: randomUUID() }],
  ])('a receipt with another %s fails verification', async (_, change) => {
    const { customer, receipt } = await deliverOn(api)
    expect(isRight({ ...receipt, ...change }, customer, await fetchKeys())).toBe(false)
  })

  test('does not accept a receipt from another customer', async () => {
    const { receipt } = await deliverOn(api)
    expect(isRight(receipt, randomUUID(), await fetchKeys())).toBe(false)
  })

  test('shares one key between instances that first sign at the same moment', async () => {
    const clock = { now: Date.parse('2027-05-03T00:00:00Z') }
    const instances = [
      api.createInstance({ clock }),
      api.createInstance({ clock }),
      api.createInstance({ clock }),
    ]
    const delivered = await Promise.all(instances.map(deliverOn))
    const keys = await fetchKeys()
    for (const { customer, receipt } of delivered) {
      expect([receipt.key_id, isRight(receipt, customer, keys)]).toEqual(['2027-05', true])
    }
  })

  test('uses a new key each month, and still verifies receipts of the old one', async () => {
    const clock = { now: november }
    const instance = api.createInstance({ clock })
    const old = await deliverOn(instance)
    clock.now = december
    const young = await deliverOn(instance)
    const keys = await fetchKeys(instance)
    expect([old.receipt.key_id, young.receipt.key_id]).toEqual(['2026-11', '2026-12'])
    expect(keys.get('2026-11')).not.toBe(keys.get('2026-12'))
    expect(isRight(old.receipt, old.customer, keys)).toBe(true)
    expect(isRight(young.receipt, young.customer, keys)).toBe(true)
  })

  test('reports to its customer whether an entry is stored here, by its key and its bytes', async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const { body } = await coach.deliver('/api/events', { customer_id: customer, event_id: 1, value: '' })
    const { key, hash } = body.receipt as Receipt
    const has = async (client: typeof coach, change: object) =>
      (await client.post('/api/has-entry', { customer_id: customer, key, hash, ...change })).body
    expect(await has(coach, {})).toEqual({ has: true })
    expect(await has(coach, { key: randomUUID() })).toEqual({ has: false })
    expect(await has(coach, { hash: 'f'.repeat(64) })).toEqual({ has: false })
    const other = api.client()
    const stranger = await other.signIn()
    expect(await has(other, { customer_id: stranger })).toEqual({ has: false })
    expect(await has(other, {})).toMatchObject({ error: { code: 'other-customer' } })
  })

  test('never lets a private key leave the database', async () => {
    await deliverOn(api)
    const { body } = await api.client().get('/api/receipt-keys')
    const rows = await api.database.db.select().from(receiptKeys)
    for (const { privateKey } of rows) expect(JSON.stringify(body)).not.toContain(privateKey)
    expect(api.logLines.join()).not.toContain(rows[0]?.privateKey)
  })
})
