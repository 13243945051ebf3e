import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows } from '../../testing/database/count-rows.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { signInAdmin, signInDevice, settled } from '../../testing/sync-log/sync-fixtures.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const range = (from: number, to: number): [number, number] => [from, to]
  const row = { id: 1, at: 1, happened: 'captured', seq: 1, name: 'event.logged.v1' }
  test.each([
    ['device', { device: randomUUID() }],
    ['version', { version: '<b>' }],
    ['pending.to_send', { pending: { to_send: 1e9, needs_you: 0, oldest_age: 0 } }],
    ['pending.needs_you', { pending: { to_send: 0, needs_you: -1, oldest_age: 0 } }],
    ['pending.oldest_age', { pending: { to_send: 0, needs_you: 0, oldest_age: 1e15 } }],
    ['mine.to_send', { mine: { to_send: 0.5, needs_you: 0 } }],
    ['sequences.highest', { sequences: { highest: 1e12, pending: [], discarded: [] } }],
    ['sequences.pending', { sequences: { highest: 3, pending: [range(2, 4)], discarded: [] } }],
    ['sequences.pending', { sequences: { highest: 9, pending: [range(5, 4)], discarded: [] } }],
    [
      'sequences.discarded',
      { sequences: { highest: 9, pending: [], discarded: [range(3, 4), range(4, 6)] } },
    ],
    ['sequences.discarded', { sequences: { highest: 0, pending: [], discarded: [range(1, 1)] } }],
    ['sequences.pending.0.0', { sequences: { highest: 9, pending: [range(0, 4)], discarded: [] } }],
    ['clock_offset', { clock_offset: 1e15 }],
    ['clock_offset', { clock_offset: -1e15 }],
    ['storage.quota', { storage: { usage: 0, quota: 1e300, persisted: null } }],
    ['errors', { errors: Array.from({ length: 41 }, () => ({ code: 'x', count: 1 })) }],
    ['errors.0.code', { errors: [{ code: 'somebody@example.com', count: 1 }] }],
    ['rows', { rows: Array.from({ length: 201 }, (_, at) => ({ ...row, id: at + 1 })) }],
    ['rows.0.at', { rows: [{ ...row, at: 1e18 }] }],
    ['rows.0.id', { rows: [{ ...row, id: 0 }] }],
    ['rows.0.name', { rows: [{ ...row, name: 'somebody@example.com' }] }],
    ['rows.0.subject', { rows: [{ ...row, subject: 'what they answered' }] }],
    ['rows.0.payload', { rows: [{ ...row, payload: { answers: [] } }] }],
  ])('refuses a report with an absurd %s, names its path, and affects nothing else', async (path, change) => {
    const { report, deliver, device } = await signInDevice(api)
    const before = await countRows(api.database.db)
    const { status, body } = await report(change)
    expect([status, body.error.code, body.error.path]).toEqual([422, 'invalid-body', path])
    expect(await countRows(api.database.db)).toEqual(before)
    expect(JSON.parse(api.logLines.at(-1) ?? '')).toMatchObject({
      route: '/api/sync-report',
      refused: 'invalid-body',
    })
    expect((await deliver(1)).status).toBe(200)
    expect((await report(settled(1))).status).toBe(200)
    const { body: seen } = await (await signInAdmin(api)).get(`/api/sync-device?device=${device}`)
    expect(seen.device.gaps).toBe(0)
  })

  test('lets a report in a locale of a newer release wait for that release', async () => {
    const { report } = await signInDevice(api)
    const before = await countRows(api.database.db)
    const { status, body } = await report({ locale: 'xx-XX' as 'pt-BR' })
    expect([status, body.error.code, body.error.path]).toEqual([501, 'schema-unknown', 'locale'])
    expect(await countRows(api.database.db)).toEqual(before)
  })
})
