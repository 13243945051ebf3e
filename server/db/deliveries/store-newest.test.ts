import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import { createSampleBodies } from '../../testing/sample-bodies.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'
import { customFields, impacts, registrations } from '../schema.ts'

/** A time on a past morning, by its minute. */
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()

/** Calls that coaches use to describe themselves. A number distinguishes the entries. */
const rows = [
  {
    name: 'impact',
    path: '/api/save-impact',
    body: (customer: string, told: number) => ({
      customer_id: customer,
      youngFemale: 'half',
      sportType: 'judo',
      numberOfPeople: told,
    }),
    table: impacts,
    told: impacts.numberOfPeople,
  },
  {
    name: 'fields',
    path: '/api/newFields',
    body: (customer: string, told: number) => ({ customer_id: customer, fields: { shirt: String(told) } }),
    table: customFields,
    told: customFields.value,
  },
  {
    name: 'registration',
    path: '/api/customers',
    body: async (customer: string, told: number) => ({
      ...(await createSampleBodies(api.identity, customer)).customers,
      numberOfPeople: told,
    }),
    table: registrations,
    told: registrations.numberOfPeople,
  },
]

let api: TestApp

describe.each(testDatabases)('on %s', (database) => {
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  describe.each(rows)('of $name', ({ path, body, table, told }) => {
    const givenCoach = () => {
      const customer = randomUUID()
      const givenPhone = async () => {
        const device = randomUUID()
        const client = api.client()
        await client.signIn(customer, { device })
        return async (seq: number, number: number, capturedAt: string) => {
          const { status } = await client.deliver(path, await body(customer, number), {
            headers: { [headers.deviceSequence]: `${device}/${seq}`, [headers.capturedAt]: capturedAt },
          })
          expect(status).toBe(200)
        }
      }
      const stored = async () => {
        const [row] = await api.database.db
          .select({ told, capturedAt: table.capturedAt })
          .from(table)
          .where(eq(table.customerId, customer))
        return row && { told: Number(row.told), capturedAt: row.capturedAt?.toISOString() }
      }
      return { givenPhone, stored }
    }

    test('counts what a phone captures after its clock was set back', async () => {
      const { givenPhone, stored } = givenCoach()
      const [first, second] = [await givenPhone(), await givenPhone()]
      await first(1, 10, at(30))
      await first(2, 20, at(5))
      expect(await stored()).toEqual({ told: 20, capturedAt: at(30) })
      await second(1, 15, at(20))
      expect(await stored()).toEqual({ told: 20, capturedAt: at(30) })
    })

    test('counts what a phone captures after its clock was years ahead', async () => {
      const { givenPhone, stored } = givenCoach()
      const phone = await givenPhone()
      await phone(1, 10, '2099-01-01T00:00:00.000Z')
      await phone(2, 20, at(5))
      expect((await stored())?.told).toBe(20)
    })

    test('treats an entry below a higher number of its phone as older, whatever the clock said', async () => {
      const { givenPhone, stored } = givenCoach()
      const phone = await givenPhone()
      await phone(2, 20, at(5))
      await phone(1, 10, at(30))
      expect(await stored()).toEqual({ told: 20, capturedAt: at(5) })
    })

    test('counts the last capture of two phones, whatever their numbers', async () => {
      const { givenPhone, stored } = givenCoach()
      const [first, second] = [await givenPhone(), await givenPhone()]
      await first(7, 20, at(20))
      await second(99, 10, at(10))
      expect(await stored()).toEqual({ told: 20, capturedAt: at(20) })
      await second(1, 30, at(30))
      expect(await stored()).toEqual({ told: 30, capturedAt: at(30) })
    })
  })
})
