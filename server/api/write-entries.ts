import { eq, sql } from 'drizzle-orm'
import type { Receipt } from '../../src/contract/product-api/receipt.ts'
import type { Database } from '../db/database.ts'
import { endEpoch, epochInForce } from '../db/restore/epochs.ts'
import { takeTurn } from '../db/deliveries/capture-order.ts'
import { holdCustomer } from '../db/customers/lock-customer.ts'
import { counting, noteActive } from '../db/programme-totals.ts'
import { deliveries } from '../db/schema.ts'
import { noteArrivals } from '../db/deliveries/sequence-gaps.ts'
import type { Delivered, Delivery } from './delivery.ts'
import type { Addition } from './addition.ts'
import type { Entry } from './handler.ts'
import { signReceipt, type SigningKey } from './sign-receipt.ts'
import { storeAdditions, type Added, type StoreSteps } from './store-additions.ts'

/** What an entry does. The result of `write` is added to the response. */
export type Effect =
  | { write: (tx: Database, entry: Entry) => Promise<object> }
  /** The additions are stored together with those of other entries. */
  | { adds: (entry: Entry) => Addition[] }

/** A new entry that may be written. `lostIn`: the epoch in which the database last had the entry. */
export type Writing = { delivery: Delivery; hash: string; effect: Effect; lostIn?: string }

type Signing = { signing: SigningKey; receivedAt: Date }
type Taken = { key: string; sequence: number; epoch: string | null }
type Accepted = Writing & Taken & { entry: Entry }

/**
 * The entry of a delivery. A client that sends a time in the future would win every comparison, so the time
 * of arrival replaces it.
 */
const entryOf = (
  { customer, version, sequence, capturedAt, offset = 'Z' }: Delivery,
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
  writings: readonly Writing[],
  { signing, receivedAt }: Signing,
): Promise<Accepted[]> => {
  const rows = writings.map(({ delivery: { customer, key, call, sequence }, hash }) => {
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
  return writings.flatMap((writing) => {
    const row = byKey.get(writing.delivery.key)
    if (!row) return []
    const entry = entryOf(writing.delivery, row.sequence, { signing, receivedAt })
    return [{ ...writing, ...row, entry }]
  })
}

/**
 * Carries out the entries in order. Resolves to what each adds to its response. An entry with `write` may
 * read what earlier entries wrote, so their additions are stored before it runs.
 */
const carryOutAll = async (
  tx: Database,
  accepted: readonly Accepted[],
  store: (added: readonly Added[]) => Promise<void>,
): Promise<object[]> => {
  const results: object[] = []
  let added: Added[] = []
  for (const { effect, entry } of accepted) {
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

/** Ends the epoch in which an entry was lost. Resolves to the epoch of the entry. */
const epochOf = async (tx: Database, { lostIn, sequence, epoch }: Accepted, at: Date) => {
  if (lostIn === undefined) return epoch
  const next = await endEpoch(tx, lostIn, at)
  await tx.update(deliveries).set({ epoch: next }).where(eq(deliveries.sequence, sequence))
  return next
}

/** Stores the responses for replays. */
const storeResponses = async (tx: Database, responses: readonly [sequence: number, response: object][]) => {
  const given = JSON.stringify(responses.map(([sequence, response]) => [sequence, JSON.stringify(response)]))
  // Each response is stored as the text that was sent; `json` does not reformat it.
  const response = sql`(given.value ->> 1)::json`
  await tx
    .update(deliveries)
    .set({ response })
    .from(sql`json_array_elements(${given}::json) as given(value)`)
    .where(eq(deliveries.sequence, sql`(given.value ->> 0)::bigint`))
}

/**
 * Writes entries of one customer, all from one device if they name one. One transaction stores the keys and
 * everything that the entries do. Resolves to the responses by key. A key without a response was already
 * taken: the insert waits for any transaction that is taking it.
 */
export const createWriteEntries =
  ({ db, now, storeSteps }: { db: Database; now: () => Date; storeSteps: StoreSteps }) =>
  (customer: string, writings: readonly Writing[], signing: SigningKey): Promise<Map<string, Delivered>> =>
    db.transaction(async (tx) => {
      await holdCustomer(tx, customer)
      const receivedAt = now()
      // Before the keys: two requests with the same keys in another order would deadlock.
      await takeTurn(tx, customer)
      const accepted = await takeKeys(tx, writings, { signing, receivedAt })
      if (accepted.length === 0) return new Map()
      const receipts: Receipt[] = []
      for (const one of accepted) {
        const { key, hash, sequence } = one
        const epoch = await epochOf(tx, one, receivedAt)
        const claims = { key, hash, received_at: receivedAt.toISOString(), sequence, epoch }
        receipts.push(signReceipt(claims, customer, signing))
      }
      const results = await counting(tx, customer, async () => {
        const done = await carryOutAll(tx, accepted, (added) =>
          storeAdditions(tx, { customer, added, storeSteps }),
        )
        await noteActive(tx, customer, receivedAt)
        await noteArrivals(
          tx,
          accepted.flatMap(({ delivery: { sequence } }) => sequence ?? []),
          { customer, receivedAt },
        )
        return done
      })
      const responses = accepted.map(({ key, sequence }, at) => ({
        key,
        sequence,
        response: { receipt: receipts[at], ...results[at] },
      }))
      await storeResponses(
        tx,
        responses.map(({ sequence, response }) => [sequence, response]),
      )
      return new Map(responses.map(({ key, response }) => [key, { response, replayed: false }]))
    })

export type WriteEntries = ReturnType<typeof createWriteEntries>
