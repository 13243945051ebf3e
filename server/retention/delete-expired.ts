import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { retentionRules, type RetentionDays, type RetentionRule } from './retention-rules.ts'

/** An arbitrary number that nothing else locks. */
const retentionLock = 7_204_119

/**
 * Rows per transaction. A batch takes well below a second, so a transaction that waits for one of its rows is
 * hardly delayed.
 */
const batchSize = 1000

/**
 * The oldest expired rows. Skips locked rows until the next run: an erasure locks its customer's rows in
 * another order, and the two must not deadlock.
 */
export const expiredRows = ({ table, order, isOver }: RetentionRule, size: number) =>
  sql`select ${table}.ctid from ${table} where ${isOver} order by ${order} limit ${size} for update of ${table} skip locked`

const deleteBatch = (db: Database, rule: RetentionRule, size: number): Promise<number | 'busy'> =>
  db.transaction(async (tx) => {
    const [lock] = await tx
      .select({ isOurs: sql<boolean>`pg_try_advisory_xact_lock(${retentionLock})` })
      .from(sql`(values (1)) as one`)
    if (!lock?.isOurs) return 'busy'
    const deleted = await tx
      .delete(rule.table)
      .where(sql`${rule.table}.ctid = any (array(${expiredRows(rule, size)}))`)
      .returning({ one: sql<number>`1` })
    return deleted.length
  })

type Deps = {
  db: Database
  now: () => Date
  days: RetentionDays
  onDeleted: (expired: { table: string; rows: number }) => void
  signal: AbortSignal
  size?: number
}

/**
 * Deletes all expired rows in small transactions. Copies of the server take turns by an advisory lock, which
 * ends with its transaction, so a copy that dies holds no lock. A copy that finds another at work stops and
 * resolves to false.
 */
export const deleteExpired = async ({
  db,
  now,
  days,
  onDeleted,
  signal,
  size = batchSize,
}: Deps): Promise<boolean> => {
  for (const rule of retentionRules(days, now())) {
    for (let rows = size; rows === size;) {
      if (signal.aborted) return false
      const deleted = await deleteBatch(db, rule, size)
      if (deleted === 'busy') return false
      onDeleted({ table: rule.name, rows: deleted })
      rows = deleted
    }
  }
  return true
}
