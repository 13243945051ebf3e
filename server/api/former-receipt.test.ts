import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import type { Receipt } from '../../src/contract/product-api/receipt.ts'
import { deliveries, epochs } from '../db/schema.ts'
import { ensureEpoch } from '../db/restore/epochs.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/database/test-database.ts'

/** A phone delivers entries that the database lost again, with their former receipts. */

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const begun = async () => (await api.database.db.select().from(epochs)).length
  const lose = ({ key }: Receipt) => api.database.db.delete(deliveries).where(eq(deliveries.key, key))
  const start = async (instance: Pick<TestApp, 'client'> = api) => {
    const coach = instance.client()
    const customer = await coach.signIn()
    const deliver = async (key: string, former?: object, capturedAt = Date.now()): Promise<Receipt> => {
      const sent = {
        [headers.capturedAt]: new Date(capturedAt).toISOString(),
        ...(former && { [headers.formerReceipt]: JSON.stringify(former) }),
      }
      const entry = { customer_id: customer, event_id: 1, value: key }
      const { status, body } = await coach.deliver('/api/events', entry, { key, headers: sent })
      expect(status).toBe(200)
      return body.receipt
    }
    /** Deletes the account and signs in again, which gives the customer the same id. */
    const eraseAndReturn = async (): Promise<void> => {
      const accessToken = await api.identity.token(customer, { use: 'access' })
      const { status } = await coach.post('/api/erase-account', { customer_id: customer, accessToken })
      expect(status).toBe(200)
      await coach.signIn(customer, { signedInAt: Math.floor(Date.now() / 1000) + 2 })
    }
    return { deliver, eraseAndReturn }
  }

  test('starts a new epoch when a signed entry is missing here, which proves a restore', async () => {
    const { deliver } = await start()
    const key = randomUUID()
    const signed = await deliver(key)
    await lose(signed)
    const before = await begun()
    const again = await deliver(key, signed)
    expect(again.epoch).not.toBe(signed.epoch)
    expect(await begun()).toBe(before + 1)
    // The same epoch holds for all lost entries and for new ones.
    expect((await deliver(randomUUID())).epoch).toBe(again.epoch)
    expect(await deliver(key, signed)).toEqual(again)
    expect(
      api.logLines.filter((line) => line.includes('the database had lost') && line.includes(key)),
    ).toHaveLength(1)
  })

  test('starts one epoch when several phones prove the restore at the same moment', async () => {
    const instances = [api.createInstance(), api.createInstance(), api.createInstance(), api.createInstance()]
    const phones = await Promise.all(instances.map(start))
    const signed = await Promise.all(phones.map(({ deliver }) => deliver(randomUUID())))
    for (const receipt of signed) await lose(receipt)
    const before = await begun()
    const again = await Promise.all(phones.map(({ deliver }, at) => deliver(signed[at]!.key, signed[at])))
    expect(new Set(again.map(({ epoch }) => epoch)).size).toBe(1)
    expect(await begun()).toBe(before + 1)
  })

  test.each<[string, (receipt: Receipt) => object]>([
    ['is of another key', (receipt) => ({ ...receipt, key: randomUUID() })],
    ['is of other bytes', (receipt) => ({ ...receipt, hash: 'f'.repeat(64) })],
    ['was not signed here', (receipt) => ({ ...receipt, signature: 'A'.repeat(86) })],
    ['names an epoch that was not signed', (receipt) => ({ ...receipt, epoch: randomUUID() })],
    ['is signed with an unknown key', (receipt) => ({ ...receipt, key_id: '1999-01' })],
    ['is no receipt', () => ({ hello: 'world' })],
  ])('a receipt that %s proves no restore, but the entry is accepted', async (_, change) => {
    const { deliver } = await start()
    const key = randomUUID()
    const signed = await deliver(key)
    await lose(signed)
    const before = await begun()
    expect((await deliver(key, change(signed))).epoch).toBe(signed.epoch)
    expect(await begun()).toBe(before)
  })

  test('a receipt from before the account was deleted proves no restore, a later one does', async () => {
    const { deliver, eraseAndReturn } = await start()
    const key = randomUUID()
    const signed = await deliver(key)
    await eraseAndReturn()
    const before = await begun()
    const again = await deliver(key, signed, Date.now() + 1000)
    expect([again.epoch, await begun()]).toEqual([signed.epoch, before])

    await lose(again)
    expect((await deliver(key, again, Date.now() + 1000)).epoch).not.toBe(signed.epoch)
    expect(await begun()).toBe(before + 1)
  })

  test('starts a new epoch, once for all instances, when the database has moved to another place', async () => {
    const { db, location } = api.database
    const before = await begun()
    expect(await ensureEpoch(db, location, new Date())).toBe(false)
    const moved = Array.from({ length: 3 }, () => ensureEpoch(db, 'elsewhere', new Date()))
    expect(await Promise.all(moved)).toContain(true)
    expect(await ensureEpoch(db, 'elsewhere', new Date())).toBe(false)
    expect(await begun()).toBe(before + 1)
  })
})
