import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isCapturedLater, laterOnDevice, type Origin } from './capture-order.ts'
import type { Database } from '../database.ts'
import { excludedRow } from './excluded-row.ts'

type Captured = PgTable &
  Record<'customerId' | 'sequence' | 'capturedAt' | 'receivedAt', PgColumn> & {
    $inferInsert: { customerId: string }
  }

/** The entry that a value came with, and the columns that all values of the entry share. */
type CapturedEntry = Origin & { customer: string; sequence: number; receivedAt: Date }
type EntryColumn = 'customerId' | 'sequence' | 'capturedAt' | 'receivedAt'

/** A new value for a customer. `key` identifies the row if a customer has several. */
export type Newest = { table: Captured; key: object; values: object }

/** Creates a value of which the newest counts. Its entry adds the remaining columns. */
export const newest = <T extends Captured, Key extends Partial<T['$inferInsert']>>(
  table: T,
  key: Key,
  values: Omit<T['$inferInsert'], EntryColumn | keyof Key>,
): Newest => ({ table, key, values })

type NewestOfEntry = Newest & { entry: CapturedEntry }

/** Whether `one` replaces `before` in any case: the same device captured it later. */
const replaces = (one: NewestOfEntry, before: NewestOfEntry): boolean =>
  before.entry.device === one.entry.device && isCapturedLater(one.entry, before.entry)

/** `one` in place of `before`, captured no earlier than `before`, even if the clock was set back. */
const inPlaceOf = (before: NewestOfEntry, one: NewestOfEntry): NewestOfEntry => {
  const capturedAt = new Date(Math.max(before.entry.capturedAt.getTime(), one.entry.capturedAt.getTime()))
  return { ...one, entry: { ...one.entry, capturedAt } }
}

/**
 * Groups values into statements, as a statement may not store a row twice. A value that replaces an earlier
 * one of the same device takes its place. Any other value for the same row goes into a later statement, which
 * compares it with the stored row.
 */
const inStatements = (all: readonly NewestOfEntry[]): NewestOfEntry[][] => {
  const statements: Map<string, NewestOfEntry>[] = []
  for (const one of all) {
    const row = JSON.stringify(one.key)
    const at = statements.findLastIndex((statement) => statement.has(row))
    const before = statements[at]?.get(row)
    if (before && replaces(one, before)) statements[at]?.set(row, inPlaceOf(before, one))
    else (statements[at + 1] ??= new Map<string, NewestOfEntry>()).set(row, one)
  }
  return statements.map((statement) => Array.from(statement.values()))
}

const rowOf = ({ key, values, entry: { customer, sequence, capturedAt, receivedAt } }: NewestOfEntry) => {
  const entryColumns = { customerId: customer, sequence, capturedAt, receivedAt }
  return { ...key, ...values, ...entryColumns }
}

const storeInTable = async (tx: Database, table: Captured, all: readonly NewestOfEntry[]): Promise<void> => {
  const { capturedAt, receivedAt, sequence } = table
  const isLater = laterOnDevice(tx, { sequence: sql`excluded.sequence`, than: sequence })
  const stored = sql`(coalesce(${capturedAt}, ${receivedAt}), ${sequence})`
  const setWhere = sql`coalesce(${isLater}, ${stored} < (excluded.captured_at, excluded.sequence))`
  const set: Record<string, SQL> = {
    ...excludedRow(table),
    capturedAt: sql`greatest(${capturedAt}, excluded.captured_at)`,
  }
  const names = ['customerId', ...Object.keys(all[0]?.key ?? {})]
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const target = names.flatMap((name) => columns[name] ?? [])
  for (const some of inStatements(all))
    await tx.insert(table).values(some.map(rowOf)).onConflictDoUpdate({ target, set, setWhere })
}

/**
 * Stores rows in place of older ones with the same key, in order. The value captured last wins: an older
 * value may arrive later, from another phone or because a restored database had lost it. Values of one phone
 * are compared by their numbers, values of several phones by their clocks; at equal times the later delivery
 * wins. The caller must have called `takeTurn` in the transaction.
 */
export const storeNewest = async (tx: Database, all: readonly NewestOfEntry[]): Promise<void> => {
  for (const table of new Set(all.map((one) => one.table)))
    await storeInTable(
      tx,
      table,
      all.filter((one) => one.table === table),
    )
}
