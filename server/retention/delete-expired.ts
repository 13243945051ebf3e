import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { createRetentionRules, type RetentionDays, type RetentionRule } from './retention-rules.ts'

/** An arbitrary number that nothing else locks. */
const retentionLock = 7_204_119

/**
 * Rows per transaction. Deleting them takes well below a second, so a transaction that waits for one of these
 * rows is hardly delayed.
 */
const defaultBatchSize = 1000

/**
 * Selects the oldest expired rows by `ctid`, PostgreSQL's internal address of a row. Leaves locked rows to
 * the next run. An erasure locks its customer's rows in another order, so waiting for them could cause a
 * deadlock.
 */
export const selectExpiredRows = ({ table, order, isExpired }: RetentionRule, size: number) =>
  sql`select ${table}.ctid from ${table} where ${isExpired} order by ${order} limit ${size} for update of ${table} skip locked`

/**
 * Deletes at most `size` expired rows. Resolves to their number, or to 'busy' if another instance deletes
 * now.
 */
const deleteBatch = (db: Database, rule: RetentionRule, size: number): Promise<number | 'busy'> =>
  db.transaction(async (tx) => {
    // PostgreSQL releases the lock at the end of the transaction.
    const [lock] = await tx
      .select({ isHeld: sql<boolean>`pg_try_advisory_xact_lock(${retentionLock})` })
      .from(sql`(values (1)) as one`)
    if (!lock?.isHeld) return 'busy'
    const deletedRows = await tx
      .delete(rule.table)
      .where(sql`${rule.table}.ctid = any (array(${selectExpiredRows(rule, size)}))`)
      .returning({ one: sql<number>`1` })
    return deletedRows.length
  })

type Deps = {
  db: Database
  now: () => Date
  days: RetentionDays
  /** Called after each transaction. */
  onDeleted: (expired: { table: string; rows: number }) => void
  signal: AbortSignal
  /** Rows per transaction. */
  batchSize?: number
}

/**
 * Deletes all expired rows in small transactions. A lock in the database lets only one instance of the server
 * delete at a time. The lock ends with its transaction, so an instance that dies holds no lock. Resolves to
 * false if another instance holds the lock or if the signal ends the run.
 */
export const deleteExpired = async ({
  db,
  now,
  days,
  onDeleted,
  signal,
  batchSize = defaultBatchSize,
}: Deps): Promise<boolean> => {
  for (const rule of createRetentionRules(days, now())) {
    let deletedCount: number | 'busy'
    // A batch that is not full contained the last expired rows.
    do {
      if (signal.aborted) return false
      deletedCount = await deleteBatch(db, rule, batchSize)
      if (deletedCount === 'busy') return false
      onDeleted({ table: rule.name, rows: deletedCount })
    } while (deletedCount === batchSize)
  }
  return true
}
