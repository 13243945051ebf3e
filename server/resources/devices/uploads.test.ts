import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadCounts } from '../../../src/contract/product-api/upload-counts.ts'
import { sampleUploads } from '../../testing/sync-log/sample-report.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { signInAdmin, signInDevice } from '../../testing/sync-log/sync-fixtures.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  /** A device that has reported once, as every device does before it sends upload counts. */
  const start = async () => {
    const { client, customer, device, report } = await signInDevice(api)
    await report()
    const body = { customer_id: customer, device, uploads: sampleUploads }
    return {
      device,
      tell: (uploads: unknown) => client.post('/api/sync-uploads', { ...body, uploads }),
      change: (change: object) => client.post('/api/sync-uploads', { ...body, ...change }),
      known: async () => (await report({ rows: [] })).body.uploads,
      seen: async () =>
        (await (await signInAdmin(api)).get(`/api/sync-device?device=${device}`)).body.device.uploads,
    }
  }

  test('shows an admin what a device reports about its uploads, and returns the count to the device', async () => {
    const { tell, known, seen } = await start()
    expect((await tell(sampleUploads)).status).toBe(200)
    expect([await seen(), await known()]).toEqual([sampleUploads, 16])
  })

  test('replaces the previous uploads report of a device: repeating it changes nothing', async () => {
    const { tell, known, seen } = await start()
    await tell(sampleUploads)
    await tell(sampleUploads)
    expect([await seen(), await known()]).toEqual([sampleUploads, 16])
    const later: UploadCounts = [{ outcome: 'completed', count: 13 }]
    await tell(later)
    expect([await seen(), await known()]).toEqual([later, 13])
  })

  test('distinguishes the device of an older app, which reports nothing, from one without uploads', async () => {
    const { tell, known, seen } = await start()
    expect([await seen(), await known()]).toEqual([null, null])
    await tell([])
    expect([await seen(), await known()]).toEqual([[], 0])
  })

  test('stores counters of a newer app under their own names', async () => {
    const { tell, seen } = await start()
    const newer = [{ outcome: 'thawed', reason: 'spring', count: 1 }]
    await tell(newer)
    expect(await seen()).toEqual(newer)
  })

  const line = { outcome: 'retried', reason: 'busy', count: 1 }
  test.each<[string, unknown]>([
    ['uploads', Array.from({ length: 41 }, () => line)],
    ['uploads.0.count', [{ ...line, count: 0 }]],
    ['uploads.0.count', [{ ...line, count: 1e9 + 1 }]],
    ['uploads.0.count', [{ ...line, count: 1.5 }]],
    ['uploads.0.outcome', [{ ...line, outcome: 'final de ana.mp4' }]],
    ['uploads.0.reason', [{ ...line, reason: 'somebody@example.com' }]],
    ['uploads.0.key', [{ ...line, key: 'final.mp4' }]],
  ])('refuses an absurd %s, names its path, and keeps the previous report', async (path, uploads) => {
    const { tell, seen } = await start()
    await tell(sampleUploads)
    const { status, body } = await tell(uploads)
    expect([status, body.error.code, body.error.path]).toEqual([422, 'invalid-body', path])
    expect(await seen()).toEqual(sampleUploads)
  })

  test('refuses reports about another customer’s device', async () => {
    const { change, seen } = await start()
    const elsewhere = await change({ device: randomUUID() })
    expect([elsewhere.status, elsewhere.body.error.path]).toEqual([422, 'device'])
    expect((await change({ customer_id: randomUUID() })).body.error.code).toBe('other-customer')
    const signedOut = await api.client().post('/api/sync-uploads', { uploads: [] })
    expect(signedOut.status).toBe(401)
    expect(await seen()).toBeNull()
  })
})
