import { sql } from 'drizzle-orm'
import { getTableName } from 'drizzle-orm/table'
import type { Database } from '../../db/database.ts'
import * as schema from '../../db/schema.ts'

const counts = Object.values(schema)
  .map((table) => getTableName(table))
  .map((name) => `select '${name}' as name, count(*)::int as rows from "${name}"`)

/**
 * Built once as text, because tests count twice for each rejected call, and building the query from the
 * tables takes longer than counting.
 */
const countsQuery = sql.raw(`(${counts.join(' union all ')}) as counts`)

export const countRows = async (db: Database): Promise<Record<string, number>> => {
  const tables = await db.select({ name: sql<string>`name`, rows: sql<number>`rows` }).from(countsQuery)
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
}
