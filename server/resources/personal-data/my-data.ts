import { getTableName } from 'drizzle-orm/table'
import type { StreamedHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { personalTables } from '../../db/customers/personal-tables.ts'
import { readPages, type Row } from '../../db/customers/read-pages.ts'
import type { Log } from '../../http/log.ts'
import { streamOf } from '../../http/stream-of.ts'

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
