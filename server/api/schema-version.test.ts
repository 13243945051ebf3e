import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { schemaVersion } from '../../src/contract/schema-version.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/database/test-database.ts'

const older = [
  { question: 'q1', value: 'a' },
  { question: 'q2', value: ['a', 'c'] },
  { question: 'q3', value: 'We warm up together.' },
]

const today = [
  { question: 'c1', value: 'b' },
  { question: 'c2', value: 'c' },
  { question: 'c3', value: 'a' },
  ...older,
]

/** The same answers in each version that a phone may still hold. */
const forms: [version: string | undefined, answers: unknown][] = [
  ['1', { q1: 'a', q2: ['a', 'c'], q3: 'We warm up together.' }],
  ['2', older.map(({ question, value }) => ({ question, value: [value].flat() }))],
  ['3', older],
  ['4', older],
  ['5', older],
  ['6', older],
  ['7', older],
  ['8', today],
  ['9', today],
  ['10', today],
  ['11', today],
  ['12', today],
  ['13', today],
  ['14', today],
  ['15', today],
  ['16', today],
  ['17', today],
  [undefined, today],
]

test('this test has a form for every earlier version', () => {
  const before = Array.from({ length: schemaVersion - 1 }, (_, at) => String(at + 1))
  const words = `Phones hold answers in the form of version ${schemaVersion - 1}. Add them to forms, above undefined.`
  expect(
    forms.map(([version]) => version),
    words,
  ).toEqual([...before, undefined])
})

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const signedIn = async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const save = (answers: unknown, version?: string, key = randomUUID()) =>
      coach.deliver(
        '/api/save-answers',
        { customer_id: customer, video_id: 'training-1', answers },
        { key, headers: version === undefined ? {} : { [headers.schemaVersion]: version } },
      )
    const stored = async () =>
      (await coach.post('/api/get-answers', { customer_id: customer, video_id: 'training-1' })).body.answers
    return { coach, customer, save, stored }
  }

  test.each(forms)(
    'stores answers in the form of version %s in the current form',
    async (version, answers) => {
      const { save, stored } = await signedIn()
      expect((await save(answers, version)).status).toBe(200)
      // Versions before 8 checked nothing.
      expect(await stored()).toEqual(Number(version ?? 8) < 8 ? older : today)
    },
  )

  test.each(forms)(
    'recognises an entry of version %s that is sent again with the same bytes',
    async (version, answers) => {
      const { save } = await signedIn()
      const key = randomUUID()
      const first = await save(answers, version, key)
      const second = await save(answers, version, key)
      expect(second.body).toEqual(first.body)
      expect(second.headers.get(headers.idempotentReplay)).toBe('true')
    },
  )

  test('accepts a module event of version 1, which names a video', async () => {
    const { coach, customer } = await signedIn()
    const { status } = await coach.deliver(
      '/api/save-modules-events',
      { customer_id: customer, video_id: 'training-1', action: 'start' },
      { headers: { [headers.schemaVersion]: '1' } },
    )
    expect(status).toBe(200)
  })

  test('does not accept an older form as the current one', async () => {
    const { save } = await signedIn()
    const { status, body } = await save(forms[0]?.[1])
    expect([status, body.error.code, body.error.path]).toEqual([422, 'invalid-body', 'answers'])
  })

  test.each([String(schemaVersion + 1), '0', '-1', '2.5', 'x', ''])(
    'refuses version "%s" as unknown here: another instance of the server may know it',
    async (version) => {
      const { save } = await signedIn()
      const { status, body } = await save(today, version)
      expect([status, body.error.code]).toEqual([501, 'schema-unknown'])
    },
  )
})
