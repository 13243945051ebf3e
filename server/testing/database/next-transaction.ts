import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

/**
 * The number of the next writing transaction. If it stays the same, nothing was written in between, not even
 * a changed row. Counting the rows of all tables takes twenty times as long.
 */
export const nextTransaction = async (db: Database): Promise<string | undefined> => {
  const [row] = await db
    .select({ next: sql<string>`next` })
    .from(sql`(select pg_snapshot_xmax(pg_current_snapshot())::text as next) as snapshot`)
  return row?.next
}
