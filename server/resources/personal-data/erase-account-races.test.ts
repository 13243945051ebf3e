import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import { devices } from '../../db/schema.ts'
import { dumpDatabase, findRowsWith } from '../../testing/database/dump-database.ts'
import { createSampleBodies } from '../../testing/sample-bodies.ts'
import { createSampleReport } from '../../testing/sync-log/sample-report.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import type { TestClient, TestResponse } from '../../testing/test-client.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

/** Statuses that a device of an erased account may get. A server failure is not one of them. */
const expected = new Set([200, 401, 410])

/** PGlite has one connection, so more devices would only wait for it. */
const devicesOn = { PGlite: 2, PostgreSQL: 6 }

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  /** A device that sends, reports and signs in without a pause, through its own instance of the server. */
  const startDevice = async (customer: string, stopped: () => boolean) => {
    const client = api.createInstance().client()
    const device = randomUUID()
    await client.signIn(customer, { device })
    const samples = await createSampleBodies(api.identity, customer)
    const statuses: number[] = []
    const work = async () => {
      for (let seq = 1; !stopped(); seq += 1) {
        // An app and a database in this process answer without yielding, so other work would not run.
        await setImmediate()
        const sequence = { [headers.deviceSequence]: `${device}/${seq}` }
        const sent = [
          await client.deliver('/api/save-answers', samples.saveAnswers, { headers: sequence }),
          await client.deliver('/api/newFields', samples.newFields),
          await client.post('/api/sync-report', { ...createSampleReport(customer), device }),
          await client.post('/api/login', { ...samples.login, device }),
          await client.post('/api/get-customer', samples.getCustomer),
        ]
        statuses.push(...sent.map(({ status }) => status))
      }
    }
    return { statuses, work: work() }
  }

  test('leaves no row after an erasure during deliveries, reports and sign-ins of several devices', async () => {
    // Fetches the keys of the pool before the process is busy.
    await api.client().signIn(`customer-${randomUUID()}`)
    for (let round = 0; round < 3; round += 1) {
      const customer = `customer-${randomUUID()}`
      let isStopped = false
      // Also if the test fails: devices that never stop would starve the other tests.
      onTestFinished(() => {
        isStopped = true
      })
      const devices = await Promise.all(
        Array.from({ length: devicesOn[database] }, () => startDevice(customer, () => isStopped)),
      )
      const everywhere = (status: number) => devices.every(({ statuses }) => statuses.includes(status))
      await expect.poll(() => everywhere(200)).toBe(true)
      const accessToken = await api.identity.token(customer, { use: 'access' })
      const erased = await api.client().post('/api/erase-account', { customer_id: customer, accessToken })
      expect(erased.status).toBe(200)
      await expect.poll(() => everywhere(410)).toBe(true)
      isStopped = true
      await Promise.all(devices.map(({ work }) => work))

      const heard = new Set(devices.flatMap(({ statuses }) => statuses))
      expect([...heard].filter((status) => !expected.has(status))).toEqual([])
      expect(Object.keys(findRowsWith(await dumpDatabase(api.database.db), customer))).toEqual([])
    }
  })
})

describe.runIf(testDatabases.includes('PostgreSQL'))('on PostgreSQL', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp('PostgreSQL')
  })
  afterAll(() => api.stop())

  /** The number of connections that wait for a lock. */
  const countWaiting = async (): Promise<number> => {
    const count = sql<number>`count(*)::int`
    const waits = sql`datname = current_database() and wait_event_type = 'Lock'`
    const [found] = await api.database.db
      .select({ count })
      .from(sql`pg_stat_activity`)
      .where(waits)
    return found?.count ?? 0
  }

  /** Locks a device, so that an entry from it stays in the middle of its transaction. */
  const lockDevice = async (device: string) => {
    const [locked, unlocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = api.database.db.transaction(async (tx) => {
      await tx.select().from(devices).where(eq(devices.id, device)).for('update')
      locked.resolve()
      await unlocked.promise
    })
    await locked.promise
    return async () => {
      unlocked.resolve()
      await done
    }
  }

  test.each<[string, (client: TestClient, customer: string, device: string) => Promise<TestResponse>]>([
    [
      'an entry',
      (client, customer) => client.deliver('/api/events', { customer_id: customer, event_id: 1, value: 'b' }),
    ],
    [
      'a report',
      (client, customer, device) =>
        client.post('/api/sync-report', { ...createSampleReport(customer), device }),
    ],
  ])('%s that comes while a deletion waits for another entry does not overtake it', async (_what, send) => {
    const customer = `customer-${randomUUID()}`
    const [phone, laptop] = [api.client(), api.client()]
    const ids = { phone: randomUUID(), laptop: randomUUID() }
    await phone.signIn(customer, { device: ids.phone })
    await laptop.signIn(customer, { device: ids.laptop })
    const event = { customer_id: customer, event_id: 1, value: 'a' }
    const deliver = (seq: number) =>
      phone.deliver('/api/events', event, { headers: { [headers.deviceSequence]: `${ids.phone}/${seq}` } })
    await deliver(1)

    const unlock = await lockDevice(ids.phone)
    const before = deliver(2)
    await expect.poll(countWaiting).toBe(1)
    const accessToken = await api.identity.token(customer, { use: 'access' })
    const erased = api.client().post('/api/erase-account', { customer_id: customer, accessToken })
    await expect.poll(countWaiting).toBe(2)
    let isDone = false
    const after = send(laptop, customer, ids.laptop).finally(() => {
      isDone = true
    })
    await expect.poll(async () => isDone || (await countWaiting()) === 3).toBe(true)
    await unlock()
    const statuses = (await Promise.all([before, erased, after])).map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 410])
  })
})
