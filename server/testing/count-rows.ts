import { sql } from 'drizzle-orm'
import { getTableName } from 'drizzle-orm/table'
import type { Database } from '../db/database.ts'
import * as schema from '../db/schema.ts'

/** How many rows every table holds, in one query: tests ask twice for each refusal. */
export const countRows = async (db: Database): Promise<Record<string, unknown>> => {
  const counts = Object.values(schema).map((table) => {
    return sql`(select count(*) from ${table}) as ${sql.identifier(getTableName(table))}`
  })
  const [row] = await db
    .select({ row: sql<Record<string, unknown>>`row_to_json(counted)` })
    .from(sql`(select ${sql.join(counts, sql`, `)}) as counted`)
  return row?.row ?? {}
}
