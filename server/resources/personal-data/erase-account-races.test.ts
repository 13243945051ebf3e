import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { headers } from '../../../src/contract/product-api.ts'
import { dumpDatabase, rowsWith } from '../../testing/dump-database.ts'
import { sampleBodies } from '../../testing/sample-bodies.ts'
import { sampleReport } from '../../testing/sample-report.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/test-database.ts'

/** What a device of an erased account may hear; a failure of the server is not among it. */
const expected = new Set([200, 401, 410])

/** PGlite has one connection, for which more devices would only wait. */
const devicesOn = { PGlite: 2, PostgreSQL: 6 }

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  /** A device that sends, reports and signs in again without a pause, through a copy of the server of its own. */
  const startDevice = async (customer: string, stopped: () => boolean) => {
    const client = api.createCopy().client()
    const device = randomUUID()
    await client.signIn(customer, { device })
    const samples = await sampleBodies(api.identity, customer)
    const statuses: number[] = []
    const work = async () => {
      for (let seq = 1; !stopped(); seq += 1) {
        // An app and a database in this process answer without a pause, in which nothing else would happen.
        await setImmediate()
        const sequence = { [headers.deviceSequence]: `${device}/${seq}` }
        const sent = [
          await client.deliver('/api/save-answers', samples.saveAnswers, { headers: sequence }),
          await client.deliver('/api/newFields', samples.newFields),
          await client.post('/api/sync-report', { ...sampleReport(customer), device }),
          await client.post('/api/login', { ...samples.login, device }),
          await client.post('/api/get-customer', samples.getCustomer),
        ]
        statuses.push(...sent.map(({ status }) => status))
      }
    }
    return { statuses, work: work() }
  }

  test('an erasure amid deliveries, reports and sign-ins of several devices leaves no row behind', async () => {
    for (let round = 0; round < 3; round += 1) {
      const customer = `customer-${randomUUID()}`
      let isStopped = false
      // Also where the test fails: devices that never stop would leave no time for the others.
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
      await expect.poll(() => everywhere(410)).toBe(true)
      isStopped = true
      await Promise.all(devices.map(({ work }) => work))

      expect(erased.status).toBe(200)
      const heard = new Set(devices.flatMap(({ statuses }) => statuses))
      expect([...heard].filter((status) => !expected.has(status))).toEqual([])
      expect(Object.keys(rowsWith(await dumpDatabase(api.database.db), customer))).toEqual([])
    }
  })
})
