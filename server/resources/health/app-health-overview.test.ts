import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { healthLimits } from '../../../src/contract/product-api/health-limits.ts'
import { appErrors, appVitals } from '../../db/schema.ts'
import { sampleError } from '../../testing/sample-health.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { signInAdmin } from '../../testing/sync-log/sync-fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

const dayMs = 86_400_000
/** Shortly before midnight in UTC. */
const today = Date.UTC(2026, 5, 1, 23, 59)
const files = '/$locale/files'
const courses = '/$locale/courses'

type Coach = {
  client: TestClient
  customer: string
  report: (vitals: Vital[], errors?: object[]) => Promise<void>
}
type Vital = { vital: string; route: string; value: number }
const repeat = (count: number, vital: Vital): Vital[] => Array.from({ length: count }, () => vital)

describe.each(testDatabases)('on %s', (kind) => {
  let api: TestApp
  let coach: Coach
  let admin: TestClient
  beforeAll(async () => {
    api = await startTestApp(kind)
    coach = await signInAt(today)
    admin = await signInAdmin(api.createInstance({ clock: { now: today } }))
  })
  afterAll(() => api.stop())
  beforeEach(() => api.database.db.execute(sql`truncate app_errors, app_vitals`))

  /** Signs a coach in at an instance of the server whose clock stands still. */
  const signInAt = async (now: number) => {
    const client = api.createInstance({ clock: { now } }).client()
    const customer = await client.signIn()
    const report = async (vitals: Vital[], errors: object[] = []) => {
      const body = { customer_id: customer, errors, vitals, uploads: [] }
      expect((await client.post('/api/app-health', body)).status).toBe(200)
    }
    return { client, customer, report }
  }

  const fetchOverview = async (query = '') => (await admin.get(`/api/app-health-overview${query}`)).body
  const findVital = async (vital: string, query = '') =>
    (await fetchOverview(query)).vitals.find((summary: { vital: string }) => summary.vital === vital)
  const countStored = () =>
    api.database.db.select({ route: appVitals.route, count: appVitals.count }).from(appVitals)

  test('shows 75th percentile, ratings and routes of a vital', async () => {
    await coach.report([
      ...repeat(14, { vital: 'LCP', route: files, value: 2500 }),
      ...repeat(6, { vital: 'LCP', route: files, value: 4000 }),
      ...repeat(20, { vital: 'LCP', route: courses, value: 7000 }),
    ])
    const { p75, routes, ...rest } = await findVital('LCP')
    expect(rest).toEqual({
      vital: 'LCP',
      count: 40,
      ratings: { good: 14, needs_improvement: 6, poor: 20 },
    })
    expect(p75 / 7000).toBeCloseTo(1, 1)
    expect(routes.map(({ route, count }: { route: string; count: number }) => [route, count])).toEqual([
      [courses, 20],
      [files, 20],
    ])
    expect(routes[1].p75 / 4000).toBeCloseTo(1, 1)
    expect(routes[1].p75).toBeLessThanOrEqual(4000)
  })

  test('lists every vital, and gives no percentile for fewer than 20 reports', async () => {
    await coach.report(repeat(19, { vital: 'INP', route: files, value: 90 }))
    const { vitals } = await fetchOverview()
    expect(vitals.map(({ vital }: { vital: string }) => vital)).toEqual(['LCP', 'INP', 'CLS', 'FCP', 'TTFB'])
    expect(vitals[1]).toMatchObject({ count: 19, p75: null, routes: [] })
    await coach.report([{ vital: 'INP', route: courses, value: 90 }])
    const inp = await findVital('INP')
    expect(inp).toMatchObject({ count: 20, routes: [] })
    expect(inp.p75 / 90).toBeCloseTo(1, 1)
  })

  test('stores no unknown vital, and no name of an unknown page', async () => {
    await coach.report([
      { vital: 'FID', route: files, value: 20 },
      ...repeat(20, { vital: 'FCP', route: '/$locale/team', value: 900 }),
    ])
    expect(await countStored()).toEqual([{ route: '', count: 20 }])
    expect(await findVital('FCP')).toMatchObject({ count: 20, routes: [] })
  })

  test('counts the days of a period, of which today is the last', async () => {
    const vital = { vital: 'TTFB', route: files, value: 300 }
    for (const age of [0, 6, 7, 27, 28, 89, 90]) {
      const { report } = await signInAt(today - age * dayMs)
      await report([vital], [{ ...sampleError, message: `Error: e${age}` }])
    }
    const counts = await Promise.all(
      ['?days=7', '', '?days=90'].map(async (query) => [
        (await findVital('TTFB', query)).count,
        (await fetchOverview(query)).errors.length,
      ]),
    )
    expect(counts).toEqual([
      [2, 2],
      [4, 4],
      [6, 6],
    ])
    expect((await admin.get('/api/app-health-overview?days=400')).status).toBe(422)
  })

  test('lists the most recent 50 errors, with the version of the last report', async () => {
    for (const [minutes, version] of [
      [3, '0.1.0'],
      [1, '0.2.0'],
    ] as const) {
      const { report } = await signInAt(today - minutes * 60_000)
      await report([], [{ ...sampleError, version }])
    }
    await api.database.db.insert(appErrors).values(
      Array.from({ length: 60 }, (_, at) => ({
        fingerprint: `f${at}`,
        place: 'worker',
        message: 'Error: older',
        stack: [],
        count: 1,
        firstSeen: new Date(today - dayMs),
        lastSeen: new Date(today - dayMs + at),
        versions: [],
      })),
    )
    const { errors } = await fetchOverview()
    expect(errors).toHaveLength(50)
    expect(errors[0]).toEqual({
      id: expect.any(String),
      place: 'page',
      message: sampleError.message,
      route: files,
      count: 4,
      first_seen: new Date(today - 180_000).toISOString(),
      last_seen: new Date(today - 60_000).toISOString(),
      version: '0.2.0',
    })
    expect(errors.at(-1)).toMatchObject({ id: 'f11', route: null, version: null })
  })

  test('devices that report the same vitals at the same time lose no count and do not block each other', async () => {
    // As many rows as one report can change, and enough reports that their statements overlap.
    const vitals = Array.from({ length: healthLimits.vitals }, (_, at) => ({
      vital: 'LCP',
      route: files,
      value: 20 * 1.11 ** at,
    }))
    const pairs = 20
    // Each signs in at an instance of the server of its own.
    const [device, other] = await Promise.all([signInAt(today), signInAt(today)])
    await Promise.all(
      Array.from({ length: pairs }, () => [device.report(vitals), other.report(vitals.toReversed())]).flat(),
    )
    const stored = await countStored()
    expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(2 * pairs * vitals.length)
  })

  test('is for admins only', async () => {
    expect((await coach.client.get('/api/app-health-overview')).status).toBe(403)
    expect((await api.client().get('/api/app-health-overview')).status).toBe(401)
  })

  test('stores nothing that names the customer', async () => {
    await coach.report([{ vital: 'LCP', route: files, value: 900 }])
    expect(JSON.stringify(await api.database.db.select().from(appVitals))).not.toContain(coach.customer)
  })
})
