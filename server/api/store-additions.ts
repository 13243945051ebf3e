import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'
import { storeNewest } from '../db/deliveries/store-newest.ts'
import type { Addition, LearningStep, NewRow } from './addition.ts'
import type { Entry } from './handler.ts'

export type Added = { entry: Entry; addition: Addition }

/** Stores the steps of a customer in modules, in the order of the list. */
export type StoreSteps = (
  tx: Database,
  customer: string,
  steps: readonly { entry: Entry; step: LearningStep }[],
) => Promise<void>

const insertRows = async (tx: Database, rows: readonly NewRow[]): Promise<void> => {
  const byTable = new Map<PgTable, NewRow['values'][]>()
  for (const { table, values } of rows) byTable.set(table, [...(byTable.get(table) ?? []), values])
  for (const [table, values] of byTable) await tx.insert(table).values(values)
}

/**
 * Stores the additions of a customer's entries, in order. No kind of addition reads what another kind writes,
 * so each kind is stored for all entries at once.
 */
export const storeAdditions = async (
  tx: Database,
  { customer, added, storeSteps }: { customer: string; added: readonly Added[]; storeSteps: StoreSteps },
): Promise<void> => {
  const rows = added.flatMap(({ addition }) => ('row' in addition ? addition.row : []))
  const newest = added.flatMap(({ entry, addition }) =>
    'newest' in addition ? { ...addition.newest, entry } : [],
  )
  const steps = added.flatMap(({ entry, addition }) =>
    'step' in addition ? { entry, step: addition.step } : [],
  )
  await insertRows(tx, rows)
  await storeNewest(tx, newest)
  if (steps.length > 0) await storeSteps(tx, customer, steps)
}
