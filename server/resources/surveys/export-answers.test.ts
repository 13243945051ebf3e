import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers, surveyAnswers } from '../../db/schema.ts'
import { createSampleAnswers } from '../../testing/sample-answers.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const admin = async () => {
    const client = api.client()
    await client.signIn(randomUUID(), { groups: ['admin'] })
    return client
  }

  test('refuses everybody but an admin', async () => {
    const coach = api.client()
    expect((await coach.get('/api/export/?country=BR')).body.error.code).toBe('signed-out')
    await coach.signIn(randomUUID(), { groups: ['coaches', 'administrators'] })
    const { status, body } = await coach.get('/api/export/?country=BR')
    expect([status, body.error.code]).toEqual([403, 'admin-only'])
  })

  test.each(['', '?country=', '?country=br', '?country=Brazil', '?country=BR&extra=1'])(
    'refuses the query "%s"',
    async (query) => {
      const { status, body } = await (await admin()).get(`/api/export/${query}`)
      expect([status, body.error.code]).toEqual([422, 'invalid-body'])
    },
  )

  test("exports a country's answers as a file in which no cell can run as a formula", async () => {
    const coach = api.client()
    const customer = await coach.signIn(randomUUID(), { pool: 'MX' }, 'es-MX')
    await coach.deliver('/api/save-answers', {
      customer_id: customer,
      video_id: 'training-1',
      answers: createSampleAnswers('training-1', '=HYPERLINK("http://evil.example","¡clic!")'),
    })
    const { headers, body } = await (await admin()).get('/api/export/?country=MX')
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="answers-MX-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(headers.get('Cache-Control')).toBe('no-store')
    const lines = body.split('\r\n')
    expect(lines[1]).toContain(`"${customer}","MX","ES","training","training-1","c1","a",`)
    expect(lines[5]).toContain(`"${customer}","MX","ES","training","training-1","q2","a; d",`)
    expect(lines[6]).toContain(`"'=HYPERLINK(""http://evil.example"",""¡clic!"")"`)
    expect(lines).toHaveLength(8)
  })

  test('exports only the header for a country without answers', async () => {
    const { body } = await (await admin()).get('/api/export/?country=JP')
    expect(body.split('\r\n')).toHaveLength(2)
  })

  test('joins pages without a gap or a repetition', async () => {
    const { db } = api.database
    const at = new Date()
    const ids = Array.from({ length: 1101 }, (_, n) => `many-${String(n).padStart(5, '0')}`)
    await db.insert(customers).values(ids.map((id) => ({ id, country: 'AU', language: 'EN', createdAt: at })))
    await db.insert(surveyAnswers).values(
      ids.map((customerId, sequence) => ({
        customerId,
        moduleId: 'football-1',
        sequence,
        answeredAt: at,
        answers: [{ question: 'q1', value: 'a' }],
      })),
    )
    const { body } = await (await admin()).get('/api/export/?country=AU')
    const exported = body
      .split('\r\n')
      .slice(1, -1)
      .map((line: string) => line.split(',')[0])
    expect(exported).toEqual(ids.map((id) => `"${id}"`))
  })
})
