import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { productApi } from '../../src/contract/product-api.ts'
import { attemptsOn, createKeyOption, postCalls, rejected } from '../testing/attempts.ts'
import { nextTransaction } from '../testing/database/next-transaction.ts'

// A body is rejected before it reaches a database, so one database is enough to see that nothing was
// written.
const { given, attempt, rejections } = attemptsOn('PGlite')

const fields = postCalls.flatMap((name) => {
  const { body } = productApi[name]
  return Object.entries(body.entries).map(([field, schema]) => ({
    name,
    field,
    optional: schema.type === 'optional',
    wrong: [null, 3.5, { wrong: 1 }, [[]]].filter((value) => !v.is(schema, value)),
  }))
})

const required = fields.filter(({ optional }) => !optional)

test.each(required)('$name without $field is refused', async ({ name, field }) => {
  const body = { ...given().samples[name], [field]: undefined }
  expect(await attempt(() => given().coach.post(productApi[name].path, body, createKeyOption(name)))).toEqual(
    rejected('invalid-body', field),
  )
})

describe.each(fields)('$name: $field', ({ name, field, wrong: mistyped }) => {
  const { path } = productApi[name]
  const withField = (change: object) => ({ ...given().samples[name], ...change })

  test.each(mistyped)('mistyped as %j', async (wrong) => {
    const before = await nextTransaction(given().api.database.db)
    const { status, body } = await given().coach.post(
      path,
      withField({ [field]: wrong }),
      createKeyOption(name),
    )
    expect([status, body.error.code, body.error.path.split('.')[0]]).toEqual([422, 'invalid-body', field])
    expect(await nextTransaction(given().api.database.db)).toEqual(before)
  })

  test('oversized', async () => {
    const before = await nextTransaction(given().api.database.db)
    const { status, body } = await given().coach.post(
      path,
      withField({ [field]: 'x'.repeat(9000) }),
      createKeyOption(name),
    )
    expect([status, body.error.code, body.error.path.split('.')[0]]).toEqual([422, 'invalid-body', field])
    expect(await nextTransaction(given().api.database.db)).toEqual(before)
  })
})

test('refuses half of a surrogate pair, and names its path', async () =>
  expect(
    await attempt(() =>
      given().coach.deliver('/api/save-answers', null, {
        raw: JSON.stringify(given().samples.saveAnswers).replace('We warm up', String.raw`\ud83d`),
      }),
    ),
  ).toEqual(rejected('invalid-body', 'answers.5.value')))

test('refuses NUL inside a text, and names its path', async () =>
  expect(
    await attempt(() =>
      given().coach.deliver('/api/newFields', {
        customer_id: given().customer,
        fields: { shirt: 'a\u0000b' },
      }),
    ),
  ).toEqual(rejected('invalid-body', 'fields.shirt')))

test.each(['', '1st', 'has space', 'x'.repeat(65)])('refuses "%s" as the name of a field', async (name) => {
  const { status, body } = await given().coach.deliver('/api/newFields', {
    customer_id: given().customer,
    fields: { [name]: 'x' },
  })
  expect([status, body.error.code]).toEqual([422, 'invalid-body'])
})

test.each(['__proto__', 'constructor', 'prototype'])(
  'refuses a field with the name %s instead of dropping it silently',
  async (name) => {
    const raw = `{"customer_id":"${given().customer}","fields":{"shirt":"M","${name}":"x"}}`
    expect(await attempt(() => given().coach.deliver('/api/newFields', null, { raw }))).toEqual(
      rejected('invalid-body', `fields.${name}`),
    )
  },
)

test('lets an entry with an unknown survey option wait, and names the path of the option', async () =>
  expect(
    await attempt(() =>
      given().coach.deliver('/api/save-answers', {
        ...given().samples.saveAnswers,
        answers: [{ question: 'q1', value: 'z' }],
      }),
    ),
  ).toEqual(rejected('schema-unknown', 'answers.0.value')))

test('counts the bytes of a body without a length while it arrives', async () => {
  const endless = () =>
    new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)) })
  expect(
    await attempt(() => {
      const init = { raw: endless(), headers: {} }
      return given().coach.deliver('/api/events', null, init)
    }),
  ).toEqual(rejected('too-large'))
})

test('does not report an interrupted body as a lost database, though both have the same error code', async () => {
  const lost = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  const cutOff = () => new ReadableStream({ pull: (controller) => controller.error(lost) })
  const { logLines } = given().api
  const before = logLines.length
  expect(await attempt(() => given().coach.deliver('/api/events', null, { raw: cutOff() }))).toEqual(
    rejected('bad-json'),
  )
  const levels = logLines.slice(before).map((line): unknown => JSON.parse(line).level)
  expect(new Set(levels)).toEqual(new Set(['info']))
})

test('every refusal in this file has a code of the contract', () => {
  expect(rejections().count).toBeGreaterThan(100)
  expect(rejections().wrong).toEqual([])
})
