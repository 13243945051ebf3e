import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpDatabase, findRowsWith } from '../../testing/database/dump-database.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'
import { eraseRestored } from '../customers/erase-customer.ts'
import { storeLogRecords, readLog } from './replay-log.ts'
import { customers, erasures, events } from '../schema.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const now = () => new Date()

  /** A coach with an event, and functions that erase them and restore a backup from before. */
  const backedUpCoach = async () => {
    const { db } = api.database
    const coach = api.client()
    const customer = await coach.signIn(`customer-${randomUUID()}`)
    await coach.deliver('/api/events', { customer_id: customer, event_id: 1, value: 'before' })
    const backup = { customers: await db.select().from(customers), events: await db.select().from(events) }
    const erase = async () => {
      const accessToken = await api.identity.token(customer, { use: 'access' })
      return coach.post('/api/erase-account', { customer_id: customer, accessToken })
    }
    const restore = async () => {
      await db.insert(customers).values(backup.customers).onConflictDoNothing()
      await db.insert(events).values(backup.events).onConflictDoNothing()
    }
    return { customer, coach, erase, restore }
  }
  const tablesWith = async (customer: string) =>
    Object.keys(findRowsWith(await dumpDatabase(api.database.db), customer))

  test('erases again exactly the customers that a restored backup brings back', async () => {
    const [ana, ben] = [await backedUpCoach(), await backedUpCoach()]
    await ana.erase()
    await ana.restore()
    expect(await tablesWith(ana.customer)).toEqual(['customers', 'events'])
    expect(await eraseRestored(api.database.db, now)).toBe(1)
    expect(await tablesWith(ana.customer)).toEqual([])
    expect(await tablesWith(ben.customer)).toEqual([
      'active_months',
      'customers',
      'deliveries',
      'events',
      'sessions',
    ])
  })

  test('reads erasures that the backup does not contain from the log', async () => {
    const ana = await backedUpCoach()
    await ana.erase()
    await ana.restore()
    await api.database.db.delete(erasures)
    expect(await eraseRestored(api.database.db, now)).toBe(0)

    const log = api.logLines.map((line) => `app-1 | ${line}`).join('') + 'not a line of ours\n'
    const logged = readLog(log)
    await storeLogRecords(api.database.db, logged)
    await storeLogRecords(api.database.db, logged)
    expect(await eraseRestored(api.database.db, now)).toBe(1)
    expect(await tablesWith(ana.customer)).toEqual([])
    // A token from before the erasure cannot open the account again.
    const signedInAt = Math.floor(Date.now() / 1000) - 60
    const authToken = await api.identity.token(ana.customer, { signedInAt })
    const login = await ana.coach.post('/api/login', { authToken, locale: 'pt-BR', device: randomUUID() })
    expect(login.body.error.code).toBe('account-erased')
  })

  test('adds no logged sign-out everywhere of a customer who was erased later', async () => {
    const ana = await backedUpCoach()
    const accessToken = await api.identity.token(ana.customer, { use: 'access' })
    await ana.coach.post('/api/reset-tokens', { accessToken })
    // The whole second of the sign-out is treated as before it, so the coach signs in two seconds later, by
    // another instance's clock.
    const signedInAt = Math.floor(Date.now() / 1000) + 2
    const later = api.createInstance({ clock: { now: signedInAt * 1000 } }).client()
    await later.signIn(ana.customer, { signedInAt })
    const fresh = await api.identity.token(ana.customer, { use: 'access', signedInAt })
    const erased = await later.post('/api/erase-account', { customer_id: ana.customer, accessToken: fresh })
    expect(erased.status).toBe(200)
    await storeLogRecords(api.database.db, readLog(api.logLines.join('')))
    expect(await tablesWith(ana.customer)).toEqual([])
  })

  test('keeps a customer who came back after the erasure', async () => {
    const ana = await backedUpCoach()
    await ana.erase()
    await ana.coach.signIn(ana.customer, { signedInAt: Math.floor(Date.now() / 1000) + 2 })
    expect(await eraseRestored(api.database.db, now)).toBe(0)
    expect(await tablesWith(ana.customer)).toContain('customers')
  })

  test('keeps a customer who came back through an instance whose clock is behind', async () => {
    const ana = await backedUpCoach()
    await ana.erase()
    const behind = api.createInstance({ clock: { now: Date.now() - 20_000 } }).client()
    await behind.signIn(ana.customer, { signedInAt: Math.floor(Date.now() / 1000) + 2 })
    expect(await eraseRestored(api.database.db, now)).toBe(0)
    expect(await tablesWith(ana.customer)).toContain('customers')
  })

  test('erases a customer whom a backup brought back, although they signed in meanwhile', async () => {
    const ana = await backedUpCoach()
    await ana.erase()
    await ana.restore()
    await ana.coach.signIn(ana.customer, { signedInAt: Math.floor(Date.now() / 1000) + 2 })
    expect(await eraseRestored(api.database.db, now)).toBe(1)
    expect(await tablesWith(ana.customer)).toEqual([])
  })
})
