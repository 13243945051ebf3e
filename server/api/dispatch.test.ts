import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { productApi } from '../../src/contract/product-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { attemptsOn, createKeyOption, postCalls, rejected } from '../testing/attempts.ts'
import { countRows } from '../testing/database/count-rows.ts'
import { createSampleBodies } from '../testing/sample-bodies.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import { isOutboxCall } from './handler.ts'

const ownCalls = postCalls.filter((name) => productApi[name].access === 'customer')
const outboxCalls = postCalls.filter(isOutboxCall)

describe.each(testDatabases)('on %s', (database) => {
  const { given } = attemptsOn(database)

  describe.each(postCalls)('%s', (name) => {
    const { path, response } = productApi[name]

    test('answers a valid body in the shape of the contract', async () => {
      const someone = given().api.client()
      const body = await createSampleBodies(given().api.identity, await someone.signIn())
      const { status, body: received } = await someone.post(path, body[name], createKeyOption(name))
      expect([status, received]).toEqual([200, expect.anything()])
      expect(v.safeParse(response, received).issues).toBeUndefined()
    })
  })

  describe.each(outboxCalls)('%s', (name) => {
    const { path } = productApi[name]

    test('is carried out once when it is sent twice', async () => {
      const key = randomUUID()
      const first = await given().coach.post(path, given().samples[name], { key })
      const before = await countRows(given().api.database.db)
      const second = await given().coach.post(path, given().samples[name], { key })
      expect([second.status, second.body]).toEqual([first.status, first.body])
      expect(second.headers.get(headers.idempotentReplay)).toBe('true')
      expect(await countRows(given().api.database.db)).toEqual(before)
    })
  })
})

// These calls are rejected before they reach a database, so testing with one database is enough.
describe('on any database', () => {
  const { given, attempt, rejections } = attemptsOn('PGlite')

  describe.each(postCalls)('%s', (name) => {
    const { path } = productApi[name]

    test('is refused without the anti-forgery header', async () =>
      expect(
        await attempt(() =>
          given().coach.post(path, given().samples[name], {
            ...createKeyOption(name),
            headers: { [headers.csrf]: '' },
          }),
        ),
      ).toEqual(rejected('csrf-mismatch')))

    test("is refused with another browser's anti-forgery token", async () =>
      expect(
        await attempt(() =>
          given().coach.post(path, given().samples[name], {
            ...createKeyOption(name),
            headers: { [headers.csrf]: 'A'.repeat(43) },
          }),
        ),
      ).toEqual(rejected('csrf-mismatch')))

    test('refuses text that is not JSON', async () =>
      expect(
        await attempt(() =>
          given().coach.post(path, null, { ...createKeyOption(name), raw: '{"customer_id":' }),
        ),
      ).toEqual(rejected('bad-json')))

    test('refuses bytes that are not UTF-8', async () =>
      expect(
        await attempt(() =>
          given().coach.post(path, null, { ...createKeyOption(name), raw: Uint8Array.of(0x22, 0xff, 0x22) }),
        ),
      ).toEqual(rejected('bad-json')))

    test('refuses a form', async () =>
      expect(
        await attempt(() =>
          given().coach.post(path, null, {
            raw: 'a=b',
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          }),
        ),
      ).toEqual(rejected('not-json')))

    test('refuses a body over 64 KiB', async () =>
      expect(
        await attempt(() => given().coach.post(path, { filler: 'x'.repeat(65_536) }, createKeyOption(name))),
      ).toEqual(rejected('too-large')))

    test.each(['null', '7', '"text"', '[]'])('refuses %s as a body', async (raw) => {
      const { status, body } = await given().coach.post(path, null, { ...createKeyOption(name), raw })
      expect([status, body.error.code]).toEqual([422, 'invalid-body'])
    })

    test('refuses an unknown field by name', async () =>
      expect(
        await attempt(() =>
          given().coach.post(path, { ...given().samples[name], extra: 1 }, createKeyOption(name)),
        ),
      ).toEqual(rejected('invalid-body', 'extra')))

    test('refuses another method, and names the right one', async () => {
      const { status, body, headers: received } = await given().coach.get(path)
      expect([status, body.error.code, received.get('Allow')]).toEqual([405, 'method-not-allowed', 'POST'])
    })
  })

  describe.each(ownCalls)('%s', (name) => {
    const { path } = productApi[name]

    test('is refused without a session', async () =>
      expect(
        await attempt(() => given().api.client().post(path, given().samples[name], createKeyOption(name))),
      ).toEqual(rejected('signed-out')))

    test("refuses another customer's id", async () => {
      const field = name === 'customers' ? 'token' : 'customer_id'
      const foreign = { ...given().samples[name], [field]: randomUUID() }
      expect(await attempt(() => given().coach.post(path, foreign, createKeyOption(name)))).toEqual(
        rejected('other-customer'),
      )
    })
  })

  describe.each(outboxCalls)('%s', (name) => {
    const { path } = productApi[name]

    test.each([undefined, '', 'seven', `${randomUUID()}, ${randomUUID()}`])(
      'refuses the key %s as missing',
      async (key) =>
        expect(
          await attempt(() =>
            given().coach.post(path, given().samples[name], key === undefined ? {} : { key }),
          ),
        ).toEqual(rejected('key-missing')),
    )
  })

  test('every refusal in this file has a code of the contract', () => {
    expect(rejections().count).toBeGreaterThan(100)
    expect(rejections().wrong).toEqual([])
  })
})
