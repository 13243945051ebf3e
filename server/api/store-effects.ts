import type { PgTable } from 'drizzle-orm/pg-core'
import type { OutboxCall } from '../../src/contract/product-api.ts'
import type { Database } from '../db/database.ts'
import { storeNewest } from '../db/deliveries/store-newest.ts'
import type { Addition, Body, Entry, LearningStep, NewRow, OutboxHandler } from './handler.ts'

/** What an entry does, with its body already applied. The result of `write` is added to the response. */
export type Effect =
  | { write: (tx: Database, entry: Entry) => Promise<object> }
  /** The additions are stored together with those of other entries. */
  | { listAdditions: (entry: Entry) => Addition[] }

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- N ties a body to its handler.
export const effectOf = <N extends OutboxCall>(handler: OutboxHandler<N>, body: Body<N>): Effect =>
  'listAdditions' in handler
    ? { listAdditions: (entry) => handler.listAdditions(entry, body) }
    : { write: (tx, entry) => handler.write(tx, entry, body) }

/** Stores the steps of a customer in modules, in the order of the list. */
export type StoreSteps = (
  tx: Database,
  customer: string,
  steps: readonly { entry: Entry; step: LearningStep }[],
) => Promise<void>

type EntryAddition = { entry: Entry; addition: Addition }

type StoreOptions = {
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
  { customer, entries, storeSteps }: StoreOptions,
): Promise<object[]> => {
  const store = async (additions: readonly EntryAddition[]): Promise<void> => {
    const rows = additions.flatMap(({ addition }) => ('row' in addition ? addition.row : []))
    const newestValues = additions.flatMap(({ entry, addition }) =>
      'newest' in addition ? { ...addition.newest, entry } : [],
    )
    const steps = additions.flatMap(({ entry, addition }) =>
      'step' in addition ? { entry, step: addition.step } : [],
    )
    await insertRows(tx, rows)
    await storeNewest(tx, newestValues)
    if (steps.length > 0) await storeSteps(tx, customer, steps)
  }

  const results: object[] = []
  let pending: EntryAddition[] = []
  for (const { effect, entry } of entries) {
    if ('listAdditions' in effect) {
      pending.push(...effect.listAdditions(entry).map((addition) => ({ entry, addition })))
      results.push({})
      continue
    }
    await store(pending)
    pending = []
    results.push(await effect.write(tx, entry))
  }
  await store(pending)
  return results
}
