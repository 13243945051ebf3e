import { sql } from 'drizzle-orm'
import { getTableName } from 'drizzle-orm/table'
import type { Database } from '../db/database.ts'
import * as schema from '../db/schema.ts'

const counts = Object.values(schema)
  .map((table) => getTableName(table))
  .map((name) => `select '${name}' as name, count(*)::int as rows from "${name}"`)

/** A text that is there already: tests ask twice for each refusal, and to build it from the tables takes longer than to count. */
const counted = sql.raw(`(${counts.join(' union all ')}) as counted`)

/** How many rows every table holds. */
export const countRows = async (db: Database): Promise<Record<string, number>> => {
  const tables = await db.select({ name: sql<string>`name`, rows: sql<number>`rows` }).from(counted)
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
}
