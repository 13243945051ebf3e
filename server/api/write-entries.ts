import { eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Receipt } from '../../src/contract/product-api/receipt.ts'
import { lockCustomerShared } from '../db/customers/lock-customer.ts'
import type { Database } from '../db/database.ts'
import { lockDeliveries } from '../db/deliveries/capture-order.ts'
import { recordArrivals } from '../db/deliveries/sequence-gaps.ts'
import { storeNewest } from '../db/deliveries/store-newest.ts'
import { recordActiveMonth, withTotals } from '../db/programme-totals.ts'
import { currentEpochId, endEpoch } from '../db/restore/epochs.ts'
import { deliveries } from '../db/schema.ts'
import type { Addition, Effect, Entry, ModuleChange, NewRow } from './handler.ts'
import type { ReceivedEntry } from './read-entry.ts'
import { signReceipt, type SigningKey } from './sign-receipt.ts'

/**
 * A new entry that has passed all checks. `lostEpoch`: the epoch of an earlier delivery of the entry, if a
 * restored database has lost that delivery. An *epoch* is a period during which the server assigns each
 * delivery number only once.
 */
export type NewEntry = { received: ReceivedEntry; effect: Effect; lostEpoch?: string }

/** Stores what a customer's entries change in modules (`store-module-changes.ts`), in list order. */
export type StoreModuleChanges = (
  tx: Database,
  customerId: string,
  changes: readonly { entry: Entry; change: ModuleChange }[],
) => Promise<void>

/** What is the same for all entries of a transaction. */
type WriteContext = { signingKey: SigningKey; receivedAt: Date }

/** An entry whose key is stored. `sequence` and `epoch` are those of its delivery. */
type AcceptedEntry = NewEntry & { sequence: number; epoch: string | null; entry: Entry }

/**
 * Converts a received entry for its handler. A capture time in the future becomes the time of arrival:
 * otherwise the entry would replace everything that the coach enters until then.
 */
const toEntry = (
  { customer, version, deviceSequence, capturedAt, offset = 'Z' }: ReceivedEntry,
  sequence: number,
  { signingKey, receivedAt }: WriteContext,
): Entry => ({
  customer,
  version,
  signingKey,
  sequence,
  receivedAt,
  capturedAt: capturedAt && capturedAt < receivedAt ? capturedAt : receivedAt,
  offset,
  device: deviceSequence?.device ?? null,
  seq: deviceSequence?.seq ?? null,
})

/**
 * Stores the keys of entries, which assigns their delivery numbers in order. Leaves out entries whose key is
 * already stored.
 */
const storeKeys = async (
  tx: Database,
  newEntries: readonly NewEntry[],
  context: WriteContext,
): Promise<AcceptedEntry[]> => {
  const { receivedAt } = context
  const rows = newEntries.map(({ received: { customer: customerId, key, call, hash, deviceSequence } }) => {
    const { device, seq } = deviceSequence ?? {}
    // `currentEpochId` is a subquery, which the database evaluates at the insert.
    return { customerId, key, call, hash, device, seq, receivedAt, epoch: currentEpochId }
  })
  const { key, sequence, epoch } = deliveries
  const insertedRows = await tx
    .insert(deliveries)
    .values(rows)
    .onConflictDoNothing()
    .returning({ key, sequence, epoch })
  const rowByKey = new Map(insertedRows.map((row) => [row.key, row]))
  return newEntries.flatMap((newEntry) => {
    const row = rowByKey.get(newEntry.received.key)
    if (!row) return []
    const entry = toEntry(newEntry.received, row.sequence, context)
    return [{ ...newEntry, sequence: row.sequence, epoch: row.epoch, entry }]
  })
}

/**
 * Resolves to the epoch that an entry belongs to. If a restored database had lost the entry, first ends the
 * epoch of the loss and moves the entry to the new one.
 */
const resolveEpoch = async (tx: Database, { lostEpoch, sequence, epoch }: AcceptedEntry, now: Date) => {
  if (lostEpoch === undefined) return epoch
  const newEpoch = await endEpoch(tx, lostEpoch, now)
  await tx.update(deliveries).set({ epoch: newEpoch }).where(eq(deliveries.sequence, sequence))
  return newEpoch
}

/** Stores the responses, which the server sends again if the same entries arrive again. */
const storeResponses = async (
  tx: Database,
  responses: readonly { sequence: number; response: object }[],
): Promise<void> => {
  const pairs = JSON.stringify(
    responses.map(({ sequence, response }) => [sequence, JSON.stringify(response)]),
  )
  // A `json` column keeps the exact text of each response (`jsonb` would reformat it).
  const response = sql`(pair.value ->> 1)::json`
  await tx
    .update(deliveries)
    .set({ response })
    .from(sql`json_array_elements(${pairs}::json) as pair(value)`)
    .where(eq(deliveries.sequence, sql`(pair.value ->> 0)::bigint`))
}

