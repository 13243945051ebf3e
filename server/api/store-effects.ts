import type { PgTable } from 'drizzle-orm/pg-core'
import type { OutboxCall } from '../../src/contract/product-api.ts'
import type { Database } from '../db/database.ts'
import { storeNewest } from '../db/deliveries/store-newest.ts'
import type { Addition, Body, Entry, LearningStep, NewRow, OutboxHandler } from './handler.ts'

/** What an entry does. The result of `write` is added to the response. */
export type Effect =
  | { write: (tx: Database, entry: Entry) => Promise<object> }
  /** The additions are stored together with those of other entries. */
  | { adds: (entry: Entry) => Addition[] }

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- N ties a body to its handler.
export const effectOf = <N extends OutboxCall>(handler: OutboxHandler<N>, body: Body<N>): Effect =>
  'adds' in handler
    ? { adds: (entry) => handler.adds(entry, body) }
    : { write: (tx, entry) => handler.write(tx, entry, body) }

/** Stores the steps of a customer in modules, in the order of the list. */
export type StoreSteps = (
  tx: Database,
  customer: string,
  steps: readonly { entry: Entry; step: LearningStep }[],
) => Promise<void>

type Added = { entry: Entry; addition: Addition }

type Storing = {
  customer: string
  entries: readonly { entry: Entry; effect: Effect }[]
  storeSteps: StoreSteps
}

const insertRows = async (tx: Database, rows: readonly NewRow[]): Promise<void> => {
  const byTable = new Map<PgTable, NewRow['values'][]>()
  for (const { table, values } of rows) byTable.set(table, [...(byTable.get(table) ?? []), values])
  for (const [table, values] of byTable) await tx.insert(table).values(values)
}

/**
 * Stores what entries of a customer do, in order. Resolves to what each adds to its response. No kind of
 * addition reads what another kind writes, so each kind is stored for several entries at once. An entry with
 * `write` may read what earlier entries wrote, so their additions are stored before it runs.
 */
export const storeEffects = async (
  tx: Database,
  { customer, entries, storeSteps }: Storing,
): Promise<object[]> => {
  const store = async (added: readonly Added[]): Promise<void> => {
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

  const results: object[] = []
  let added: Added[] = []
  for (const { effect, entry } of entries) {
    if ('adds' in effect) {
      added.push(...effect.adds(entry).map((addition) => ({ entry, addition })))
      results.push({})
      continue
    }
    await store(added)
    added = []
    results.push(await effect.write(tx, entry))
  }
  await store(added)
  return results
}
