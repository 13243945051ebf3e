import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceStatement } from '../../src/contract/product-api/device-statement.ts'
import { schemaVersion } from '../../src/contract/schema-version.ts'
import { countRows } from '../testing/database/count-rows.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { createSampleReport } from '../testing/sync-log/sample-report.ts'
import { signInAdmin, signInDevice, settled } from '../testing/sync-log/sync-fixtures.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import type { TestClient } from '../testing/test-client.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  let admin: TestClient
  beforeAll(async () => {
    api = await startTestApp(database)
    admin = await signInAdmin(api)
  })
  afterAll(() => api.stop())

  /** Signs in. Resolves to the server's statement about the device. */
  const signIn = async (coach: TestClient, customer: string, device: string): Promise<DeviceStatement> => {
    const authToken = await api.identity.token(customer)
    return (await coach.post('/api/login', { authToken, locale: 'pt-BR', device })).body.device
  }

  const lostPhone = async () => {
    const coach = api.client()
    const device = randomUUID()
    const customer = randomUUID()
    const statement = await signIn(coach, customer, device)
    const body = { customer_id: customer, fields: { shirt: 'M' } }
    const entry = {
      customer_id: customer,
      device,
      seq: 1,
      key: randomUUID(),
      call: 'newFields',
      schema: 3,
      body: JSON.stringify(body),
    }
    return { coach, customer, device, statement, body, entry }
  }
  const bring = (entry: object) => admin.post('/api/rescue-entry', entry)

  test('stores an entry in the name of its coach, and returns a receipt of its bytes', async () => {
    const { entry } = await lostPhone()
    const { status, body } = await bring(entry)
    const hash = createHash('sha256').update(entry.body).digest('hex')
    expect([status, body]).toEqual([
      200,
      { receipt: expect.objectContaining({ key: entry.key, hash }), replayed: false },
    ])
  })

  test('recognises an entry that is brought twice, or that the phone sends later, and changes nothing', async () => {
    const { coach, body, entry } = await lostPhone()
    const first = await bring(entry)
    const before = await countRows(api.database.db)
    const second = await bring(entry)
    const byPhone = await coach.deliver('/api/newFields', body, { key: entry.key })
    expect([second.body.replayed, second.body.receipt]).toEqual([true, first.body.receipt])
    expect(byPhone.body.receipt).toEqual(first.body.receipt)
    expect(await countRows(api.database.db)).toEqual(before)
  })

  test('recognises an entry that the phone had sent before', async () => {
    const { coach, body, entry } = await lostPhone()
    await coach.deliver('/api/newFields', body, { key: entry.key })
    expect((await bring(entry)).body.replayed).toBe(true)
  })

  test.each<[string, string | undefined, (entry: Awaited<ReturnType<typeof lostPhone>>['entry']) => object]>([
    ['other-customer', 'customer_id', (entry) => ({ ...entry, customer_id: randomUUID() })],
    ['invalid-body', 'call', (entry) => ({ ...entry, call: 'login' })],
    ['schema-unknown', 'call', (entry) => ({ ...entry, call: 'constructor' })],
    ['schema-unknown', 'schema', (entry) => ({ ...entry, schema: schemaVersion + 1 })],
    ['bad-json', 'body', (entry) => ({ ...entry, body: entry.body.slice(1) })],
    [
      'invalid-body',
      'body.fields',
      (entry) => ({ ...entry, body: `{"customer_id":"${entry.customer_id}"}` }),
    ],
    ...['null', '5', '[]'].map<[string, string, (entry: object) => object]>((body) => [
      'invalid-body',
      'body',
      (entry) => ({ ...entry, body }),
    ]),
    [
      'not-found',
      'customer_id',
      (entry) => ({ ...entry, customer_id: 'nobody', body: '{"customer_id":"nobody","fields":{}}' }),
    ],
  ])('%s (%s): refused, logged, and nothing is written', async (code, path, change) => {
    const { entry } = await lostPhone()
    const before = await countRows(api.database.db)
    const { body } = await bring(change(entry))
    expect([body.error.code, body.error.path]).toEqual([code, path])
    expect(await countRows(api.database.db)).toEqual(before)
    expect(JSON.parse(api.logLines.findLast((line) => line.includes('"rescue"')) ?? '')).toMatchObject({
      came: code,
      key: entry.key,
    })
  })

  test('tells an admin when the file names an unknown customer', async () => {
    const { entry } = await lostPhone()
    const body = '{"customer_id":"nobody","fields":{"shirt":"M"}}'
    const rejected = await bring({ ...entry, customer_id: 'nobody', body })
    expect(rejected.body.error.message).toBe('There is no such customer.')
  })

  test('refuses another body under the key of an entry that arrived', async () => {
    const { entry } = await lostPhone()
    await bring(entry)
    const { body } = await bring({ ...entry, body: entry.body.replace('"M"', '"L"') })
    expect(body.error.code).toBe('key-reused')
  })

  test('closes the gap of an entry that comes with the statement of its device', async () => {
    const { coach, customer, device, statement, entry } = await lostPhone()
    await coach.post('/api/sync-report', { ...createSampleReport(customer), ...settled(1), device })
    const seen = async () => (await admin.get(`/api/sync-device?device=${device}`)).body.device
    expect(await seen()).toMatchObject({ gaps: 1 })
    expect((await bring({ ...entry, statement })).status).toBe(200)
    expect(await seen()).toMatchObject({ gaps: 0 })
  })

  test('never fills the gaps of a device from somebody else’s file, whatever statement it has', async () => {
    const victim = await signInDevice(api)
    await victim.report(settled(9))
    const seen = async () => (await admin.get(`/api/sync-device?device=${victim.device}`)).body
    const before = await seen()
    const { customer, statement } = await lostPhone()
    const forged = { ...statement, device: victim.device }
    const theirs = { ...forged, customer_id: victim.customer }
    const stolen = await signIn(victim.client, victim.customer, victim.device)
    for (const [seq, claimed] of [undefined, statement, forged, theirs, stolen].entries()) {
      const entry = {
        customer_id: customer,
        device: victim.device,
        seq: seq + 1,
        key: randomUUID(),
        call: 'newFields',
        schema: 3,
        body: JSON.stringify({ customer_id: customer, fields: { shirt: 'M' } }),
        ...(claimed && { statement: claimed }),
      }
      expect((await bring(entry)).status).toBe(200)
    }
    expect(await seen()).toEqual(before)
  })

  test('refuses a coach, and anybody without a session', async () => {
    const { coach, entry } = await lostPhone()
    expect((await coach.post('/api/rescue-entry', entry)).body.error.code).toBe('admin-only')
    expect((await api.client().post('/api/rescue-entry', entry)).body.error.code).toBe('signed-out')
  })
})
