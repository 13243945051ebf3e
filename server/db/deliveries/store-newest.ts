import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isCapturedLater, laterOnDevice, type Origin } from './capture-order.ts'
import type { Database } from '../database.ts'
import { excludedRow } from './excluded-row.ts'

type Captured = PgTable &
  Record<'customerId' | 'sequence' | 'capturedAt' | 'receivedAt', PgColumn> & {
    $inferInsert: { customerId: string }
  }

/** The delivery that says something, and what of its row is the same for everything that it says. */
type Saying = Origin & { customer: string; sequence: number; receivedAt: Date }
type OfDelivery = 'customerId' | 'sequence' | 'capturedAt' | 'receivedAt'

/** What a customer says anew. `key`: what it is about, where a customer has several rows. */
export type Newest = { table: Captured; key: object; said: object }

/** Something of which the newest counts, without what its delivery says. */
export const newest = <T extends Captured, Key extends Partial<T['$inferInsert']>>(
  table: T,
  key: Key,
  said: Omit<T['$inferInsert'], OfDelivery | keyof Key>,
): Newest => ({ table, key, said })

type Said = Newest & { entry: Saying }

/** Whether the last counts of two things that one device says about the same, whatever is stored. */
const isSaidAnew = (before: Said, one: Said): boolean =>
  before.entry.device === one.entry.device && isCapturedLater(one.entry, before.entry)

/** What is said anew was not captured before what it takes the place of, whatever the clock says. */
const saidAnew = (before: Said, one: Said): Said => {
  const capturedAt = new Date(Math.max(before.entry.capturedAt.getTime(), one.entry.capturedAt.getTime()))
  return { ...one, entry: { ...one.entry, capturedAt } }
}

/**
 * Puts what is said into statements, as none may store a row twice. What is said anew takes the place of what was said before;
 * anything else about the same has to be compared with what is stored by then, in a statement that comes after.
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
 * Stores rows in place of older ones with the same key, in their order. The one that was captured last wins: an older one may
 * arrive later, from another phone or because a restored database had lost it. Of one phone its numbers say which that is, of several
 * their clocks; of two of the same time the later delivery wins. Its transaction has taken its turn (`takeTurn`).
 */
export const storeNewest = async (tx: Database, all: readonly Said[]): Promise<void> => {
  for (const table of new Set(all.map((one) => one.table)))
    await storeInTable(
      tx,
      table,
      all.filter((one) => one.table === table),
    )
}
