import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import { findScannedTables } from '../../testing/database/scanned-tables.ts'
import { openTestDatabase, testDatabases } from '../../testing/database/test-database.ts'
import { fillProgramme } from '../../testing/programme/fill-programme.ts'
import { createProgrammeQueries } from '../../testing/programme/programme-queries.ts'
import { createSampleAnswers } from '../../testing/sample-answers.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { signInAdmin } from '../../testing/sync-log/sync-fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'

const calls = [
  'programme?season=2026',
  'programme-answers?season=2026&module=training-1',
  'programme-texts?season=2026&module=training-1&question=q3',
  'programme-export',
]
const season = String(new Date().getUTCFullYear())

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  let admin: TestClient
  beforeAll(async () => {
    api = await startTestApp(database)
    admin = await signInAdmin(api)
  })
  afterAll(() => api.stop())

  const answer = async (pool: 'GB' | 'MX', locale: string, text: string) => {
    const coach = api.client()
    const customer_id = await coach.signIn(randomUUID(), { pool }, locale)
    const answers = createSampleAnswers('training-1', text)
    await coach.deliver('/api/save-answers', { customer_id, video_id: 'training-1', answers })
    return customer_id
  }

  test('returns no seasons and no totals for a programme without data', async () => {
    const { status, body } = await admin.get('/api/programme?season=2026')
    expect([status, body]).toEqual([200, { seasons: [], totals: [] }])
    const { body: texts } = await admin.get(`/api/${calls[2]}`)
    expect(texts).toEqual({ texts: [], next: null })
  })

  test.each(calls)('/api/%s is for admins only', async (call) => {
    const coach = api.client()
    expect((await coach.get(`/api/${call}`)).body.error.code).toBe('signed-out')
    await coach.signIn(randomUUID())
    const { status, body } = await coach.get(`/api/${call}`)
    expect([status, body.error.code]).toEqual([403, 'admin-only'])
  })

  test.each([
    'programme',
    'programme?season=26',
    'programme?season=2026&country=br',
    'programme?season=2026&locale=de-DE',
    'programme?season=2026&series=swimming',
    'programme-answers?season=2026&module=training-99',
    'programme-texts?season=2026&module=training-1&question=q1',
    'programme-texts?season=2026&module=training-1&question=nothing',
    'programme-texts?season=2026&module=training-1&question=q3&after=yesterday',
    'programme-export?country=BR',
  ])('refuses /api/%s', async (call) => {
    const { status, body } = await admin.get(`/api/${call}`)
    expect([status === 422 || status === 501, body.error.code]).toEqual([
      true,
      expect.stringMatching(/^(?:invalid-body|schema-unknown)$/),
    ])
  })

  test.each(['season=9999', 'season=0000', 'season=2026&after=999999999999999.999999999999999'])(
    'reads texts of %s, although PostgreSQL writes such years differently',
    async (query) => {
      const { status, body } = await admin.get(
        `/api/programme-texts?${query}&module=training-1&question=q3&country=JP`,
      )
      expect([status, body]).toEqual([200, { texts: [], next: null }])
    },
  )

  test('counts answers for each option, and returns texts page by page without their authors', async () => {
    const customers: string[] = []
    for (let at = 0; at < 52; at += 1) customers.push(await answer('GB', 'en-GB', `Text ${at}`))
    await answer('GB', 'en-GB', '')
    await answer('MX', 'es-MX', 'Otro texto')
    const query = `season=${season}&module=training-1&country=GB`
    const { body } = await admin.get(`/api/programme-answers?${query}`)
    const [, , , q1, q2, q3] = body.questions
    expect(q1).toEqual({
      question: 'q1',
      kind: 'single',
      answered: 53,
      choices: [
        { choice: 'a', count: 53 },
        { choice: 'b', count: 0 },
        { choice: 'c', count: 0 },
      ],
    })
    expect(q2.choices.map(({ count }: { count: number }) => count)).toEqual([53, 0, 0, 53, 0])
    expect(q3).toEqual({ question: 'q3', kind: 'text', answered: 52, choices: [] })

    const first = (await admin.get(`/api/programme-texts?${query}&question=q3`)).body
    const second = (await admin.get(`/api/programme-texts?${query}&question=q3&after=${first.next}`)).body
    const texts = [...first.texts, ...second.texts]
    expect(texts.map(({ text }) => text)).toEqual(Array.from({ length: 52 }, (_, at) => `Text ${51 - at}`))
    expect(second.next).toBeNull()
    expect(customers.filter((customer) => JSON.stringify([first, second]).includes(customer))).toEqual([])
  })

  test('includes in the totals of a series what belongs to it, and what belongs to no series', async () => {
    const { body } = await admin.get(`/api/programme?season=${season}&country=MX&series=football`)
    expect(body.seasons).toEqual([season])
    expect(
      body.totals.map(({ measure, series, amount }: Record<string, unknown>) => [measure, series, amount]),
    ).toEqual([
      ['active-by-month', null, 1],
      ['active-by-season', null, 1],
    ])
  })

  test('exports everything as one zip, in which no cell can run as a formula', async () => {
    const customer = await answer('MX', 'es-MX', '=HYPERLINK("http://evil.example")')
    const cookie = [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await api.app.request('/api/programme-export', { headers: { Cookie: cookie } }, {})
    expect(response.headers.get('Content-Type')).toBe('application/zip')
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="programme-\d{4}-\d\d-\d\d\.zip"$/,
    )
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(files)).toEqual(['totals.csv', 'answers-GB.csv', 'answers-MX.csv'])
    const readText = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    expect(readText('answers-MX.csv')).toContain(
      `"${customer}","MX","ES","training","training-1","q3","'=HYPERLINK`,
    )
    expect(readText('totals.csv')).toContain(`"answered","training-1","q3","","en-GB","GB","${season}-`)
    expect(readText('answers-GB.csv').split('\r\n')).toHaveLength(2 + 53 * 6)
  })

  test('counts people reached around New Year once in each season of their coach', async () => {
    const coach = api.client()
    const customer_id = await coach.signIn(randomUUID(), { pool: 'BR' }, 'pt-BR')
    for (const [numberOfPeople, capturedAt] of [
      [20, '2023-12-31T22:30:00-03:00'],
      [30, '2024-02-01T10:00:00-03:00'],
      [40, '2025-01-01T10:00:00+13:00'],
    ] as const) {
      const impact = { customer_id, numberOfPeople, youngFemale: 'all', sportType: 'futsal' }
      await coach.deliver('/api/save-impact', impact, { headers: { [headers.capturedAt]: capturedAt } })
    }
    const reached = async (year: string) => {
      const { body } = await admin.get(`/api/programme?season=${year}&country=BR`)
      return body.totals.flatMap(({ measure, month, amount }: Record<string, unknown>) =>
        measure === 'people' || measure === 'young-women' ? [[measure, month, amount]] : [],
      )
    }
    expect(await Promise.all(['2023', '2024', '2025'].map(reached))).toEqual([
      [
        ['people', '2023-12', 20],
        ['young-women', '2023-12', 20],
      ],
      [
        ['people', '2024-02', 30],
        ['young-women', '2024-02', 30],
      ],
      [
        ['people', '2025-01', 40],
        ['young-women', '2025-01', 40],
      ],
    ])
  })
})

test('every query of the page has an index for each table it reads', async () => {
  const { db, close } = await openTestDatabase('PGlite')
  await fillProgramme(db, { coaches: 600, events: 600, now: new Date('2026-06-01T00:00:00Z') })
  const scanned = await db.transaction(async (tx) => {
    // With so few rows a sequential scan is faster. Without it, PostgreSQL uses an index if there is one.
    await tx.execute(sql`set local enable_seqscan = off`)
    const found: [string, string[]][] = []
    for (const [name, query] of Object.entries(createProgrammeQueries(tx, '2026')))
      found.push([name, await findScannedTables(tx, query)])
    return found
  })
  expect(scanned.filter(([, tables]) => tables.length > 0)).toEqual([])
  await close()
})
