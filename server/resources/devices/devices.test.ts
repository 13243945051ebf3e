import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxSpanMs } from '../../../src/contract/product-api/sync-report.ts'
import { deviceSorts } from '../../../src/contract/product-api/admin/admin-filters.ts'
import { devices } from '../../db/schema.ts'
import { farFuture } from '../../db/tables/sync-schema.ts'
import { sampleUploads } from '../../testing/sync-log/sample-report.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { signInAdmin, signInDevice, settled } from '../../testing/sync-log/sync-fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 5, 1)
const toDeviceId = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

/** Devices that differ in every column. Times are in hours before now. */
const fleet = Array.from({ length: 1203 }, (_, at) => ({
  id: toDeviceId(at),
  country: at % 3 === 0 ? 'BR' : 'GB',
  version: at % 2 === 0 ? '1.0' : '-2+3',
  firstSeen: new Date(now - 5000 * hour),
  lastSeen: new Date(now - Math.floor(at / 2) * hour),
  pending: at % 7,
  needsYou: at % 5 === 0 ? 1 : 0,
  // Every third device reports that an entry has waited for a century, as a phone does whose clock says 1926.
  oldestAt: at % 7 === 0 ? farFuture : new Date(now - (at % 11) * hour - (at % 3 === 0 ? maxSpanMs : 0)),
  gaps: at % 4,
  errors: at % 6 === 0 ? [{ code: 'maintenance', count: 2 }] : [],
}))

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  let admin: TestClient
  beforeAll(async () => {
    api = await startTestApp(database)
    const instance = api.createInstance({ clock: { now } })
    admin = await signInAdmin(instance)
    await api.database.db.insert(devices).values(fleet)
  })
  afterAll(() => api.stop())

  /** The devices on all pages of a query. */
  const walk = async (query: string): Promise<number[]> => {
    const found: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const { body } = await admin.get(`/api/sync-devices?${query}${next && `&after=${next}`}`)
      found.push(...body.devices.map(({ device }: { device: string }) => Number(device.slice(-12))))
      next = body.next
    }
    return found
  }
  const expected = (fits: (device: (typeof fleet)[number], at: number) => boolean) =>
    fleet.flatMap((device, at) => (fits(device, at) ? [at] : []))

  test.each(deviceSorts)('pages sorted by "%s" join without a gap or a repetition', async (sort) => {
    const found = await walk(`sort=${sort}`)
    expect(found.toSorted((a, b) => a - b)).toEqual(expected(() => true))
    const values = found.map((at) => {
      const { lastSeen, oldestAt, pending, needsYou, gaps } = fleet[at] ?? fleet[0]!
      const orders = {
        seen: -lastSeen.getTime(),
        silent: lastSeen.getTime(),
        oldest: oldestAt.getTime(),
        pending: -pending,
      }
      return { ...orders, 'needs-you': -needsYou, gaps: -gaps }[sort]
    })
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  })

  test('a page has 25 devices', async () => {
    expect((await admin.get('/api/sync-devices')).body.devices).toHaveLength(25)
  })

  test.each<[string, (device: (typeof fleet)[number]) => boolean]>([
    ['country=BR', ({ country }) => country === 'BR'],
    ['version=1.0', ({ version }) => version === '1.0'],
    ['gaps=1', ({ gaps }) => gaps > 0],
    ['needs_you=1', ({ needsYou }) => needsYou > 0],
    ['silent_days=10', ({ lastSeen }) => lastSeen.getTime() < now - 240 * hour],
    ['error=maintenance', ({ errors }) => errors.length > 0],
    ['seen=today', ({ lastSeen }) => lastSeen.getTime() >= now - 24 * hour],
    ['waiting=nothing', ({ pending }) => pending === 0],
    [
      'seen=month&waiting=day&country=BR&sort=oldest',
      ({ lastSeen, oldestAt, country }) =>
        country === 'BR' &&
        lastSeen.getTime() < now - 168 * hour &&
        oldestAt.getTime() < now - hour &&
        oldestAt.getTime() >= now - 24 * hour,
    ],
    [`who=${toDeviceId(77)}`, ({ id }) => id === toDeviceId(77)],
    ['who=nobody', () => false],
    // Queries by support code.
    ['who=0000-0000&sort=gaps', () => true],
    ['who=0000-0001', () => false],
    [
      'country=GB&version=1.0&gaps=1&sort=gaps',
      (d) => d.country === 'GB' && d.version === '1.0' && d.gaps > 0,
    ],
  ])('the filter %s keeps the matching devices', async (query, fits) => {
    expect((await walk(query)).toSorted((a, b) => a - b)).toEqual(expected(fits))
    const { body } = await admin.get(`/api/sync-export?${query}`)
    expect(body.split('\r\n')).toHaveLength(expected(fits).length + 2)
  })

  test('finds devices by the id of a customer', async () => {
    const { device, customer, report } = await signInDevice(api)
    await report()
    const { body } = await admin.get(`/api/sync-devices?who=${customer}`)
    expect(body.devices).toMatchObject([{ device, customer_id: customer, customers: 1 }])
    await api.database.db.delete(devices).where(eq(devices.id, device))
  })

  test('lists each version once', async () => {
    const { body } = await admin.get('/api/sync-versions')
    expect(body.versions.toSorted()).toEqual(['-2+3', '1.0'])
  })

  test('exports a file in the order of its filter, with nothing that a spreadsheet would run', async () => {
    const { headers, body } = await admin.get('/api/sync-export?error=maintenance&sort=silent')
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="devices-2026-06-01.csv"')
    const lines = body.split('\r\n')
    expect(lines[0]).toContain('"device","customer_id","customers","country"')
    expect(lines[1]).toMatch(new RegExp(`^"${toDeviceId(1200)}","","0","BR"`))
    expect(lines[1]).toContain('"maintenance: 2"')
    expect(body).not.toMatch(/"-2/)
    const { body: other } = await admin.get('/api/sync-export?version=-2%2B3')
    expect(other).toContain(`"'-2+3"`)
  })

  test('exports the same data that the list and the page of a device show', async () => {
    const { client, device: earlier, customer, deliver, report } = await signInDevice(api)
    await deliver(1)
    await report(settled(1))
    // The browser lost its database but kept its secret.
    const device = randomUUID()
    const authToken = await api.identity.token(customer)
    await client.post('/api/login', { authToken, locale: 'pt-BR', device })
    await report({ device })
    await client.post('/api/sync-uploads', { customer_id: customer, device, uploads: sampleUploads })

    const shown = (await admin.get(`/api/sync-device?device=${device}`)).body.device
    const { body } = await admin.get(`/api/sync-export?who=${customer}`)
    const [columns = [], ...rows] = (body as string)
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'))
    const cells = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
    expect(cells.find((row) => row['device'] === device)).toEqual({
      device,
      support_code: `${device.slice(0, 4)}-${device.slice(4, 8)}`.toUpperCase(),
      customer_id: customer,
      customers: '1',
      country: 'BR',
      locale: 'pt-BR',
      version: '0.1.0+Ab-c_123',
      first_seen: shown.first_seen,
      last_seen: shown.last_seen,
      last_success: '',
      pending: '1',
      needs_you: '0',
      oldest_at: shown.oldest_at,
      gaps: '1',
      errors: 'no-answer: 1',
      began_anew: shown.began_anew.at,
      earlier_device: earlier,
      highest: '3',
      clock_offset: '-1200',
      storage_usage: '5000000',
      storage_quota: '1000000000',
      storage_persisted: 'true',
      uploads: 'completed: 12; paused (sign-in-needed): 1; retried (busy): 3',
    })
    expect(cells.find((row) => row['device'] === earlier)).toMatchObject({
      began_anew: '',
      earlier_device: '',
      uploads: '',
    })
    // A newly shown field needs a column too.
    const { storage, ...facts } = shown
    const shownFacts = [...Object.keys(facts), ...Object.keys(storage).map((name) => `storage_${name}`)]
    expect(shownFacts.filter((name) => !columns.includes(name))).toEqual(['missing', 'discarded'])
    await api.database.db.delete(devices).where(inArray(devices.id, [device, earlier]))
  })

  test('reads a long log page by page', async () => {
    const { device, report } = await signInDevice(api)
    const rows = (from: number) =>
      Array.from({ length: 150 }, (_, at) => {
        return { id: from + at, at: 1, happened: 'captured', seq: 1, name: 'event.logged.v1' }
      })
    await report({ rows: rows(1) })
    await report({ rows: rows(151) })
    const found: number[] = []
    let before = ''
    do {
      const { body } = await admin.get(`/api/sync-device?device=${device}${before}`)
      found.push(...body.rows.map(({ id }: { id: number }) => id))
      before = body.next === null ? '' : `&before=${body.next}`
    } while (before !== '')
    expect(found).toEqual(Array.from({ length: 300 }, (_, at) => 300 - at))
    await api.database.db.delete(devices).where(eq(devices.id, device))
  })

  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    ['sync-devices', 'after=none', 'after'],
    ['sync-devices', `after=${cursor([1])}`, 'after'],
    ['sync-devices', `after=${cursor([-8.64e15, randomUUID()])}`, 'after'],
    ['sync-devices', `sort=pending&after=${cursor([-1, randomUUID()])}`, 'after'],
    ['sync-devices', `after=${cursor([1.5, randomUUID()])}`, 'after'],
    ['sync-devices', `after=${cursor(['1', 'x'])}`, 'after'],
    ['sync-devices', `after=${'x'.repeat(500)}`, 'after'],
    ['sync-devices', `sort=pending&after=${cursor([now, randomUUID()])}`, 'after'],
    ['sync-devices', `sort=gaps&after=${cursor([8e15, randomUUID()])}`, 'after'],
    ['sync-devices', `after=${cursor([8.64e15, randomUUID()])}`, 'after'],
    ['sync-devices', 'sort=best', 'sort'],
    ['sync-devices', 'silent_days=0', 'silent_days'],
    ['sync-devices', 'silent_days=99999999999999999999', 'silent_days'],
    ['sync-devices', 'country=Brazil', 'country'],
    ['sync-devices', 'gaps=yes', 'gaps'],
    ['sync-devices', 'error=%27%3B--', 'error'],
    ['sync-devices', 'limit=100000', 'limit'],
    ['sync-device', '', 'device'],
    ['sync-device', 'device=1', 'device'],
    ['sync-device', `device=${randomUUID()}&before=-1`, 'before'],
    ['sync-export', 'after=x', 'after'],
    ['sync-versions', 'all=1', 'all'],
    ['sync-devices', 'seen=yesterday', 'seen'],
    ['sync-overview', 'waiting=ever', 'waiting'],
    ['sync-overview', 'sort=seen', 'sort'],
  ])('refuses %s?%s', async (call, query, path) => {
    const { status, body } = await admin.get(`/api/${call}?${query}`)
    expect([status, body.error.code, body.error.path]).toEqual([422, 'invalid-body', path])
  })

  test('responds with "not found" for an unknown device', async () => {
    const { status, body } = await admin.get(`/api/sync-device?device=${randomUUID()}`)
    expect([status, body.error.code]).toEqual([404, 'not-found'])
  })

  const calls = [
    'sync-devices',
    `sync-device?device=${toDeviceId(1)}`,
    'sync-versions',
    'sync-overview',
    'sync-export',
  ]
  test.each(calls)('/api/%s is for admins only', async (call) => {
    const coach = api.client()
    expect((await coach.get(`/api/${call}`)).body.error.code).toBe('signed-out')
    await coach.signIn(randomUUID(), { groups: ['coaches'] })
    const { status, body } = await coach.get(`/api/${call}`)
    expect([status, body.error.code]).toEqual([403, 'admin-only'])
  })

  test("a token's claim that somebody is an admin is valid for half a day", async () => {
    const clock = { now }
    const client = await signInAdmin(api.createInstance({ clock }))
    const statusAfter = async (ms: number) => {
      clock.now = now + ms
      return (await client.get('/api/sync-versions')).status
    }
    expect([await statusAfter(12 * hour - 1), await statusAfter(12 * hour)]).toEqual([200, 403])
  })
})
