import { randomUUID } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncReport } from '../../../src/contract/product-api/sync-report.ts'
import { customers, devices, syncLog } from '../../db/schema.ts'
import { createSampleReport } from '../../testing/sync-log/sample-report.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { signInAdmin, signInDevice, settled } from '../../testing/sync-log/sync-fixtures.ts'
import { testDatabases } from '../../testing/database/test-database.ts'
import { recordArrivals } from '../../db/deliveries/sequence-gaps.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const seen = async (device: string) =>
    (await (await signInAdmin(api)).get(`/api/sync-device?device=${device}`)).body

  test('stores what a device holds, and acknowledges the last row of its report', async () => {
    const { device, customer, report } = await signInDevice(api, { locale: 'es-MX' })
    expect((await report({ locale: 'es-MX' })).body).toEqual({
      acknowledged: 2,
      last_row: 0,
      missing: [[1, 1]],
      uploads: null,
    })
    const { device: found, people, rows } = await seen(device)
    expect(found).toMatchObject({
      device,
      customer_id: customer,
      country: 'MX',
      locale: 'es-MX',
      version: '0.1.0+Ab-c_123',
      last_success: null,
      pending: 1,
      needs_you: 0,
      highest: 3,
      clock_offset: -1200,
      storage: { usage: 5_000_000, quota: 1_000_000_000, persisted: true },
      errors: [{ code: 'no-answer', count: 1 }],
    })
    expect(Date.parse(found.last_seen) - Date.parse(found.oldest_at)).toBe(60_000)
    expect(people).toMatchObject([{ customer_id: customer, country: 'MX', to_send: 1, needs_you: 0 }])
    expect(rows).toMatchObject([
      { id: 2, happened: 'delayed', code: 'no-answer', subject: 'training-1', seq: 3 },
      { id: 1, happened: 'captured', at: '2023-11-14T22:13:20.000Z', subject: null, customer_id: customer },
    ])
  })

  test('counts numbers that neither arrived nor wait nor were deleted as gaps', async () => {
    const { device, report, deliver } = await signInDevice(api)
    await deliver(1)
    await deliver(6)
    await report({ sequences: { highest: 8, pending: [[3, 4]], discarded: [[8, 8]] } })
    expect((await seen(device)).device).toMatchObject({
      gaps: 3,
      missing: [
        [2, 2],
        [5, 5],
        [7, 7],
      ],
      discarded: [[8, 8]],
    })
  })

  test('returns to the device what is missing here, and the last row of its log that arrived', async () => {
    const { report, deliver } = await signInDevice(api)
    await deliver(1)
    await deliver(6)
    const sequences: SyncReport['sequences'] = { highest: 8, pending: [[3, 4]], discarded: [[8, 8]] }
    const [first] = createSampleReport('').rows
    const rows = [{ ...first!, id: 7 }]
    const missing = [
      [2, 2],
      [5, 5],
      [7, 7],
    ]
    const told = { missing, uploads: null }
    expect((await report({ sequences, rows })).body).toEqual({ acknowledged: 7, last_row: 0, ...told })
    expect((await report({ sequences, rows: [] })).body).toEqual({ acknowledged: 0, last_row: 7, ...told })
  })

  test('returns to each coach of a shared phone the state of their own log', async () => {
    const first = await signInDevice(api)
    await first.report()
    const second = await signInDevice(api, { device: first.device })
    expect((await second.report({ rows: [] })).body).toMatchObject({ last_row: 0 })
    expect((await first.report({ rows: [] })).body).toMatchObject({ last_row: 2 })
  })

  test('keeps the rows of the other coaches of a shared phone, whatever number a row has', async () => {
    const first = await signInDevice(api)
    await first.report()
    const second = await signInDevice(api, { device: first.device })
    const [row] = createSampleReport(second.customer).rows
    for (const id of [1000, 5000, Number.MAX_SAFE_INTEGER])
      expect((await second.report({ rows: [{ ...row!, id }] })).status).toBe(200)
    const kept = (await seen(first.device)).rows.map(({ id }: { id: number }) => id)
    expect(kept).toEqual([Number.MAX_SAFE_INTEGER, 2, 1])
    expect((await first.report({ rows: [] })).body).toMatchObject({ last_row: 2 })
  })

  test('closes the gap of an entry that was stored without its number when it is sent again', async () => {
    const { client, customer, device, report } = await signInDevice(api)
    const key = randomUUID()
    const send = (headers: Record<string, string> = {}) =>
      client.deliver('/api/events', { customer_id: customer, event_id: 1, value: 'x' }, { key, headers })
    await send()
    expect((await report(settled(1))).body).toMatchObject({ missing: [[1, 1]] })
    await send({ 'X-Device-Sequence': `${device}/1` })
    expect((await report(settled(1))).body).toMatchObject({ missing: [] })
  })

  test('closes the gap of an entry at once when it arrives late', async () => {
    const { device, report, deliver } = await signInDevice(api)
    await report(settled(2))
    expect((await seen(device)).device).toMatchObject({ gaps: 2, missing: [[1, 2]] })
    await deliver(2)
    expect((await seen(device)).device).toMatchObject({ gaps: 1, missing: [[1, 1]] })
  })

  test('closes the gap of an entry that somebody else brings, without marking the device as seen', async () => {
    const { device, customer, report } = await signInDevice(api)
    await report(settled(1))
    const before = (await seen(device)).device
    const { db } = api.database
    const receivedAt = new Date(Date.now() + 60_000)
    await db.transaction((tx) => recordArrivals(tx, [{ device, seq: 1 }], { customer, receivedAt }))
    expect((await seen(device)).device).toEqual({ ...before, gaps: 0, missing: [] })
  })

  test('makes no gaps from a report that a newer one overtook', async () => {
    const { device, report, deliver } = await signInDevice(api)
    await deliver(1)
    await report({ sequences: { highest: 4, pending: [[2, 4]], discarded: [] } })
    await report({ sequences: { highest: 2, pending: [[2, 2]], discarded: [] } })
    expect((await seen(device)).device).toMatchObject({ highest: 4, gaps: 0, missing: [] })
    await report({ sequences: { highest: 4, pending: [[4, 4]], discarded: [] } })
    expect((await seen(device)).device).toMatchObject({ gaps: 2, missing: [[2, 3]] })
  })

  test('makes no gaps of older entries that an entry overtakes', async () => {
    const { device, deliver } = await signInDevice(api)
    await deliver(5)
    const { device: found } = await seen(device)
    expect(found).toMatchObject({ gaps: 0, missing: [], version: null, pending: 0, oldest_at: null })
    expect(found.last_success).toBe(found.last_seen)
  })

  test('keeps an entry explained that was reported as deleted, and counts it as arrived if it arrives', async () => {
    const { device, report, deliver } = await signInDevice(api)
    await report({ ...settled(2), sequences: { highest: 2, pending: [], discarded: [[1, 2]] } })
    await deliver(1)
    await report(settled(2))
    expect((await seen(device)).device).toMatchObject({ gaps: 0, discarded: [[2, 2]] })
  })

  test.each([
    ['of another device', `${randomUUID()}/1`],
    ['that is none', 'seven'],
    ['beyond all bounds', '99999999999999999999'],
    ['of nothing', '/'],
  ])('ignores a sequence %s, and accepts the entry', async (_, header) => {
    const { device, deliver } = await signInDevice(api)
    const sent = await deliver(header, {
      'X-Device-Sequence': header.includes('/') ? header : `${device}/${header}`,
    })
    expect(sent.status).toBe(200)
    expect((await seen(device)).error?.code).toBe('not-found')
  })

  test("does not fill a gap of another customer's device", async () => {
    const [theirs, mine] = [await signInDevice(api), await signInDevice(api)]
    await theirs.report(settled(2))
    const sent = await mine.deliver(2, { 'X-Device-Sequence': `${theirs.device}/2` })
    expect(sent.status).toBe(200)
    expect((await seen(theirs.device)).device).toMatchObject({ gaps: 2, missing: [[1, 2]] })
  })

  test('changes nothing for rows that arrive again, and drops the oldest', async () => {
    const { device, report } = await signInDevice(api)
    await report()
    await report()
    const kept = () =>
      api.database.db.select({ rows: count() }).from(syncLog).where(eq(syncLog.device, device))
    expect(await kept()).toEqual([{ rows: 2 }])
    const row = { at: 1, happened: 'captured', seq: 9, name: 'event.logged.v1' }
    await report({
      rows: [
        { ...row, id: 2001 },
        { ...row, id: 2002 },
      ],
    })
    expect((await seen(device)).rows.map(({ id }: { id: number }) => id)).toEqual([2002, 2001])
  })

  test('shows each coach of a shared phone, and attributes its counts to the last one only', async () => {
    const first = await signInDevice(api)
    await first.report()
    const second = await signInDevice(api, { device: first.device })
    await second.report({ mine: { to_send: 0, needs_you: 0 }, rows: [] })
    const { device, people } = await seen(first.device)
    expect(device).toMatchObject({ customer_id: second.customer, customers: 2 })
    expect(people).toMatchObject([
      { customer_id: second.customer, to_send: 0 },
      { customer_id: first.customer, to_send: 1 },
    ])
  })

  test('deletes the rows of an erased customer, and keeps the device with its gaps', async () => {
    const { device, customer, report } = await signInDevice(api)
    await report()
    await api.database.db.delete(customers).where(eq(customers.id, customer))
    expect(await seen(device)).toMatchObject({ device: { customer_id: null, gaps: 1 }, people: [], rows: [] })
  })

  test('accepts nothing without a session, for another customer or for another device', async () => {
    const { client, customer, device } = await signInDevice(api)
    const body = { ...createSampleReport(customer), device }
    expect((await api.client().post('/api/sync-report', body)).status).toBe(401)
    const foreign = await client.post('/api/sync-report', { ...body, customer_id: randomUUID() })
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'other-customer'])
    const elsewhere = await client.post('/api/sync-report', { ...body, device: randomUUID() })
    expect([elsewhere.status, elsewhere.body.error]).toMatchObject([422, { path: 'device' }])
  })

  test('limits the set of made-up numbers so that it cannot fill the disk, and accepts entries', async () => {
    const { device, deliver } = await signInDevice(api)
    await deliver(1)
    const many = Array.from({ length: 6000 }, (_, at): [number, number] => [at * 2 + 3, at * 2 + 3])
    await api.database.db.update(devices).set({ seen: many }).where(eq(devices.id, device))
    expect((await deliver(900_000)).status).toBe(200)
    const [kept] = await api.database.db
      .select({ seen: devices.seen })
      .from(devices)
      .where(eq(devices.id, device))
    expect(kept?.seen).toHaveLength(6000)
  })
})
