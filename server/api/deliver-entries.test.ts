import { randomUUID } from 'node:crypto'
import { asc, count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productApi } from '../../src/contract/product-api.ts'
import { cookies, headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { deliveries, events } from '../db/schema.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { testDatabases } from '../testing/database/test-database.ts'

const { path } = productApi.deliverEntries

type Entry = { call: string; headers: Record<string, string>; body: string; follows?: number[] }
const entry = (call: string, body: object, key: string = randomUUID()): Entry => ({
  call,
  headers: { [headers.idempotencyKey]: key },
  body: JSON.stringify(body),
})
const pickCode = (result: { status: number; body: { error: { code: string } } } | null) =>
  result && [result.status, result.body.error?.code]

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const signedIn = async (instance: { client: () => TestClient } = api) => {
    const coach = instance.client()
    const customer = await coach.signIn()
    const event = (value: string) => ({ customer_id: customer, event_id: 1, value })
    const deliver = async (entries: Entry[]) => {
      const { status, body } = await coach.post(path, { customer_id: customer, entries })
      expect(status).toBe(200)
      return body.results
    }
    const readValues = async () => {
      const { db } = api.database
      const mine = eq(events.customerId, customer)
      const rows = await db
        .select({ value: events.value })
        .from(events)
        .where(mine)
        .orderBy(asc(events.sequence))
      return rows.map(({ value }) => value)
    }
    return { coach, customer, event, deliver, readValues }
  }

  test('responds to each entry as its own call would, and stores the entries in order', async () => {
    const { coach, deliver, event, readValues } = await signedIn()
    const entries = ['a', 'b', 'c'].map((value) => entry('events', event(value)))
    const results = await deliver(entries)
    expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200])
    expect(await readValues()).toEqual(['a', 'b', 'c'])
    for (const [at, { headers: sent, body }] of entries.entries()) {
      const single = await coach.post('/api/events', null, { raw: body, headers: sent })
      expect(single.headers.get(headers.idempotentReplay)).toBe('true')
      expect(single.body).toEqual(results[at].body)
    }
  })

  test('stores entries that are sent again after a lost response once, with the same results', async () => {
    const { deliver, event, readValues } = await signedIn()
    const entries = ['a', 'b'].map((value) => entry('events', event(value)))
    const first = await deliver(entries)
    const second = await deliver([...entries, entry('events', event('c'))])
    expect(second.slice(0, 2)).toMatchObject(first)
    expect(second.map(({ replayed }: { replayed?: true }) => replayed)).toEqual([true, true, undefined])
    expect(await readValues()).toEqual(['a', 'b', 'c'])
  })

  test('a refused entry affects no other, except that entries that follow it are not tried', async () => {
    const { customer, deliver, event, readValues } = await signedIn()
    const results = await deliver([
      entry('saveAnswers', { customer_id: customer, video_id: 'training-1', answers: [] }),
      { ...entry('events', event('behind')), follows: [0] },
      { ...entry('events', event('behind that')), follows: [1] },
      entry('events', event('free')),
      entry('events', { customer_id: customer }),
      { call: 'events', headers: {}, body: JSON.stringify(event('no key')) },
      { ...entry('events', {}), body: '{"customer_id":' },
      entry('saveTrainingPlan', event('of a newer app')),
      entry('myData', { customer_id: customer }),
      entry('events', event('last')),
    ])
    expect(results.map(pickCode)).toEqual([
      [422, 'invalid-body'],
      null,
      null,
      [200, undefined],
      [422, 'invalid-body'],
      [400, 'key-missing'],
      [400, 'bad-json'],
      [501, 'schema-unknown'],
      [422, 'invalid-body'],
      [200, undefined],
    ])
    expect(await readValues()).toEqual(['free', 'last'])
  })

  test('stops at an entry of another customer: its sender has to check the session', async () => {
    const { deliver, event, readValues } = await signedIn()
    const results = await deliver([
      entry('events', event('mine')),
      entry('events', { ...event('theirs'), customer_id: 'somebody-else' }),
      entry('events', event('later')),
    ])
    expect(results.map(pickCode)).toEqual([[200, undefined], [403, 'other-customer'], null])
    expect(await readValues()).toEqual(['mine'])
  })

  test('treats a repeated key as one entry, and refuses it with another body', async () => {
    const { deliver, event, readValues } = await signedIn()
    const key = randomUUID()
    const results = await deliver([
      entry('events', event('a'), key),
      entry('events', event('a'), key),
      entry('events', event('b'), key),
    ])
    expect(results.map(pickCode)).toEqual([
      [200, undefined],
      [200, undefined],
      [409, 'key-reused'],
    ])
    expect(results[1]).toEqual({ ...results[0], replayed: true })
    expect(await readValues()).toEqual(['a'])
  })

  test('writes the other entries when one cannot be written', async () => {
    const { customer, deliver, event } = await signedIn()
    const { db } = api.database
    const [{ receipt }] = (await deliver([entry('events', event('before'))])).map(
      ({ body }: { body: object }) => body,
    )
    // The transaction takes the next three numbers and rolls back. Alone, the second entry fails again.
    for (const next of [2, 5]) {
      const sequence = receipt.sequence + next
      await db
        .insert(events)
        .values({ customerId: customer, eventId: 9, value: 'in the way', sequence, receivedAt: new Date() })
    }
    const sent = ['a', 'b', 'c'].map((value) => entry('events', event(value)))
    const results = await deliver(sent)
    expect(results.map(pickCode)).toEqual([
      [200, undefined],
      [500, 'server-failed'],
      [200, undefined],
    ])
    expect((await deliver(sent)).map(pickCode)).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ])
  })

  test('counts each entry against the allowance of its customer, as a separate call does', async () => {
    const clock = { now: Date.now() }
    const limits = { requests: 6, logins: 100, copies: 100 }
    const instance = api.createInstance({ clock, settings: { limits } })
    const { deliver, event, readValues } = await signedIn(instance)
    const results = await deliver(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((v) => entry('events', event(v))),
    )
    expect(results.slice(5).map(pickCode)).toEqual([[200, undefined], [429, 'too-many-requests'], null])
    expect(results[6].body.error.retry_after).toBe(10)
    expect(await readValues()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('stores the same entries once when two requests deliver them at the same time', async () => {
    const { deliver, event, readValues } = await signedIn()
    const sent = Array.from({ length: 20 }, (_, at) => entry('events', event(`${at}`)))
    const both = await Promise.all([deliver(sent), deliver(sent.toReversed())])
    const receipts = both.map((results, at) =>
      (at === 0 ? results : results.toReversed()).map(
        ({ body }: { body: { receipt: object } }) => body.receipt,
      ),
    )
    expect(receipts[1]).toEqual(receipts[0])
    expect((await readValues()).toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `${at}`).toSorted())
  })

  test('refuses more than fifty entries, and stores none of them', async () => {
    const { coach, customer, event } = await signedIn()
    const entries = Array.from({ length: 51 }, () => entry('events', event('x')))
    const { status, body } = await coach.post(path, { customer_id: customer, entries })
    expect([status, body.error.path]).toEqual([422, 'entries'])
    const [row] = await api.database.db
      .select({ count: count() })
      .from(deliveries)
      .where(eq(deliveries.customerId, customer))
    expect(row?.count).toBe(0)
  })

  test('delivers nothing without a session, without the token, or for another customer', async () => {
    const { coach, customer, event, readValues } = await signedIn()
    const sent = { customer_id: customer, entries: [entry('events', event('x'))] }
    const codes = [
      await coach.post(path, sent, { headers: { [headers.csrf]: 'A'.repeat(43) } }),
      await coach.post(path, { ...sent, customer_id: 'somebody-else' }),
      await api.client().post(path, sent),
    ].map(({ status, body }) => [status, body.error.code])
    expect(codes).toEqual([
      [403, 'csrf-mismatch'],
      [403, 'other-customer'],
      [401, 'signed-out'],
    ])
    expect(coach.jar.has(cookies.csrf)).toBe(true)
    expect(await readValues()).toEqual([])
  })
})
