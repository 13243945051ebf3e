import { randomUUID } from 'node:crypto'
import { createHash } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveries, events } from '../db/schema.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testDatabases } from '../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const countEvents = async (customer: string) => {
    const [row] = await api.database.db
      .select({ count: count() })
      .from(events)
      .where(eq(events.customerId, customer))
    return row?.count
  }

  const signedIn = async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    return { coach, customer, event: { customer_id: customer, event_id: 1, value: 'x' } }
  }

  test('returns a receipt for an accepted entry', async () => {
    const { coach, event } = await signedIn()
    const key = randomUUID()
    const { status, body, headers } = await coach.deliver('/api/events', event, { key })
    expect(status).toBe(200)
    expect(headers.get('Idempotent-Replay')).toBeNull()
    const hash = createHash('sha256').update(JSON.stringify(event)).digest('hex')
    expect(body.receipt).toMatchObject({ key, hash, sequence: expect.any(Number) })
  })

  test('a replay gets the same response and writes nothing', async () => {
    const { coach, customer, event } = await signedIn()
    const key = randomUUID()
    const first = await coach.deliver('/api/events', event, { key })
    const second = await coach.deliver('/api/events', event, { key })
    expect(second.status).toBe(200)
    expect(second.headers.get('Idempotent-Replay')).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(await countEvents(customer)).toBe(1)
  })

  test('a replay gets the same response from another instance, or after a restart', async () => {
    const { coach, customer, event } = await signedIn()
    const key = randomUUID()
    const first = await coach.deliver('/api/events', event, { key })
    const other = api.createInstance().client()
    await other.signIn(customer)
    const second = await other.deliver('/api/events', event, { key })
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('Idempotent-Replay')).toBe('true')
  })

  test('a replay gets the same response when a newer version would no longer accept the entry', async () => {
    const { coach, customer } = await signedIn()
    const key = randomUUID()
    const answers = [{ question: 'a question that is gone', value: 'a' }]
    const survey = { customer_id: customer, video_id: 'training-1', answers }
    const hash = createHash('sha256').update(JSON.stringify(survey)).digest('hex')
    const response = { receipt: 'as it was given' }
    await api.database.db
      .insert(deliveries)
      .values({ customerId: customer, key, call: 'saveAnswers', hash, response, receivedAt: new Date() })
    const replay = await coach.deliver('/api/save-answers', survey, { key })
    expect([replay.status, replay.body]).toEqual([200, response])
    expect(replay.headers.get('Idempotent-Replay')).toBe('true')
    expect((await coach.deliver('/api/save-answers', survey)).body.error.code).toBe('invalid-body')
  })

  test('writes twenty simultaneous duplicates once, with the same response', async () => {
    const { coach, customer, event } = await signedIn()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => coach.deliver('/api/events', event, { key })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('Idempotent-Replay') === 'true')).toHaveLength(19)
    expect(await countEvents(customer)).toBe(1)
  })

  test('refuses the same key with another body, and changes nothing', async () => {
    const { coach, customer, event } = await signedIn()
    const key = randomUUID()
    await coach.deliver('/api/events', event, { key })
    const { status, body } = await coach.deliver('/api/events', { ...event, value: 'y' }, { key })
    expect([status, body.error.code]).toEqual([409, 'key-reused'])
    expect(await countEvents(customer)).toBe(1)
  })

  test('refuses the same key and body for another call, too', async () => {
    const { coach, event } = await signedIn()
    const key = randomUUID()
    await coach.deliver('/api/events', event, { key })
    const { status, body } = await coach.deliver('/api/save-events', event, { key })
    expect([status, body.error.code]).toEqual([409, 'key-reused'])
  })

  test('two customers may use the same key', async () => {
    const [one, two] = await Promise.all([signedIn(), signedIn()])
    const key = randomUUID()
    const answers = [
      await one.coach.deliver('/api/events', one.event, { key }),
      await two.coach.deliver('/api/events', two.event, { key }),
    ]
    expect(answers.map(({ headers }) => headers.get('Idempotent-Replay'))).toEqual([null, null])
    expect([await countEvents(one.customer), await countEvents(two.customer)]).toEqual([1, 1])
  })

  test('ignores the letter case of a key', async () => {
    const { coach, event } = await signedIn()
    const key = randomUUID()
    const first = await coach.deliver('/api/events', event, { key: key.toUpperCase() })
    const second = await coach.deliver('/api/events', event, { key })
    expect(second.body).toEqual(first.body)
  })

  test('releases the key when an effect fails: the next try is carried out', async () => {
    const { coach, customer, event } = await signedIn()
    const { db } = api.database
    const key = randomUUID()
    const taken = await coach.deliver('/api/events', event)
    const next = taken.body.receipt.sequence + 1
    // The sequence number of the event is already taken, so its insert fails after the key was stored.
    await db
      .insert(events)
      .values({ customerId: customer, eventId: 9, value: '', sequence: next, receivedAt: new Date() })
    const failed = await coach.deliver('/api/events', event, { key })
    expect([failed.status, failed.body.error.code]).toEqual([500, 'server-failed'])
    expect(await db.select().from(deliveries).where(eq(deliveries.key, key))).toEqual([])
    const again = await coach.deliver('/api/events', event, { key })
    expect([again.status, again.headers.get('Idempotent-Replay')]).toEqual([200, null])
  })

  test('sequences grow with every entry', async () => {
    const { coach, event } = await signedIn()
    const sequences: number[] = []
    for (let entry = 0; entry < 5; entry += 1) {
      sequences.push((await coach.deliver('/api/events', event)).body.receipt.sequence)
    }
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(new Set(sequences).size).toBe(5)
  })
})
