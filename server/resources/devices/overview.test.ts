import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devices } from '../../db/schema.ts'
import { farFuture } from '../../db/tables/sync-schema.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { signInAdmin } from '../../testing/sync-log/sync-fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

const now = Date.UTC(2026, 5, 1)
const hour = 3_600_000
const day = 24 * hour
const before = (age: number) => new Date(now - age)

type Device = Partial<typeof devices.$inferInsert>
const createDevice = (change: Device) => ({
  id: randomUUID(),
  country: 'BR',
  version: '1.0',
  firstSeen: before(100 * day),
  lastSeen: before(0),
  ...change,
})

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  let admin: TestClient
  beforeAll(async () => {
    api = await startTestApp(database)
    admin = await signInAdmin(api.createInstance({ clock: { now } }))
  })
  afterAll(() => api.stop())

  const fill = async (fleet: Device[]) => {
    await api.database.db.delete(devices)
    if (fleet.length > 0) await api.database.db.insert(devices).values(fleet.map(createDevice))
  }
  const fetchOverview = async (query = '') => (await admin.get(`/api/sync-overview?${query}`)).body
  /** The number of devices in the list, by the lines of its export, which has no pages. */
  const listed = async (query: URLSearchParams): Promise<number> =>
    (await admin.get(`/api/sync-export?${query.toString()}`)).body.split('\r\n').length - 2

  const ages = [0, 1, hour, hour + 1, day, day + 1, 7 * day, 7 * day + 1, 30 * day, 30 * day + 1]

  test('groups a device by the age of its last report, to the millisecond', async () => {
    await fill(ages.map((age) => ({ lastSeen: before(age) })))
    expect((await fetchOverview()).seen).toEqual({ today: 5, week: 2, month: 2, longer: 1 })
  })

  test('groups a device by the age of its oldest waiting entry, to the millisecond', async () => {
    await fill([{}, { oldestAt: farFuture }, ...ages.map((age) => ({ oldestAt: before(age) }))])
    expect((await fetchOverview()).waiting).toEqual({ nothing: 2, hour: 3, day: 2, week: 2, longer: 3 })
  })

  test('counts devices that need attention by version and country, the highest count first', async () => {
    await fill([
      { needsYou: 1, version: '2.0', country: 'GB' },
      { needsYou: 3, version: '2.0', country: 'BR' },
      { needsYou: 1, version: '1.0', country: 'BR', gaps: 2 },
      { needsYou: 0, version: '1.0', country: 'MX', gaps: 1 },
    ])
    expect(await fetchOverview()).toMatchObject({
      needs_you: 3,
      gaps: 2,
      needs_you_by_version: [
        { version: '2.0', devices: 2 },
        { version: '1.0', devices: 1 },
      ],
      needs_you_by_country: [
        { country: 'BR', devices: 2 },
        { country: 'GB', devices: 1 },
      ],
    })
  })

  test('reports zero everywhere without devices', async () => {
    await fill([])
    expect(await fetchOverview()).toEqual({
      needs_you: 0,
      gaps: 0,
      seen: { today: 0, week: 0, month: 0, longer: 0 },
      waiting: { nothing: 0, hour: 0, day: 0, week: 0, longer: 0 },
      needs_you_by_version: [],
      needs_you_by_country: [],
    })
  })

  test.each([
    '',
    'country=BR',
    'seen=week',
    'waiting=longer&needs_you=1',
    'seen=today&version=v1&country=GB&gaps=1',
    'silent_days=3&waiting=nothing',
    'error=maintenance',
    'who=nobody',
  ])('each number under "%s" is the length of the list with its filter', async (query) => {
    const lots = Array.from({ length: 420 }, (_, at) => ({
      country: at % 3 === 0 ? 'BR' : 'GB',
      version: `v${at % 4}`,
      lastSeen: before((at % 60) * 0.9 * day),
      oldestAt: at % 5 === 0 ? farFuture : before(((at * 7) % 300) * hour),
      needsYou: at % 2,
      gaps: at % 7 === 0 ? 1 : 0,
      errors: at % 6 === 0 ? [{ code: 'maintenance', count: 2 }] : [],
    }))
    await fill(lots)
    const { needs_you, gaps, seen, waiting, needs_you_by_version, needs_you_by_country } =
      await fetchOverview(query)
    const numbers: [change: Record<string, string>, devices: number][] = [
      [{ needs_you: '1' }, needs_you],
      [{ gaps: '1' }, gaps],
      ...Object.keys(seen).map((age): [Record<string, string>, number] => [{ seen: age }, seen[age]]),
      ...Object.keys(waiting).map((age): [Record<string, string>, number] => [
        { waiting: age },
        waiting[age],
      ]),
      ...needs_you_by_version.map((row: { version: string; devices: number }) => [
        { needs_you: '1', version: row.version },
        row.devices,
      ]),
      ...needs_you_by_country.map((row: { country: string; devices: number }) => [
        { needs_you: '1', country: row.country },
        row.devices,
      ]),
    ]
    for (const [change, count] of numbers) {
      const changed = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...change })
      expect([changed.toString(), count]).toEqual([changed.toString(), await listed(changed)])
    }
  })
})
