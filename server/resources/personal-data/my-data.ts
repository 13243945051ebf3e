import { and, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { getTableName } from 'drizzle-orm/table'
import type { StreamedHandler } from '../../api/handler.ts'
import { personalTables } from '../../db/customers/personal-tables.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../http/log.ts'
import { toReadableStream } from '../../http/to-readable-stream.ts'

/*
 * A coach may download everything that the server stores about them. The copy may be larger than the memory,
 * so it is read from the database page by page, and sent while it is read.
 */

/** A row of any table. Its keys are the names of the columns in TypeScript, such as `customerId`. */
export type Row = Record<string, unknown>

/**
 * Rows per page. A page of the longest answers takes 5 MB, and each download keeps one page in memory.
 */
export const pageSize = 200

type TableQuery = {
  table: PgTable
  /** Which rows to read. Undefined for all. */
  condition: SQL | undefined
  /** The unique column that the rows are ordered by. Defaults to the primary key. */
  orderColumn?: PgColumn | undefined
}

/** A column that orders the rows. `name` is its key in a `Row`. */
type KeyColumn = { name: string; column: PgColumn }

/** Lists the columns that identify a row and define the order of the rows. */
const listKeyColumns = ({ table, orderColumn }: TableQuery): KeyColumn[] => {
  const { columns, primaryKeys } = getTableConfig(table)
  // A primary key of several columns is in `primaryKeys`. One of a single column is a property of the column.
  const primaryColumns = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  const columnNames = new Set((orderColumn ? [orderColumn] : primaryColumns).map((column) => column.name))
  return Object.entries(getTableColumns(table))
    .filter(([, column]) => columnNames.has(column.name))
    .map(([name, column]) => ({ name, column }))
}

/** Returns the condition for the rows after `lastRow` in the order of the key. */
const isAfterRow = (keyColumns: readonly KeyColumn[], lastRow: Row): SQL => {
  const columns = keyColumns.map(({ column }) => column)
  const values = keyColumns.map(({ name, column }) => sql.param(lastRow[name], column))
  return sql`(${sql.join(columns, sql`, `)}) > (${sql.join(values, sql`, `)})`
}

/** Yields the rows of a table page by page. Each page starts after the last row of the previous page. */
export async function* readPages(db: Database, query: TableQuery) {
  const { table, condition } = query
  const keyColumns = listKeyColumns(query)
  const orderColumns = keyColumns.map(({ column }) => column)
  let page: Row[] = []
  do {
    const lastRow = page.at(-1)
    page = await db
      .select()
      .from(table)
      .where(and(condition, lastRow && isAfterRow(keyColumns, lastRow)))
      .orderBy(...orderColumns)
      .limit(pageSize)
    if (page.length > 0) yield page
  } while (page.length === pageSize)
}

const omitColumns = (row: Row, omitted: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !omitted.includes(column)))

/**
 * Yields the JSON of the response in pieces: `{"tables":{"customers":[row, …], …}}`. Reads one table at a
 * time, so that a download uses only one connection.
 */
async function* writeCopy(db: Database, customerId: string) {
  yield '{"tables":{'
  let tableSeparator = ''
  for (const { table, getCondition, orderColumn, secretColumns = [] } of personalTables) {
    yield `${tableSeparator}${JSON.stringify(getTableName(table))}:[`
    tableSeparator = ','
    let pageSeparator = ''
    const query = { table, condition: getCondition(customerId), orderColumn }
    for await (const page of readPages(db, query)) {
      yield pageSeparator + page.map((row) => JSON.stringify(omitColumns(row, secretColumns))).join(',')
      pageSeparator = ','
    }
    yield ']'
  }
  yield '}}'
}

/**
 * Handles the call that returns a customer's stored data: their rows of every table, without secrets. If
 * reading fails after the response has started, the response breaks off, so that the client cannot mistake it
 * for a complete copy.
 */
export const createMyData = ({ db, log }: { db: Database; log: Pick<Log, 'error'> }) => {
  const logError = (error: unknown) => log.error('the copy of a customer broke off', error)
  const myData: StreamedHandler<'myData'> = (_body, { customer: customerId }) =>
    toReadableStream(writeCopy(db, customerId), logError)
  return { myData }
}
