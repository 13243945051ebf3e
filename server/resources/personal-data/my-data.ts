import { and, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { getTableName } from 'drizzle-orm/table'
import type { StreamedHandler } from '../../api/handler.ts'
import { personalTables } from '../../db/customers/personal-tables.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../http/log.ts'
import { toReadableStream } from '../../http/to-readable-stream.ts'

export type Row = Record<string, unknown>

/**
 * Rows per page. A page of the longest answers takes 5 MB, and each download keeps one page in memory.
 */
export const pageSize = 200

/** `order`: the unique column by which rows are read. Defaults to the primary key. */
type TableQuery = { table: PgTable; condition: SQL | undefined; order?: PgColumn | undefined }

/** Lists the columns by which a table is read in order, with their names in a row. */
const listKeyColumns = ({ table, order }: TableQuery) => {
  const { columns, primaryKeys } = getTableConfig(table)
  const primary = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  const names = new Set((order ? [order] : primary).map(({ name }) => name))
  return Object.entries(getTableColumns(table)).filter(([, { name }]) => names.has(name))
}

/** Matches the rows after `lastRow` in the order of the key. */
const isAfterRow = (key: ReturnType<typeof listKeyColumns>, lastRow: Row): SQL => {
  const columns = key.map(([, column]) => column)
  const values = key.map(([name, column]) => sql.param(lastRow[name], column))
  return sql`(${sql.join(columns, sql`, `)}) > (${sql.join(values, sql`, `)})`
}

/**
 * Reads rows of a table page by page, in the order of its primary key or of a unique column. Memory use does
 * not grow with the number of rows.
 */
export async function* readPages(db: Database, query: TableQuery) {
  const { table, condition } = query
  const key = listKeyColumns(query)
  const order = key.map(([, column]) => column)
  let page: Row[] = []
  do {
    const lastRow = page.at(-1)
    page = await db
      .select()
      .from(table)
      .where(and(condition, lastRow && isAfterRow(key, lastRow)))
      .orderBy(...order)
      .limit(pageSize)
    if (page.length > 0) yield page
  } while (page.length === pageSize)
}

const omitColumns = (row: Row, omitted: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !omitted.includes(column)))

/**
 * Writes the JSON of the response. Reads one table at a time, so that a download uses only one connection.
 */
async function* writeCopy(db: Database, customer: string) {
  let beforeTable = '{"tables":{'
  for (const { table, getCondition, order, secret = [] } of personalTables) {
    yield `${beforeTable}${JSON.stringify(getTableName(table))}:[`
    beforeTable = ','
    let beforeRow = ''
    for await (const page of readPages(db, { table, condition: getCondition(customer), order })) {
      yield beforeRow + page.map((row) => JSON.stringify(omitColumns(row, secret))).join(',')
      beforeRow = ','
    }
    yield ']'
  }
  yield '}}'
}

/**
 * Creates the call that returns a customer's stored data: their rows of every table, unchanged except for
 * secrets. If reading fails halfway, the response breaks off, so that the client cannot mistake it for a
 * complete copy.
 */
export const createMyData = ({ db, log }: { db: Database; log: Pick<Log, 'error'> }) => {
  const onBroken = (error: unknown) => log.error('the copy of a customer broke off', error)
  const myData: StreamedHandler<'myData'> = (_body, { customer }) =>
    toReadableStream(writeCopy(db, customer), onBroken)
  return { myData }
}
