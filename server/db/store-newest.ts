import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { laterOnDevice } from './capture-order.ts'
import type { Database } from './database.ts'

type Captured = PgTable & { capturedAt: PgColumn; receivedAt: PgColumn; sequence: PgColumn }

type NewRow<T extends Captured> = {
  table: T
  key: PgColumn[]
  row: T['$inferInsert'] & PgUpdateSetSource<T> & { customerId: string; capturedAt: Date; sequence: number }
}

/**
 * Stores a row in place of an older one with the same key. The one that was captured last wins: an older one may arrive
 * later, from another phone or because a restored database had lost it. Of one phone its numbers say which that is, of several
 * their clocks; of two of the same time the later delivery wins. Its transaction has taken its turn (`takeTurn`).
 */
export const storeNewest = async <T extends Captured>(
  tx: Database,
  { table, key, row }: NewRow<T>,
): Promise<void> => {
  const { capturedAt, receivedAt, sequence } = table
  const isLater = laterOnDevice(tx, { sequence: sql`excluded.sequence`, than: sequence })
  const stored = sql`(coalesce(${capturedAt}, ${receivedAt}), ${sequence})`
  const setWhere = sql`coalesce(${isLater}, ${stored} < (excluded.captured_at, excluded.sequence))`
  const set = { ...row, capturedAt: sql`greatest(${capturedAt}, excluded.captured_at)` }
  await tx.insert(table).values(row).onConflictDoUpdate({ target: key, set, setWhere })
}
