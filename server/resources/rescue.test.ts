import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows } from '../testing/count-rows.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { newAdminOf } from '../testing/sync-fixtures.ts'
import { testDatabases } from '../testing/test-database.ts'
import type { TestClient } from '../testing/test-client.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  let admin: TestClient
  beforeAll(async () => {
    api = await startTestApp(database)
    admin = await newAdminOf(api)
  })
  afterAll(() => api.stop())

  /** A coach whose phone holds an entry. */
  const lostPhone = async () => {
    const coach = api.client()
    const device = randomUUID()
    const customer = await coach.signIn(randomUUID(), { device })
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
    return { coach, customer, body, entry }
  }
  const bring = (entry: object) => admin.post('/api/rescue-entry', entry)

  test('an entry arrives in the name of its coach, with a receipt of its bytes', async () => {
    const { entry } = await lostPhone()
    const { status, body } = await bring(entry)
    const hash = createHash('sha256').update(entry.body).digest('hex')
    expect([status, body]).toEqual([
      200,
      { receipt: expect.objectContaining({ key: entry.key, hash }), replayed: false },
    ])
  })

  test('one that is brought twice, or that the phone sends after all, is known and changes nothing', async () => {
    const { coach, body, entry } = await lostPhone()
    const first = await bring(entry)
    const before = await countRows(api.database.db)
    const second = await bring(entry)
    const byPhone = await coach.deliver('/api/newFields', body, { key: entry.key })
    expect([second.body.replayed, second.body.receipt]).toEqual([true, first.body.receipt])
    expect(byPhone.body.receipt).toEqual(first.body.receipt)
    expect(await countRows(api.database.db)).toEqual(before)
  })

  test('one that the phone had sent before is known', async () => {
    const { coach, body, entry } = await lostPhone()
    await coach.deliver('/api/newFields', body, { key: entry.key })
    expect((await bring(entry)).body.replayed).toBe(true)
  })

  test.each<[string, string | undefined, (entry: Awaited<ReturnType<typeof lostPhone>>['entry']) => object]>([
    ['other-customer', 'customer_id', (entry) => ({ ...entry, customer_id: randomUUID() })],
    ['invalid-body', 'call', (entry) => ({ ...entry, call: 'login' })],
    ['schema-unknown', 'call', (entry) => ({ ...entry, call: 'constructor' })],
    ['schema-unknown', 'schema', (entry) => ({ ...entry, schema: 9 })],
    ['bad-json', 'body', (entry) => ({ ...entry, body: entry.body.slice(1) })],
    [
      'invalid-body',
      'body.fields',
      (entry) => ({ ...entry, body: `{"customer_id":"${entry.customer_id}"}` }),
    ],
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

  test('another body under the key of an entry that arrived is refused', async () => {
    const { entry } = await lostPhone()
    await bring(entry)
    const { body } = await bring({ ...entry, body: entry.body.replace('"M"', '"L"') })
    expect(body.error.code).toBe('key-reused')
  })

  test('a coach may not, nor anybody signed out', async () => {
    const { coach, entry } = await lostPhone()
    expect((await coach.post('/api/rescue-entry', entry)).body.error.code).toBe('admin-only')
    expect((await api.client().post('/api/rescue-entry', entry)).body.error.code).toBe('signed-out')
  })
})
