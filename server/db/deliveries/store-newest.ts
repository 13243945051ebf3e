import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'
import { isCapturedLater, selectIsLater, type Origin } from './capture-order.ts'
import { createExcludedRow } from './excluded-row.ts'

/*
 * Several devices of a coach may enter the same value, such as a name for a certificate, and their entries
 * may arrive in any order. `storeNewest` keeps the value that was captured last.
 */

/** A table with one row per customer and key, which contains the newest value. */
type CapturedTable = PgTable &
  Record<'customerId' | 'sequence' | 'capturedAt' | 'receivedAt', PgColumn> & {
    $inferInsert: { customerId: string }
  }

/** The entry that contains a value. `sequence` is the number of its delivery. */
type CapturedEntry = Origin & { customer: string; sequence: number; receivedAt: Date }

/** The columns that come from the entry and not from the value. */
type EntryColumn = 'customerId' | 'sequence' | 'capturedAt' | 'receivedAt'

/**
 * A value to store unless a newer one is stored. `key` has the key columns besides the customer, and is empty
 * if a customer has only one row in the table. `values` has the remaining columns.
 */
export type NewestValue = { table: CapturedTable; key: object; values: object }

/** Creates a value for `storeNewest`. The compiler checks the columns against the table. */
export const createNewestValue = <T extends CapturedTable, Key extends Partial<T['$inferInsert']>>(
  table: T,
  key: Key,
  values: Omit<T['$inferInsert'], EntryColumn | keyof Key>,
): NewestValue => ({ table, key, values })

type EntryValue = NewestValue & { entry: CapturedEntry }

/** Whether a value supersedes a previous one of the same request: the same device captured it later. */
const isReplacement = (value: EntryValue, previous: EntryValue): boolean =>
  previous.entry.device === value.entry.device && isCapturedLater(value.entry, previous.entry)

/**
 * Returns `value` with a capture time that is not before that of `previous`. The value is newer even if the
 * device's clock was set back between them.
 */
const replaceValue = (previous: EntryValue, value: EntryValue): EntryValue => {
  const capturedAt = new Date(Math.max(previous.entry.capturedAt.getTime(), value.entry.capturedAt.getTime()))
  return { ...value, entry: { ...value.entry, capturedAt } }
}

/**
 * Groups a customer's values for one table into statements, because PostgreSQL does not let one statement
 * store the same row twice. A value that replaces an earlier one of the same device takes its place. Any
 * other value for the same row goes into the next statement, which compares it with the stored row.
 */
const groupIntoStatements = (values: readonly EntryValue[]): EntryValue[][] => {
  const statements: Map<string, EntryValue>[] = []
  for (const value of values) {
    // Identifies the row within the table, because all values are of one customer.
    const row = JSON.stringify(value.key)
    // The last statement that stores this row, or -1. With -1, the value goes into the first statement.
    const index = statements.findLastIndex((statement) => statement.has(row))
    const previous = statements[index]?.get(row)
    if (previous && isReplacement(value, previous)) {
      statements[index]?.set(row, replaceValue(previous, value))
    } else {
      const statement = (statements[index + 1] ??= new Map<string, EntryValue>())
      statement.set(row, value)
    }
  }
  return statements.map((statement) => Array.from(statement.values()))
}

const toRow = ({ key, values, entry: { customer, sequence, capturedAt, receivedAt } }: EntryValue) => {
  const entryColumns = { customerId: customer, sequence, capturedAt, receivedAt }
  return { ...key, ...values, ...entryColumns }
}

/** Stores values of one table. In the SQL, `excluded` is the new row; plain columns are the stored row's. */
const storeInTable = async (
  tx: Database,
  table: CapturedTable,
  values: readonly EntryValue[],
): Promise<void> => {
  const { capturedAt, receivedAt, sequence } = table
  const isLaterByNumber = selectIsLater(tx, { arrived: sql`excluded.sequence`, stored: sequence })
  // A stored row without a capture time is compared by its time of arrival.
  const storedOrder = sql`(coalesce(${capturedAt}, ${receivedAt}), ${sequence})`
  const isLaterByTime = sql`${storedOrder} < (excluded.captured_at, excluded.sequence)`
  // `isLaterByNumber` is null unless both values come from one device. If it is null, the times decide.
  const setWhere = sql`coalesce(${isLaterByNumber}, ${isLaterByTime})`
  const set: Record<string, SQL> = {
    ...createExcludedRow(table),
    // The time never goes back, even if the newer value has an earlier one because a clock was set back.
    // Otherwise an older value of another device could win later.
    capturedAt: sql`greatest(${capturedAt}, excluded.captured_at)`,
  }
  const keyNames = ['customerId', ...Object.keys(values[0]?.key ?? {})]
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const target = keyNames.flatMap((name) => columns[name] ?? [])
  for (const statement of groupIntoStatements(values)) {
    await tx.insert(table).values(statement.map(toRow)).onConflictDoUpdate({ target, set, setWhere })
  }
}

/**
 * Stores the values of one customer's entries, in order. Each replaces a stored value with the same key if it
 * was captured later. An older value may arrive later: from another device, or because a restored database
 * had lost it. Values of one device are compared by the numbers of their entries on the device, values of
 * several devices by their clocks; at equal times the later delivery wins. The caller must have called
 * `lockDeliveries` in the transaction.
 */
export const storeNewest = async (tx: Database, values: readonly EntryValue[]): Promise<void> => {
  for (const table of new Set(values.map((value) => value.table))) {
    await storeInTable(
      tx,
      table,
      values.filter((value) => value.table === table),
    )
  }
}
