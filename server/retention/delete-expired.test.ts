import { randomUUID } from 'node:crypto'
import { count, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/database.ts'
import {
  appErrors,
  appVitals,
  customers,
  deliveries,
  deviceCustomers,
  devices,
  erasedSessions,
  loyaltySignIns,
  replacedAnswers,
  sessions,
  syncLog,
} from '../db/schema.ts'
import { fillSyncLog } from '../testing/sync-log/fill-sync-log.ts'
import { findScannedTables } from '../testing/database/scanned-tables.ts'
import { openTestDatabase, testDatabases } from '../testing/database/test-database.ts'
import { deleteExpired, selectExpiredRows } from './delete-expired.ts'
import { createRetentionRules } from './retention-rules.ts'

const now = new Date('2026-06-01T00:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const days = { syncLog: 400, replacedAnswers: 400 }

describe.each(testDatabases)('on %s', (kind) => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.execute(
      sql`truncate customers, devices, sync_log, erased_sessions, loyalty_sign_ins, app_errors, app_vitals cascade`,
    )
  })

  const run = async (options: { size?: number; signal?: AbortSignal; sameDays?: typeof days } = {}) => {
    const deleted: Record<string, number> = {}
    const isDone = await deleteExpired({
      db: database.db,
      now: () => now,
      days: options.sameDays ?? days,
      onDeleted: ({ table, rows }) => void (deleted[table] = (deleted[table] ?? 0) + rows),
      signal: options.signal ?? new AbortController().signal,
      ...(options.size !== undefined && { batchSize: options.size }),
    })
    return { isDone, deleted }
  }

  const addCustomer = async () => {
    const customer = randomUUID()
    await database.db
      .insert(customers)
      .values({ id: customer, country: 'BR', language: 'PT', createdAt: daysAgo(900) })
    return customer
  }

  const addSession = async (customer: string, name: string, expiresAt: Date) => {
    const began = { createdAt: daysAgo(900), signedInAt: daysAgo(900) }
    await database.db.insert(sessions).values({
      tokenHash: name,
      customerId: customer,
      device: randomUUID(),
      admin: false,
      ...began,
      expiresAt,
    })
  }

  const addRow = (device: string, customer: string, row: number, receivedAt: Date) =>
    database.db.insert(syncLog).values({
      device,
      customerId: customer,
      row,
      receivedAt,
      at: receivedAt,
      happened: 'sent',
      seq: row,
      name: 'event.logged.v1',
    })

  const addDevice = async (customer: string) => {
    const id = randomUUID()
    const seen = { firstSeen: daysAgo(900), lastSeen: daysAgo(500) }
    await database.db.insert(devices).values({ id, customerId: customer, ...seen })
    await database.db
      .insert(deviceCustomers)
      .values({ device: id, customerId: customer, lastSeen: daysAgo(500), toSend: 0, needsYou: 0 })
    return id
  }

  test('deletes sessions when they have expired, not earlier', async () => {
    const customer = await addCustomer()
    await addSession(customer, 'over', now)
    await addSession(customer, 'lasts', new Date(now.getTime() + 1))
    await database.db.insert(erasedSessions).values([
      { tokenHash: 'over', expiresAt: daysAgo(1) },
      { tokenHash: 'lasts', expiresAt: daysAgo(-1) },
    ])
    await run()
    expect(await database.db.select({ name: sessions.tokenHash }).from(sessions)).toEqual([{ name: 'lasts' }])
    expect(await database.db.select({ name: erasedSessions.tokenHash }).from(erasedSessions)).toEqual([
      { name: 'lasts' },
    ])
  })

  test('deletes sign-ins at the loyalty provider when no session can depend on them', async () => {
    await database.db.insert(loyaltySignIns).values([
      { tokenHash: 'old', customerId: 'ana', signedInAt: daysAgo(30) },
      { tokenHash: 'young', customerId: 'ana', signedInAt: daysAgo(29) },
    ])
    await run()
    expect(await database.db.select({ name: loyaltySignIns.tokenHash }).from(loyaltySignIns)).toEqual([
      { name: 'young' },
    ])
  })

  test('deletes replaced answers 400 days after their replacement, however old they are', async () => {
    const customer = await addCustomer()
    const answers = (moduleId: string, sequence: number, replacedAt: Date) => {
      return { customerId: customer, moduleId, sequence, answers: [], answeredAt: daysAgo(900), replacedAt }
    }
    await database.db
      .insert(replacedAnswers)
      .values([answers('training-1', 1, daysAgo(400)), answers('training-2', 2, daysAgo(399))])
    await run()
    expect(await database.db.select({ left: replacedAnswers.moduleId }).from(replacedAnswers)).toEqual([
      { left: 'training-2' },
    ])
  })

  test('deletes errors of the app 90 days after a device last had them', async () => {
    const error = (fingerprint: string, lastSeen: Date) => {
      const seen = { count: 1, firstSeen: daysAgo(900), lastSeen, versions: ['0.1.0+abcdefgh'] }
      return { fingerprint, place: 'page', message: 'Error: x', stack: [], ...seen }
    }
    await database.db.insert(appErrors).values([error('over', daysAgo(90)), error('lasts', daysAgo(89))])
    await run()
    expect(await database.db.select({ left: appErrors.fingerprint }).from(appErrors)).toEqual([
      { left: 'lasts' },
    ])
  })

  test('deletes histograms of web vitals when their day has left the longest period of 90 days', async () => {
    const onDay = (day: string) => ({ day, vital: 'LCP', route: '', bucket: 0, count: 1 })
    // 89 days before `now`, and 90.
    await database.db.insert(appVitals).values([onDay('2026-03-04'), onDay('2026-03-03')])
    await run()
    expect(await database.db.select({ left: appVitals.day }).from(appVitals)).toEqual([
      { left: '2026-03-04' },
    ])
  })

  test('deletes rows of the sync log after 400 days, except the last one of each customer on a device', async () => {
    const [ana, rui] = [await addCustomer(), await addCustomer()]
    const device = await addDevice(ana)
    await database.db
      .insert(deviceCustomers)
      .values({ device, customerId: rui, lastSeen: now, toSend: 0, needsYou: 0 })
    await addRow(device, ana, 1, daysAgo(700))
    await addRow(device, ana, 2, daysAgo(600))
    await addRow(device, rui, 3, daysAgo(500))
    await addRow(device, rui, 4, daysAgo(399))
    await run()
    expect(await database.db.select({ row: syncLog.row }).from(syncLog).orderBy(syncLog.row)).toEqual([
      { row: 2 },
      { row: 4 },
    ])
  })

  test('never deletes a delivery: its phone may send it again after years', async () => {
    const customer = await addCustomer()
    await database.db.insert(deliveries).values({
      customerId: customer,
      key: randomUUID(),
      call: 'events',
      hash: 'h',
      receivedAt: daysAgo(5000),
    })
    await run()
    expect(await database.db.select({ left: count() }).from(deliveries)).toEqual([{ left: 1 }])
  })

  test('deletes everything that has expired, in small batches', async () => {
    const customer = await addCustomer()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await addSession(customer, name, daysAgo(1))
    await addSession(customer, 'lasts', daysAgo(-1))
    const { isDone, deleted } = await run({ size: 2 })
    expect(isDone).toBe(true)
    expect(deleted).toEqual({
      sessions: 5,
      erased_sessions: 0,
      loyalty_sign_ins: 0,
      replaced_answers: 0,
      app_errors: 0,
      app_vitals: 0,
      sync_log: 0,
    })
    expect(await database.db.select({ name: sessions.tokenHash }).from(sessions)).toEqual([{ name: 'lasts' }])
  })

  test('starts no further batch when it is stopped', async () => {
    await addSession(await addCustomer(), 'over', daysAgo(1))
    expect(await run({ signal: AbortSignal.abort() })).toEqual({ isDone: false, deleted: {} })
    expect(await database.db.select({ left: count() }).from(sessions)).toEqual([{ left: 1 }])
  })

  test('finds every expired row by an index', async () => {
    await fillSyncLog(database.db, { devices: 300, rowsPerDevice: 10, now })
    const scanned = await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const found: [string, string[]][] = []
      for (const rule of createRetentionRules(days, now))
        found.push([rule.name, await findScannedTables(tx, selectExpiredRows(rule, 1000))])
      return found
    })
    expect(scanned).toEqual([
      ['sessions', []],
      ['erased_sessions', []],
      ['loyalty_sign_ins', []],
      ['replaced_answers', []],
      ['app_errors', []],
      ['app_vitals', []],
      ['sync_log', []],
    ])
  })

  test.runIf(kind === 'PostgreSQL')('one instance deletes at a time, without waiting for locks', async () => {
    const customer = await addCustomer()
    await addSession(customer, 'held', daysAgo(2))
    await addSession(customer, 'free', daysAgo(1))
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(7204119)`)
      expect(await run()).toEqual({ isDone: false, deleted: {} })
    })
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select from sessions where token_hash = 'held' for update`)
      expect((await run()).deleted['sessions']).toBe(1)
    })
    expect(await database.db.select({ name: sessions.tokenHash }).from(sessions)).toEqual([{ name: 'held' }])
  })
})
