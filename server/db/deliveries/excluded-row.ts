import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** The values of the row that an insert could not add, to take the place of those of the row that is there. */
export const excludedRow = (table: PgTable): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  )
