import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'
import { isCapturedLater, selectIsLater, type Origin } from './capture-order.ts'
import { excludedRow } from './excluded-row.ts'

/** A table with one row per customer and key, which contains the newest value. */
type CapturedTable = PgTable &
  Record<'customerId' | 'sequence' | 'capturedAt' | 'receivedAt', PgColumn> & {
    $inferInsert: { customerId: string }
  }

/** The entry that a value came with, and the columns that all values of the entry share. */
type CapturedEntry = Origin & { customer: string; sequence: number; receivedAt: Date }
type EntryColumn = 'customerId' | 'sequence' | 'capturedAt' | 'receivedAt'

/** A new value for a customer. `key` identifies the row if a customer has several. */
export type NewestValue = { table: CapturedTable; key: object; values: object }

/** Creates a value for `storeNewest`. The value's entry adds the remaining columns. */
export const createNewestValue = <T extends CapturedTable, Key extends Partial<T['$inferInsert']>>(
  table: T,
  key: Key,
  values: Omit<T['$inferInsert'], EntryColumn | keyof Key>,
): NewestValue => ({ table, key, values })

type EntryValue = NewestValue & { entry: CapturedEntry }

/**
 * Whether a value replaces a previous one regardless of the stored row: the same device captured it later.
 */
const isReplacement = (value: EntryValue, previous: EntryValue): boolean =>
  previous.entry.device === value.entry.device && isCapturedLater(value.entry, previous.entry)

/** Gives a value a capture time that is not before that of `previous`, even if the clock was set back. */
const replaceValue = (previous: EntryValue, value: EntryValue): EntryValue => {
  const capturedAt = new Date(Math.max(previous.entry.capturedAt.getTime(), value.entry.capturedAt.getTime()))
  return { ...value, entry: { ...value.entry, capturedAt } }
}

/**
 * Groups values into statements, because one statement cannot store a row twice. A value that replaces an
 * earlier one of the same device takes its place. Any other value for the same row goes into a later
 * statement, which compares it with the stored row.
 */
const groupIntoStatements = (values: readonly EntryValue[]): EntryValue[][] => {
  const statements: Map<string, EntryValue>[] = []
  for (const value of values) {
    const row = JSON.stringify(value.key)
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

const storeInTable = async (
  tx: Database,
  table: CapturedTable,
  values: readonly EntryValue[],
): Promise<void> => {
  const { capturedAt, receivedAt, sequence } = table
  const isLater = selectIsLater(tx, { arrived: sql`excluded.sequence`, stored: sequence })
  const storedOrder = sql`(coalesce(${capturedAt}, ${receivedAt}), ${sequence})`
  const setWhere = sql`coalesce(${isLater}, ${storedOrder} < (excluded.captured_at, excluded.sequence))`
  const set: Record<string, SQL> = {
    ...excludedRow(table),
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
 * Stores rows in place of older ones with the same key, in order. The value captured last wins: an older
 * value may arrive later, from another phone or because a restored database had lost it. Values of one phone
 * are compared by their numbers, values of several phones by their clocks; at equal times the later delivery
 * wins. The caller must have called `lockDeliveries` in the transaction.
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
