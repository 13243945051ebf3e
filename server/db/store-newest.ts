import { lt } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

type Sequenced = PgTable & { sequence: PgColumn }

type NewRow<T extends Sequenced> = {
  table: T
  key: PgColumn[]
  row: T['$inferInsert'] & PgUpdateSetSource<T> & { sequence: number }
}

/**
 * Stores a row in place of an older one with the same key. The newest wins, by sequence, because of two entries that
 * arrive together the older may be written last.
 */
export const storeNewest = async <T extends Sequenced>(
  tx: Database,
  { table, key, row }: NewRow<T>,
): Promise<void> => {
  await tx
    .insert(table)
    .values(row)
    .onConflictDoUpdate({ target: key, set: row, setWhere: lt(table.sequence, row.sequence) })
}
