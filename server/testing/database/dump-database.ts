import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../../db/database.ts'

const nameRows = v.object({ rows: v.array(v.object({ name: v.string() })) })
const textRows = v.object({ rows: v.array(v.object({ row: v.string() })) })

/**
 * Returns every row of every table as text. Lists the tables of the database, which may exceed the schema.
 */
export const dumpDatabase = async (db: Database): Promise<Record<string, string[]>> => {
  const tables = v.parse(
    nameRows,
    await db.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    ),
  )
  const dump: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const table = sql.identifier(name)
    const { rows } = v.parse(
      textRows,
      await db.execute(sql`select t::text as row from ${table} as t order by 1`),
    )
    dump[name] = rows.map(({ row }) => row)
  }
  return dump
}

/** The rows of a dump that contain a text, by table. Omits tables without such a row. */
export const findRowsWith = (dump: Record<string, string[]>, text: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(dump)
      .map(([table, rows]) => [table, rows.filter((row) => row.includes(text))] as const)
      .filter(([, rows]) => rows.length > 0),
  )
