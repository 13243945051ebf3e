import { asc, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productApi } from '../../src/contract/product-api.ts'
import { cookies, headers as names } from '../../src/contract/product-api/headers-and-cookies.ts'
import { findCourse } from '../../src/config/courses.ts'
import { chooseLives } from '../../src/lib/testing/random-lives.ts'
import * as schema from '../db/schema.ts'
import { storedTotals, totalsOfRows } from '../testing/programme/programme-counts.ts'
import { createRandomEntries, sentEntry, type HeldEntry } from '../testing/random-entries.ts'
import { createSampleAnswers } from '../testing/sample-answers.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { testDatabases } from '../testing/database/test-database.ts'

/* Entries that arrive in batches leave the same rows as entries that arrive one by one. */

const { seeds, again } = chooseLives('server/api/deliver-batches.test.ts', { usual: 1, red: [] }, process.env)

/** A linear congruential generator: the same numbers for the same seed. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

type Phone = { client: TestClient; customer: string; device: string; blocked: Set<string> }
type Results = ({ status: number; body: unknown } | null)[]

/** An entry as a phone sends it. For some entries the phone has lost the sequence number. */
const sentBy = (phone: Phone, held: HeldEntry) => {
  const sent = sentEntry(held, phone)
  return held.seq % 7 === 0 ? { ...sent, headers: { ...sent.headers, [names.deviceSequence]: '' } } : sent
}

