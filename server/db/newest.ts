import { lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The end of an upsert in which the newest wins: by sequence, because of two entries that arrive together the older may
 * be written last.
 */
export const newest = <Row extends { sequence: number }>(
  column: PgColumn,
  row: Row,
): { set: Row; setWhere: SQL } => ({ set: row, setWhere: lt(column, row.sequence) })
