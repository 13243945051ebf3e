import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok } from '../../src/lib/result.ts'
import { countRows } from '../testing/database/count-rows.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { createCapacity } from './capacity.ts'

/** Work that ends when the test resolves it. */
const held = () => Promise.withResolvers<ReturnType<typeof ok<string>>>()

test('runs and queues requests up to the limits, in order, and refuses the next without starting it', async () => {
  const within = createCapacity({ maxRunning: 1, maxWaiting: 2, now: () => 0 })
  const begun: string[] = []
  const work = (name: string) => {
    const { promise, resolve } = held()
    const done = within(() => {
      begun.push(name)
      return promise
    })
    return { done, end: () => resolve(ok(name)) }
  }
  const [first, second, third, fourth] = [work('first'), work('second'), work('third'), work('fourth')]
  expect(await fourth.done).toEqual({ ok: false, error: { code: 'too-many-requests', retryAfter: 5 } })
  expect(begun).toEqual(['first'])
  first.end()
  expect(await first.done).toEqual(ok('first'))
  second.end()
  expect(await second.done).toEqual(ok('second'))
  const fifth = work('fifth')
  third.end()
  fifth.end()
  expect([await third.done, await fifth.done]).toEqual([ok('third'), ok('fifth')])
  expect(begun).toEqual(['first', 'second', 'third', 'fifth'])
})

test('frees the slot of work that fails', async () => {
  const within = createCapacity({ maxRunning: 1, maxWaiting: 1, now: () => 0 })
  const failed = within(() => Promise.reject(new Error('gone')))
  const next = within(async () => ok('next'))
  await expect(failed).rejects.toThrow('gone')
  expect(await next).toEqual(ok('next'))
  expect(await within(async () => ok('later'))).toEqual(ok('later'))
})

/** A full server instance for two pieces of work at a time. It has learned from 100 that each takes 20 s. */
const busy = async () => {
  const clock = { now: 1_000_000 }
  const within = createCapacity({ maxRunning: 2, maxWaiting: 1, now: () => clock.now })
  const work = async () => {
    clock.now += 20_000
    return ok('done')
  }
  for (let done = 0; done < 100; done += 1) await within(work)
  const never = () => new Promise<ReturnType<typeof ok<string>>>(() => undefined)
  for (const _ of ['at work', 'at work', 'waits']) void within(never)
  const told = async () => {
    const rejected = await within(async () => ok('begun'))
    return rejected.ok ? undefined : rejected.error.retryAfter
  }
  return { clock, told }
}

test('gives requests refused at the same moment successive turns, at the rate that work completes', async () => {
  const { told } = await busy()
  expect([await told(), await told(), await told()]).toEqual([5, 15, 25])
})

test('does not hand out past turns again, and never makes the next turn immediate', async () => {
  const { clock, told } = await busy()
  await told()
  await told()
  clock.now += 3000
  expect(await told()).toBe(22)
  clock.now += 60_000
  expect(await told()).toBe(5)
})

test('never asks a client to wait longer than half a minute, however many wait', async () => {
  const { told } = await busy()
  for (let rejected = 0; rejected < 100; rejected += 1) await told()
  expect(await told()).toBe(30)
})

describe('at the product API', () => {
  let api: TestApp
  beforeAll(async () => void (api = await startTestApp()))
  afterAll(() => api.stop())

  test('serves simultaneous deliveries while there is room, and tells the others when to retry', async () => {
    const coach = api.client()
    const customer_id = await coach.signIn()
    const event = { customer_id, event_id: 3, value: 'again' }
    const alone = () => coach.post('/api/events', event, { key: randomUUID() })
    const together = () => {
      const headers = { 'Idempotency-Key': randomUUID() }
      const entries = [{ call: 'events', headers, body: JSON.stringify(event), follows: [] }]
      return coach.post('/api/deliver-entries', { customer_id, entries })
    }
    // The database runs one statement at a time and each request needs several, so all requests arrive before
    // the first ends.
    const crowd = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? alone() : together()))
    const read = coach.post('/api/get-impact', { customer_id })
    const responses = await Promise.all(crowd)
    const rejected = responses.filter(({ status }) => status === 429)
    expect(rejected.length).toBeGreaterThan(0)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60 - rejected.length)
    for (const { headers } of rejected) expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(5)
    expect((await read).status).toBe(200)
    expect(await countRows(api.database.db)).toMatchObject({ events: 60 - rejected.length })
    expect((await alone()).status).toBe(200)
    expect((await together()).status).toBe(200)
  })
})
