import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appErrors } from '../../db/schema.ts'
import { sampleError as error, sampleHealth } from '../../testing/sample-health.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'
import { maxErrorGroups } from './app-health.ts'

const path = '/api/app-health'

describe.each(testDatabases)('on %s', (kind) => {
  let api: TestApp
  let coach: ReturnType<TestApp['client']>
  let customer: string
  beforeAll(async () => {
    api = await startTestApp(kind)
    coach = api.client()
    customer = await coach.signIn()
  })
  afterAll(() => api.stop())
  beforeEach(() => api.database.db.execute(sql`truncate app_errors`))

  const tell = (...errors: object[]) =>
    coach.post(path, { customer_id: customer, errors, vitals: [], uploads: [] })
  const groups = () => api.database.db.select().from(appErrors)

  test('groups the same error of two builds, with its count, its versions and its latest place', async () => {
    await tell(error)
    const newer = { ...error, version: '0.2.0+Zz-y_987', stack: ['index-Zz98Yx76.js:3:99'], count: 5 }
    expect((await tell(newer)).status).toBe(200)
    const [group, ...others] = await groups()
    expect(others).toEqual([])
    expect(group).toMatchObject({
      place: 'page',
      message: error.message,
      route: '/$locale/files',
      count: 7,
      stack: newer.stack,
      versions: ['0.2.0+Zz-y_987', '0.1.0+Ab-c_123'],
    })
    expect(group?.lastSeen.getTime()).toBeGreaterThanOrEqual(group?.firstSeen.getTime() ?? Infinity)
  })

  test('lists a repeated version once, and keeps the last ten of many', async () => {
    for (const build of 'a b c d e f g h i j k l c'.split(' '))
      await tell({ ...error, version: `1.0.0+${build}` })
    const [group] = await groups()
    expect(group?.versions.map((version) => version.at(-1)).join('')).toBe('clkjihgfed')
  })

  test('treats another message, place or file as another error', async () => {
    await tell(
      error,
      { ...error, message: 'RangeError: x' },
      { ...error, place: 'worker', route: undefined },
      { ...error, stack: ['survey-Ab12Cd34.js:1:2345'] },
      error,
    )
    expect((await groups()).map(({ count }) => count).toSorted((one, other) => one - other)).toEqual([
      2, 2, 2, 4,
    ])
  })

  test('removes personal data that an app failed to remove', async () => {
    await tell({ ...error, message: 'No "Ana Silva" at https://x.example/ana, ana@mail.example' })
    expect((await groups()).map(({ message }) => message)).toEqual(['No <text> at <address> <email>'])
  })

  test('stores no name for a page that this server does not know', async () => {
    await tell({ ...error, route: '/$locale/team' })
    expect((await groups()).map(({ route }) => route)).toEqual([null])
  })

  test.each<[string, object]>([
    ['an address for a page', { route: '/pt-BR/files?name=ana.mp4' }],
    ['a path in a stack', { stack: ['/home/ana/secret.js:1:2'] }],
    ['a message without end', { message: 'x'.repeat(201) }],
    ['a count of nothing', { count: 0 }],
  ])('refuses %s', async (_what, change) => {
    expect((await tell({ ...error, ...change })).status).toBe(422)
    expect(await groups()).toEqual([])
  })

  test('accepts nothing without a session or for another customer', async () => {
    const body = { customer_id: customer, ...sampleHealth }
    expect((await api.client().post(path, body)).status).toBe(401)
    const other = api.client()
    await other.signIn()
    expect((await other.post(path, body)).status).toBe(403)
    expect(await groups()).toEqual([])
  })

  test('stores nothing that names the customer', async () => {
    await tell(error)
    expect(JSON.stringify(await groups())).not.toContain(customer)
  })

  test('limits invented errors, and still counts known ones', async () => {
    await tell(error)
    await api.database.db.execute(sql`insert into app_errors
      select 'made-up-' || n, 'page', 'x', '{}', null, 1, now(), now(), '{}' from generate_series(2, ${maxErrorGroups}) n`)
    await tell(error, { ...error, message: 'Error: one more' })
    expect(await api.database.db.$count(appErrors)).toBe(maxErrorGroups)
    const [known] = await api.database.db
      .select()
      .from(appErrors)
      .where(sql`count > 1`)
    expect(known?.count).toBe(4)
    const isNew = sql`message = 'Error: one more'`
    expect(await api.database.db.$count(appErrors, isNew)).toBe(1)
  })

  test('devices that report the same errors at the same time do not block each other', async () => {
    const errors = Array.from({ length: 8 }, (_, at) => ({ ...error, message: `Error: e${at}`, count: 1 }))
    const told = await Promise.all(
      Array.from({ length: 6 }, (_, at) => tell(...(at % 2 === 0 ? errors : errors.toReversed()))),
    )
    expect(told.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect((await groups()).map(({ count }) => count)).toEqual(Array.from({ length: 8 }, () => 6))
  })
})