/** Signs the receipts of entries. Before that, ends the epochs of lost deliveries. */
const signReceipts = async (
  tx: Database,
  accepted: readonly AcceptedEntry[],
  { signingKey, receivedAt }: WriteContext,
): Promise<Receipt[]> => {
  const receipts: Receipt[] = []
  for (const acceptedEntry of accepted) {
    const { sequence, received } = acceptedEntry
    const { key, hash, customer: customerId } = received
    const epoch = await resolveEpoch(tx, acceptedEntry, receivedAt)
    const claims = { key, hash, received_at: receivedAt.toISOString(), sequence, epoch }
    receipts.push(signReceipt(claims, customerId, signingKey))
  }
  return receipts
}

type EntryAddition = { entry: Entry; addition: Addition }

type EffectsOptions = {
  customerId: string
  entries: readonly { entry: Entry; effect: Effect }[]
  storeModuleChanges: StoreModuleChanges
}

/** Inserts rows with one SQL statement per table. */
const insertRows = async (tx: Database, rows: readonly NewRow[]): Promise<void> => {
  const byTable = new Map<PgTable, NewRow['values'][]>()
  for (const { table, values } of rows) byTable.set(table, [...(byTable.get(table) ?? []), values])
  for (const [table, values] of byTable) await tx.insert(table).values(values)
}

/**
 * Stores the effects of a customer's entries, in order. Resolves to what each adds to its response.
 *
 * Most entries only add data (`listAdditions`). No kind of addition reads what another kind writes, so each
 * kind is stored for several entries together. The other entries have `write`, which may read what earlier
 * entries have added. The additions that are still pending are therefore stored before each `write`.
 */
const storeEffects = async (
  tx: Database,
  { customerId, entries, storeModuleChanges }: EffectsOptions,
): Promise<object[]> => {
  const storeAdditions = async (additions: readonly EntryAddition[]): Promise<void> => {
    const rows = additions.flatMap(({ addition }) => ('row' in addition ? addition.row : []))
    const newestValues = additions.flatMap(({ entry, addition }) =>
      'newest' in addition ? { ...addition.newest, entry } : [],
    )
    const changes = additions.flatMap(({ entry, addition }) =>
      'change' in addition ? { entry, change: addition.change } : [],
    )
    await insertRows(tx, rows)
    await storeNewest(tx, newestValues)
    if (changes.length > 0) await storeModuleChanges(tx, customerId, changes)
  }

  const results: object[] = []
  let pending: EntryAddition[] = []
  for (const { effect, entry } of entries) {
    if ('listAdditions' in effect) {
      pending.push(...effect.listAdditions(entry).map((addition) => ({ entry, addition })))
      // The response to such an entry contains only its receipt.
      results.push({})
      continue
    }
    await storeAdditions(pending)
    pending = []
    results.push(await effect.write(tx, entry))
  }
  await storeAdditions(pending)
  return results
}

/**
 * Writes new entries of one customer. Entries that name a device all name the same one. One transaction
 * stores the keys and everything that the entries do. Resolves to the responses by key. An entry without a
 * response was already stored, perhaps by a request at the same time: the insert of a key waits until the
 * other request has stored the same key.
 */
export const createWriteEntries =
  ({
    db,
    now,
    storeModuleChanges,
  }: {
    db: Database
    now: () => Date
    storeModuleChanges: StoreModuleChanges
  }) =>
  (
    customerId: string,
    newEntries: readonly NewEntry[],
    signingKey: SigningKey,
  ): Promise<Map<string, object>> =>
    db.transaction(async (tx) => {
      await lockCustomerShared(tx, customerId)
      const receivedAt = now()
      // Locked before the keys are stored. Otherwise, two requests with the same keys in different orders
      // could wait for each other (deadlock).
      await lockDeliveries(tx, customerId)
      const context = { signingKey, receivedAt }
      const accepted = await storeKeys(tx, newEntries, context)
      if (accepted.length === 0) return new Map()
      const receipts = await signReceipts(tx, accepted, context)
      const sequences = accepted.flatMap(({ received: { deviceSequence } }) => deviceSequence ?? [])
      // `withTotals` also changes the totals that admins see, by what the entries change.
      const results = await withTotals(tx, customerId, async () => {
        const effectResults = await storeEffects(tx, { customerId, entries: accepted, storeModuleChanges })
        await recordActiveMonth(tx, customerId, receivedAt)
        await recordArrivals(tx, sequences, { customer: customerId, receivedAt })
        return effectResults
      })
      // `receipts` and `results` have one item for each accepted entry, in the same order.
      const responses = accepted.map(({ received: { key }, sequence }, index) => {
        const response = { receipt: receipts[index], ...results[index] }
        return { key, sequence, response }
      })
      await storeResponses(tx, responses)
      return new Map(responses.map(({ key, response }) => [key, response]))
    })

export type WriteEntries = ReturnType<typeof createWriteEntries>