/** The columns that entries write, without the ones for the customer and the time of arrival. */
const written = {
  events: ['eventId', 'value'],
  moduleEvents: ['moduleId', 'type', 'action'],
  registrations: ['organisation'],
  impacts: ['numberOfPeople', 'capturedAt'],
  customFields: ['name', 'value', 'capturedAt'],
  surveyAnswers: ['moduleId', 'answers', 'answeredAt'],
  replacedAnswers: ['moduleId', 'answers', 'answeredAt'],
  moduleProgress: ['moduleId', 'watched', 'position', 'positionAt', 'startedAt', 'finishedAt', 'completedAt'],
  writtenAnswers: ['moduleId', 'question', 'answeredAt'],
  seasonImpacts: ['numberOfPeople'],
  certificates: ['courseId'],
  deliveries: ['call', 'seq'],
} as const

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const createPhone = async (customer?: string): Promise<Phone> => {
    const client = api.client()
    // A different phone from those in the other tests: it has no secret yet.
    client.jar.delete(cookies.device)
    const device = crypto.randomUUID()
    const signedIn = await client.signIn(customer, { device })
    return { client, customer: signedIn, device, blocked: new Set() }
  }

  /** Sends entries as an older app does. Entries behind a rejected entry wait on the phone. */
  const oneByOne = async (phone: Phone, entries: readonly HeldEntry[]) => {
    for (const held of entries) {
      if (phone.blocked.has(held.lane)) continue
      const { path, headers, body } = sentBy(phone, held)
      const { status } = await phone.client.post(path, null, { raw: body, headers })
      if (status !== 200) phone.blocked.add(held.lane)
    }
  }

  /**
   * Sends entries in one request. Some requests are sent twice at the same time, or a part of them was sent
   * before.
   */
  const together = async (phone: Phone, entries: readonly HeldEntry[], random: () => number) => {
    const { client, customer, blocked } = phone
    const left = entries.filter(({ lane }) => !blocked.has(lane))
    if (left.length === 0) return
    const places = new Map<string, number>()
    const sent = left.map((held, at) => {
      const { path: _path, ...entry } = sentBy(phone, held)
      const before = places.get(held.lane)
      places.set(held.lane, at)
      return { ...entry, follows: before === undefined ? [] : [before] }
    })
    const send = async (from = sent): Promise<Results> => {
      const { body } = await client.post(productApi.deliverEntries.path, {
        customer_id: customer,
        entries: from,
      })
      return body.results
    }
    const dice = random()
    // Some of the entries arrived before, in a request that was cut.
    if (dice < 0.3) await send(sent.slice(0, 1 + Math.floor(random() * sent.length)))
    const [results = []] = await Promise.all(dice > 0.8 ? [send(), send()] : [send()])
    for (const [at, { lane }] of left.entries()) if (results[at]?.status !== 200) blocked.add(lane)
  }

  const readRows = async (customer: string) => {
    const rows: Record<string, unknown[]> = {}
    for (const [name, columns] of Object.entries(written)) {
      const table = Reflect.get(schema, name) as PgTable & Record<string, PgColumn>
      const { customerId, sequence } = table
      if (!customerId) throw new Error(`${name} says of nobody.`)
      const found = await api.database.db
        .select()
        .from(table)
        .where(eq(customerId, customer))
        .orderBy(...(sequence ? [asc(sequence)] : []))
      const texts = found.map((row) => JSON.stringify(columns.map((column) => Reflect.get(row, column))))
      // The fields and texts of one entry share a number and have no order.
      const isOrdered = sequence && name !== 'customFields' && name !== 'writtenAnswers'
      rows[name] = isOrdered ? texts : texts.toSorted()
    }
    return rows
  }

  /** The rows of a life whose entries arrived one by one, and of the same life in batches. */
  const play = async (seed: number) => {
    const random = randomFrom(seed)
    const held = [createRandomEntries(random, 40), createRandomEntries(random, 40)]
    const turns: { phone: number; from: number; to: number }[] = []
    const at = [0, 0]
    while (at.some((from) => from < 40)) {
      const phone = random() < 0.5 ? 0 : 1
      const from = at[phone] ?? 40
      const to = Math.min(40, from + 1 + Math.floor(random() * 15))
      at[phone] = to
      if (from < to) turns.push({ phone, from, to })
    }
    const deliverAll = async (way: (phone: Phone, entries: HeldEntry[]) => Promise<void>) => {
      const one = await createPhone()
      const phones = [one, await createPhone(one.customer)]
      for (const { phone, from, to } of turns) {
        const who = phones[phone]
        if (who) await way(who, held[phone]?.slice(from, to) ?? [])
      }
      return readRows(one.customer)
    }
    const expected = await deliverAll(oneByOne)
    const received = await deliverAll((phone, entries) => together(phone, entries, random))
    return { expected, received }
  }

  /** Checks that the batch path wrote and counted all entries. */
  const expectMeantWay = async () => {
    expect(api.logLines.filter((line) => line.includes('could not be written together'))).toEqual([])
    expect(await storedTotals(api.database.db)).toEqual(await totalsOfRows(api.database.db))
  }

  test('random batches, replays, refusals and cut connections of two phones store what single calls store', async () => {
    for (const seed of seeds) {
      const { expected, received } = await play(seed)
      expect(received, again(seed)).toEqual(expected)
    }
    await expectMeantWay()
  })

  test('stores many entries of two fixed runs of such batches, although some are refused', async () => {
    // Fixed lives: in a random life, an early rejected entry can block nearly every other entry.
    const lives = [await play(1), await play(2)]
    for (const [at, { expected, received }] of lives.entries())
      expect(received, again(at + 1)).toEqual(expected)
    const stored = lives.flatMap(({ received }) => Object.values(received).flat())
    expect(stored.length).toBeGreaterThan(2 * 40)
    await expectMeantWay()
  })

  test('a certificate takes earlier entries of the same request into account', async () => {
    const phone = await createPhone()
    const mine = { customer_id: phone.customer }
    const course = findCourse('training')
    const entries = (course?.modules ?? []).flatMap(({ id, kind }) => [
      { call: 'saveProgress', body: { module_id: id, watched: [[0, 86_400]], position: null, read: true } },
      kind === 'extra'
        ? { call: 'saveExtraAnswers', body: { extra_module_id: id, answers: createSampleAnswers(id) } }
        : { call: 'saveAnswers', body: { video_id: id, answers: createSampleAnswers(id) } },
    ])
    const certificate = { call: 'checkCertificate', body: { course_id: 'training', isFIFA: false } }
    const last = entries.pop()
    const { body } = await phone.client.post(productApi.deliverEntries.path, {
      ...mine,
      entries: [...entries, certificate, last, certificate].map((entry) => ({
        call: entry?.call,
        headers: { [names.idempotencyKey]: crypto.randomUUID() },
        body: JSON.stringify({ ...mine, ...entry?.body }),
      })),
    })
    const asked = body.results.filter((result: { body: object }) => 'missing' in result.body)
    const [early, late] = asked.map((result: { body: object }) => result.body)
    expect(early).toMatchObject({ certificate: null, missing: [course?.modules.at(-1)?.id] })
    expect(late).toMatchObject({ certificate: { course_id: 'training' }, missing: [] })
  })
})
