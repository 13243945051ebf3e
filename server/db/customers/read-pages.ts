import { and, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'

export type Row = Record<string, unknown>

/** Rows per page. A page of the longest answers takes 5 MB, and each client that reads slowly keeps one. */
export const pageSize = 200

type Reading = { table: PgTable; wanted: SQL | undefined; order?: PgColumn | undefined }

/** The columns by which a table is read in order, with their names in a row. */
const keyOf = ({ table, order }: Reading) => {
  const { columns, primaryKeys } = getTableConfig(table)
  const primary = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  const names = new Set((order ? [order] : primary).map(({ name }) => name))
  return Object.entries(getTableColumns(table)).filter(([, { name }]) => names.has(name))
}

/** Matches the rows after `last` in the order of the key. */
const follow = (key: ReturnType<typeof keyOf>, last: Row): SQL => {
  const columns = key.map(([, column]) => column)
  const values = key.map(([name, column]) => sql.param(last[name], column))
  return sql`(${sql.join(columns, sql`, `)}) > (${sql.join(values, sql`, `)})`
}

/**
 * Reads rows of a table page by page, in the order of its primary key or of a unique column. Memory use does
 * not grow with the number of rows.
 */
export async function* readPages(db: Database, reading: Reading) {
  const { table, wanted } = reading
  const key = keyOf(reading)
  const order = key.map(([, column]) => column)
  let page: Row[] = []
  do {
    const last = page.at(-1)
    const rest = and(wanted, last && follow(key, last))
    page = await db
      .select()
      .from(table)
      .where(rest)
      .orderBy(...order)
      .limit(pageSize)
    if (page.length > 0) yield page
  } while (page.length === pageSize)
}
