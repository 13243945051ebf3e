import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../db/database.ts'
import { personalTables } from '../../db/customers/personal-tables.ts'
import { fillSyncLog } from '../../testing/sync-log/fill-sync-log.ts'
import { findScannedTables } from '../../testing/database/scanned-tables.ts'
import { createExportPage, createSyncQueries, type Middles } from '../../testing/sync-log/sync-queries.ts'
import { openTestDatabase, testDatabases } from '../../testing/database/test-database.ts'

const now = new Date('2026-06-01T00:00:00.000Z')
const device = '00000000-0000-4000-8000-000000000300'
const middles: Middles = {
  seen: [now.getTime(), device],
  silent: [now.getTime(), device],
  oldest: [now.getTime(), device],
  pending: [1, device],
  'needs-you': [1, device],
  gaps: [1, device],
}

describe.each(testDatabases)('on %s', (kind) => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    await fillSyncLog(database.db, { devices: 600, rowsPerDevice: 20, now })
  })
  afterAll(() => database.close())

  /** With so few rows a sequential scan is faster. Without it, PostgreSQL uses an index if there is one. */
  const withoutScans = <T>(work: (db: OpenDatabase['db']) => Promise<T>): Promise<T> =>
    database.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return work(tx)
    })

  test('every query of the admin pages has an index for each table it reads', async () => {
    const scanned = await withoutScans(async (db) => {
      const queries = {
        ...createSyncQueries(db, { device, customer: 'customer-300', now, middles }),
        export: createExportPage(db, { middles, now }),
      }
      const found: Record<string, string[]> = {}
      for (const [name, query] of Object.entries(queries)) found[name] = await findScannedTables(db, query)
      return found
    })
    expect(Object.keys(scanned).length).toBeGreaterThan(25)
    expect(Object.entries(scanned).filter(([, tables]) => tables.length > 0)).toEqual([])
  })

  test('every table finds the rows of a customer by an index', async () => {
    const scanned = await withoutScans(async (db) => {
      const found: string[] = []
      for (const { table, getCondition } of personalTables) {
        found.push(
          ...(await findScannedTables(db, db.select().from(table).where(getCondition('customer-300')))),
        )
      }
      return found
    })
    expect(scanned).toEqual([])
  })

  test('detects a query without an index', async () => {
    const slow = sql`select * from sync_log where name = 'survey.answered.v1'`
    expect(await withoutScans((db) => findScannedTables(db, slow))).toEqual(['sync_log'])
  })
})
