import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiErrors, isApiErrorCode, type ApiErrorCode } from '../../src/contract/errors.ts'
import { headers, productApi, type CallName } from '../../src/contract/product-api.ts'
import { apiError } from '../../src/contract/shapes.ts'
import { countRows } from '../testing/count-rows.ts'
import { sampleBodies, type PostCall } from '../testing/sample-bodies.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { Answer, TestClient } from '../testing/test-client.ts'
import { callNames, isOutbox } from './call.ts'
import { testDatabases } from '../testing/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  let coach: TestClient
  let customer: string
  let samples: Awaited<ReturnType<typeof sampleBodies>>

  beforeAll(async () => {
    api = await startTestApp(database)
    coach = api.client()
    customer = await coach.signIn()
    samples = await sampleBodies(api.identity, customer)
  })
  afterAll(() => api.stop())

  const isPost = (name: CallName): name is PostCall =>
    productApi[name].method === 'POST' && productApi[name].access !== 'admin'
  const postCalls = callNames.filter(isPost)
  const ownCalls = postCalls.filter((name) => productApi[name].access === 'customer')
  const outboxCalls = postCalls.filter(isOutbox)
  const keyOf = (name: PostCall) => (isOutbox(name) ? { key: randomUUID() } : {})

  /** What came of a call that must be refused: checks the one shape of refusals, and whether anything was written. */
  const attempt = async (send: () => Promise<Answer>) => {
    const before = await countRows(api.database.db)
    const { status, body, headers: received } = await send()
    const { code, path, request_id: requestId } = v.parse(apiError, body).error
    expect([requestId, 'no-store']).toEqual([received.get(headers.requestId), received.get('Cache-Control')])
    const after = await countRows(api.database.db)
    return { status, code, path, wrote: JSON.stringify(after) !== JSON.stringify(before) }
  }

  const refused = (code: ApiErrorCode, path?: string) => ({
    status: apiErrors[code].status,
    code,
    path,
    wrote: false,
  })

  describe.each(postCalls)('%s', (name) => {
    const { path, answer } = productApi[name]

    test('a right body is answered in the shape of the contract', async () => {
      const someone = api.client()
      const body = await sampleBodies(api.identity, await someone.signIn())
      const { status, body: answered } = await someone.post(path, body[name], keyOf(name))
      expect([status, answered]).toEqual([200, expect.anything()])
      expect(v.safeParse(answer, answered).issues).toBeUndefined()
    })

    test('without the anti-forgery header it is refused', async () =>
      expect(
        await attempt(() =>
          coach.post(path, samples[name], { ...keyOf(name), headers: { [headers.csrf]: '' } }),
        ),
      ).toEqual(refused('csrf-mismatch')))

    test("with another browser's anti-forgery token it is refused", async () =>
      expect(
        await attempt(() =>
          coach.post(path, samples[name], { ...keyOf(name), headers: { [headers.csrf]: 'A'.repeat(43) } }),
        ),
      ).toEqual(refused('csrf-mismatch')))

    test('text that is not JSON is refused', async () =>
      expect(await attempt(() => coach.post(path, null, { ...keyOf(name), raw: '{"customer_id":' }))).toEqual(
        refused('bad-json'),
      ))

    test('bytes that are not UTF-8 are refused', async () =>
      expect(
        await attempt(() => coach.post(path, null, { ...keyOf(name), raw: Uint8Array.of(0x22, 0xff, 0x22) })),
      ).toEqual(refused('bad-json')))

    test('a form is refused', async () =>
      expect(
        await attempt(() =>
          coach.post(path, null, {
            raw: 'a=b',
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          }),
        ),
      ).toEqual(refused('not-json')))

    test('a body over 64 KiB is refused', async () =>
      expect(await attempt(() => coach.post(path, { filler: 'x'.repeat(65_536) }, keyOf(name)))).toEqual(
        refused('too-large'),
      ))

    test.each(['null', '7', '"text"', '[]'])('%s is no body', async (raw) => {
      const { status, body } = await coach.post(path, null, { ...keyOf(name), raw })
      expect([status, body.error.code]).toEqual([422, 'invalid-body'])
    })

    test('a field that nobody knows is refused by name', async () =>
      expect(await attempt(() => coach.post(path, { ...samples[name], extra: 1 }, keyOf(name)))).toEqual(
        refused('invalid-body', 'extra'),
      ))

    test('another method is refused, and the right one is named', async () => {
      const { status, body, headers: received } = await coach.get(path)
      expect([status, body.error.code, received.get('Allow')]).toEqual([405, 'method-not-allowed', 'POST'])
    })
  })

  describe.each(ownCalls)('%s', (name) => {
    const { path } = productApi[name]

    test('signed out it is refused', async () =>
      expect(await attempt(() => api.client().post(path, samples[name], keyOf(name)))).toEqual(
        refused('signed-out'),
      ))

    test("another customer's id is refused", async () => {
      const field = name === 'customers' ? 'token' : 'customer_id'
      const foreign = { ...samples[name], [field]: randomUUID() }
      expect(await attempt(() => coach.post(path, foreign, keyOf(name)))).toEqual(refused('other-customer'))
    })
  })

  /** Every field of every call's body. */
  const fields = postCalls.flatMap((name) => {
    const { body } = productApi[name]
    return Object.entries(body.entries).map(([field, schema]) => ({
      name,
      field,
      optional: schema.type === 'optional',
    }))
  })

  const required = fields.filter(({ optional }) => !optional)

  test.each(required)('$name without $field is refused', async ({ name, field }) => {
    const body = { ...samples[name], [field]: undefined }
    expect(await attempt(() => coach.post(productApi[name].path, body, keyOf(name)))).toEqual(
      refused('invalid-body', field),
    )
  })

  describe.each(fields)('$name: $field', ({ name, field }) => {
    const { path } = productApi[name]
    const withField = (change: object) => ({ ...samples[name], ...change })

    test.each([null, 3.5, { wrong: 1 }, [[]]])('mistyped as %j', async (wrong) => {
      const before = await countRows(api.database.db)
      const { status, body } = await coach.post(path, withField({ [field]: wrong }), keyOf(name))
      expect([status, body.error.code, body.error.path.split('.')[0]]).toEqual([422, 'invalid-body', field])
      expect(await countRows(api.database.db)).toEqual(before)
    })

    test('oversized', async () => {
      const before = await countRows(api.database.db)
      const { status, body } = await coach.post(path, withField({ [field]: 'x'.repeat(9000) }), keyOf(name))
      expect([status, body.error.code, body.error.path.split('.')[0]]).toEqual([422, 'invalid-body', field])
      expect(await countRows(api.database.db)).toEqual(before)
    })
  })

  describe.each(outboxCalls)('%s', (name) => {
    const { path } = productApi[name]

    test.each([undefined, '', 'seven', `${randomUUID()}, ${randomUUID()}`])(
      'the key %s is none',
      async (key) =>
        expect(
          await attempt(() => coach.post(path, samples[name], key === undefined ? {} : { key })),
        ).toEqual(refused('key-missing')),
    )

    test('sent twice it is carried out once', async () => {
      const key = randomUUID()
      const first = await coach.post(path, samples[name], { key })
      const before = await countRows(api.database.db)
      const second = await coach.post(path, samples[name], { key })
      expect([second.status, second.body]).toEqual([first.status, first.body])
      expect(second.headers.get(headers.idempotentReplay)).toBe('true')
      expect(await countRows(api.database.db)).toEqual(before)
    })
  })

  test('half of a surrogate pair is refused where it stands', async () =>
    expect(
      await attempt(() =>
        coach.deliver('/api/save-answers', null, {
          raw: JSON.stringify(samples.saveAnswers).replace('We warm up', String.raw`\ud83d`),
        }),
      ),
    ).toEqual(refused('invalid-body', 'answers.2.value')))

  test('NUL inside words is refused where it stands', async () =>
    expect(
      await attempt(() =>
        coach.deliver('/api/newFields', { customer_id: customer, fields: { shirt: 'a\u0000b' } }),
      ),
    ).toEqual(refused('invalid-body', 'fields.shirt')))

  test.each(['', '1st', 'has space', 'x'.repeat(65)])('"%s" is no name for a field', async (name) => {
    const { status, body } = await coach.deliver('/api/newFields', {
      customer_id: customer,
      fields: { [name]: 'x' },
    })
    expect([status, body.error.code]).toEqual([422, 'invalid-body'])
  })

  test.each(['__proto__', 'constructor', 'prototype'])(
    'a field with the name %s is refused, and not lost without a word',
    async (name) => {
      const raw = `{"customer_id":"${customer}","fields":{"shirt":"M","${name}":"x"}}`
      expect(await attempt(() => coach.deliver('/api/newFields', null, { raw }))).toEqual(
        refused('invalid-body', `fields.${name}`),
      )
    },
  )

  test('an option that the survey does not have is refused with its path', async () =>
    expect(
      await attempt(() =>
        coach.deliver('/api/save-answers', {
          ...samples.saveAnswers,
          answers: [{ question: 'q1', value: 'z' }],
        }),
      ),
    ).toEqual(refused('invalid-body', 'answers.0.value')))

  test('a body that arrives without a length is counted while it arrives', async () => {
    const endless = () =>
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)) })
    expect(
      await attempt(() => {
        const init = { raw: endless(), headers: {} }
        return coach.deliver('/api/events', null, init)
      }),
    ).toEqual(refused('too-large'))
  })

  test('every refusal in this file has a code of the contract', () => {
    const refused = api.logLines.map((line) => JSON.parse(line).refused).filter((code) => code !== undefined)
    expect(refused.length).toBeGreaterThan(100)
    expect(refused.filter((code) => !isApiErrorCode(code))).toEqual([])
    expect(refused).not.toContain('server-failed')
  })
})
