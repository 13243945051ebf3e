import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isCapturedLater, laterOnDevice, type Origin } from './capture-order.ts'
import type { Database } from '../database.ts'
import { excludedRow } from './excluded-row.ts'

type Captured = PgTable &
  Record<'customerId' | 'sequence' | 'capturedAt' | 'receivedAt', PgColumn> & {
    $inferInsert: { customerId: string }
  }

/** The delivery of a value, with the columns that all values of the delivery share. */
type Saying = Origin & { customer: string; sequence: number; receivedAt: Date }
type OfDelivery = 'customerId' | 'sequence' | 'capturedAt' | 'receivedAt'

/** A new value for a customer. `key` identifies the row if a customer has several. */
export type Newest = { table: Captured; key: object; said: object }

/** Creates a value of which the newest counts. Its delivery adds the remaining columns. */
export const newest = <T extends Captured, Key extends Partial<T['$inferInsert']>>(
  table: T,
  key: Key,
  said: Omit<T['$inferInsert'], OfDelivery | keyof Key>,
): Newest => ({ table, key, said })

type Said = Newest & { entry: Saying }

/** Whether `one` replaces `before` in any case: the same device captured it later. */
const isSaidAnew = (before: Said, one: Said): boolean =>
  before.entry.device === one.entry.device && isCapturedLater(one.entry, before.entry)

/** `one` in place of `before`, captured no earlier than `before`, even if the clock was set back. */
const saidAnew = (before: Said, one: Said): Said => {
  const capturedAt = new Date(Math.max(before.entry.capturedAt.getTime(), one.entry.capturedAt.getTime()))
  return { ...one, entry: { ...one.entry, capturedAt } }
}

/**
 * Groups values into statements, as a statement may not store a row twice. A value that replaces an earlier
 * one of the same device takes its place. Any other value for the same row goes into a later statement, which
 * compares it with the stored row.
 */
const inStatements = (all: readonly Said[]): Said[][] => {
  const statements: Map<string, Said>[] = []
  for (const one of all) {
    const about = JSON.stringify(one.key)
    const at = statements.findLastIndex((statement) => statement.has(about))
    const before = statements[at]?.get(about)
    if (before && isSaidAnew(before, one)) statements[at]?.set(about, saidAnew(before, one))
    else (statements[at + 1] ??= new Map<string, Said>()).set(about, one)
  }
  return statements.map((statement) => Array.from(statement.values()))
}

const rowOf = ({ key, said, entry: { customer, sequence, capturedAt, receivedAt } }: Said) => {
  const ofDelivery = { customerId: customer, sequence, capturedAt, receivedAt }
  return { ...key, ...said, ...ofDelivery }
}

const storeInTable = async (tx: Database, table: Captured, all: readonly Said[]): Promise<void> => {
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
export const storeNewest = async (tx: Database, all: readonly Said[]): Promise<void> => {
  for (const table of new Set(all.map((one) => one.table)))
    await storeInTable(
      tx,
      table,
      all.filter((one) => one.table === table),
    )
}
