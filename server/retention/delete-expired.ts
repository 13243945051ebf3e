import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { retentionRules, type RetentionDays, type RetentionRule } from './retention-rules.ts'

/** Any number that nothing else locks. */
const retentionLock = 7_204_119

/** Rows that are deleted at once: well below a second, so that whoever waits for one of them hardly notices. */
const batchSize = 1000

/**
 * The first rows that are over. One that somebody holds is left for the next time: an erasure locks rows of its customer in
 * another order, and neither may wait for the other.
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
 * Deletes everything whose time is over, in small transactions. Copies of the server take turns by an advisory lock, which goes
 * with its transaction: one that dies leaves none behind. Whoever finds another one at work leaves it to it; false then.
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
