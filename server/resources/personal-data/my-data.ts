import { getTableName } from 'drizzle-orm/table'
import type { CustomerHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { personalTables } from '../../db/personal-tables.ts'

type Row = Record<string, unknown>

const without = (row: Row, secret: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !secret.includes(column)))

/** A customer's copy of what is stored about them: every row of every table, as it is. */
export const createMyData = ({ db }: { db: Database }) => {
  const myData: CustomerHandler<'myData'> = async (_body, { customer }) => {
    const tables: Record<string, Row[]> = {}
    // One after the other: a copy must not take all connections of this server.
    for (const { table, rowsOf, secret = [] } of personalTables) {
      const rows: Row[] = await db.select().from(table).where(rowsOf(customer))
      tables[getTableName(table)] = rows.map((row) => without(row, secret))
    }
    return { tables }
  }
  return { myData }
}
