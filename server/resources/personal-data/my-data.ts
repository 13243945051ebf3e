import { and, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { getTableName } from 'drizzle-orm/table'
import type { StreamedHandler } from '../../api/handler.ts'
import { personalTables } from '../../db/customers/personal-tables.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../http/log.ts'
import { streamOf } from '../../http/stream-of.ts'

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

const without = (row: Row, secret: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !secret.includes(column)))

/** The JSON of the response. Reads one table at a time, so that a copy does not use up the connections. */
async function* copyText(db: Database, customer: string) {
  let beforeTable = '{"tables":{'
  for (const { table, rowsOf, order, secret = [] } of personalTables) {
    yield `${beforeTable}${JSON.stringify(getTableName(table))}:[`
    beforeTable = ','
    let beforeRow = ''
    for await (const page of readPages(db, { table, wanted: rowsOf(customer), order })) {
      yield beforeRow + page.map((row) => JSON.stringify(without(row, secret))).join(',')
      beforeRow = ','
    }
    yield ']'
  }
  yield '}}'
}

/**
 * A customer's copy of their stored data: every row of every table, unchanged. If the copy fails halfway, the
 * response breaks off, so that the client cannot mistake it for a complete one.
 */
export const createMyData = ({ db, log }: { db: Database; log: Pick<Log, 'error'> }) => {
  const onBroken = (error: unknown) => log.error('the copy of a customer broke off', error)
  const myData: StreamedHandler<'myData'> = (_body, { customer }) =>
    streamOf(copyText(db, customer), onBroken)
  return { myData }
}
