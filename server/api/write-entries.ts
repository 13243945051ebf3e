import { eq, sql } from 'drizzle-orm'
import type { Receipt } from '../../src/contract/product-api/receipt.ts'
import type { Database } from '../db/database.ts'
import { endEpoch, epochInForce } from '../db/restore/epochs.ts'
import { takeTurn } from '../db/deliveries/capture-order.ts'
import { lockCustomerShared } from '../db/customers/lock-customer.ts'
import { withTotals, recordActiveMonth } from '../db/programme-totals.ts'
import { deliveries } from '../db/schema.ts'
import { recordArrivals } from '../db/deliveries/sequence-gaps.ts'
import type { Entry } from './handler.ts'
import type { ReceivedEntry } from './read-entry.ts'
import { signReceipt, type SigningKey } from './sign-receipt.ts'
import { storeEffects, type Effect, type StoreSteps } from './store-effects.ts'

/** A new entry that may be written. `lostEpoch`: the epoch in which the database last had the entry. */
export type NewEntry = { received: ReceivedEntry; effect: Effect; lostEpoch?: string }

type Signing = { signing: SigningKey; receivedAt: Date }
type Accepted = NewEntry & { sequence: number; epoch: string | null; entry: Entry }

/** A client that sends a time in the future would win every comparison, so the time of arrival replaces it. */
const entryOf = (
  { customer, version, sequence, capturedAt, offset = 'Z' }: ReceivedEntry,
  number: number,
  { signing, receivedAt }: Signing,
): Entry => ({
  customer,
  version,
  signing,
  sequence: number,
  receivedAt,
  capturedAt: capturedAt && capturedAt < receivedAt ? capturedAt : receivedAt,
  offset,
  device: sequence?.device ?? null,
  seq: sequence?.seq ?? null,
})

/** Stores the keys in order. Leaves out entries whose key is already taken. */
const takeKeys = async (
  tx: Database,
  newEntries: readonly NewEntry[],
  { signing, receivedAt }: Signing,
): Promise<Accepted[]> => {
  const rows = newEntries.map(({ received: { customer, key, call, hash, sequence } }) => {
    const { device, seq } = sequence ?? {}
    return { customerId: customer, key, call, hash, device, seq, receivedAt, epoch: epochInForce }
  })
  const { key, sequence, epoch } = deliveries
  const taken = await tx
    .insert(deliveries)
    .values(rows)
    .onConflictDoNothing()
    .returning({ key, sequence, epoch })
  const byKey = new Map(taken.map((row) => [row.key, row]))
  return newEntries.flatMap((one) => {
    const row = byKey.get(one.received.key)
    if (!row) return []
    const entry = entryOf(one.received, row.sequence, { signing, receivedAt })
    return [{ ...one, sequence: row.sequence, epoch: row.epoch, entry }]
  })
}

/** Ends the epoch in which an entry was lost. Resolves to the epoch of the entry. */
const epochOf = async (tx: Database, { lostEpoch, sequence, epoch }: Accepted, at: Date) => {
  if (lostEpoch === undefined) return epoch
  const next = await endEpoch(tx, lostEpoch, at)
  await tx.update(deliveries).set({ epoch: next }).where(eq(deliveries.sequence, sequence))
  return next
}

/** Stores the responses for replays. */
const storeResponses = async (
  tx: Database,
  responses: readonly { sequence: number; response: object }[],
): Promise<void> => {
  const given = JSON.stringify(
    responses.map(({ sequence, response }) => [sequence, JSON.stringify(response)]),
  )
  // Each response is stored as the text that was sent; `json` does not reformat it.
  const response = sql`(given.value ->> 1)::json`
  await tx
    .update(deliveries)
    .set({ response })
    .from(sql`json_array_elements(${given}::json) as given(value)`)
    .where(eq(deliveries.sequence, sql`(given.value ->> 0)::bigint`))
}

/** Signs the receipts of entries, after the epochs of lost ones have ended. */
const signReceipts = async (
  tx: Database,
  accepted: readonly Accepted[],
  { signing, receivedAt }: Signing,
): Promise<Receipt[]> => {
  const receipts: Receipt[] = []
  for (const one of accepted) {
    const { key, hash, customer } = one.received
    const epoch = await epochOf(tx, one, receivedAt)
    const claims = { key, hash, received_at: receivedAt.toISOString(), sequence: one.sequence, epoch }
    receipts.push(signReceipt(claims, customer, signing))
  }
  return receipts
}

/**
 * Writes entries of one customer, all from one device if they name one. One transaction stores the keys and
 * everything that the entries do. Resolves to the responses by key. A key without a response was already
 * taken: the insert waits for any transaction that is taking it.
 */
export const createWriteEntries =
  ({ db, now, storeSteps }: { db: Database; now: () => Date; storeSteps: StoreSteps }) =>
  (customer: string, newEntries: readonly NewEntry[], signing: SigningKey): Promise<Map<string, object>> =>
    db.transaction(async (tx) => {
      await lockCustomerShared(tx, customer)
      const receivedAt = now()
      // Before the keys: two requests with the same keys in another order would deadlock.
      await takeTurn(tx, customer)
      const accepted = await takeKeys(tx, newEntries, { signing, receivedAt })
      if (accepted.length === 0) return new Map()
      const receipts = await signReceipts(tx, accepted, { signing, receivedAt })
      const sequences = accepted.flatMap(({ received: { sequence } }) => sequence ?? [])
      const results = await withTotals(tx, customer, async () => {
        const done = await storeEffects(tx, { customer, entries: accepted, storeSteps })
        await recordActiveMonth(tx, customer, receivedAt)
        await recordArrivals(tx, sequences, { customer, receivedAt })
        return done
      })
      const responses = accepted.map(({ received: { key }, sequence }, at) => {
        return { key, sequence, response: { receipt: receipts[at], ...results[at] } }
      })
      await storeResponses(tx, responses)
      return new Map(responses.map(({ key, response }) => [key, response]))
    })

export type WriteEntries = ReturnType<typeof createWriteEntries>
