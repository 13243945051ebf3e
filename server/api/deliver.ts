import { and, eq, inArray } from 'drizzle-orm'
import type { OutboxCall } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { findLastErasure, type Erasure } from '../db/customers/erasures.ts'
import type { Database } from '../db/database.ts'
import { hasEarlier } from '../db/deliveries/capture-order.ts'
import { recordArrivals } from '../db/deliveries/sequence-gaps.ts'
import { deliveries } from '../db/schema.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Log } from '../http/log.ts'
import { toEffect, type OutboxHandlers } from './handler.ts'
import type { ReceivedEntry } from './read-entry.ts'
import type { ReceiptKeys } from './sign-receipt.ts'
import { processInOrder, type Outcome, type RequestedEntry } from './process-in-order.ts'
import type { NewEntry, WriteEntries } from './write-entries.ts'

/*
 * Delivery stores each outbox entry exactly once, although a phone may send it several times. The entry's
 * idempotency key identifies it. An entry whose key is already stored gets the stored response again (a
 * *replay*). An *epoch* is a period during which the server assigns each delivery number only once. A
 * restored database has lost numbers and assigns them again, so it starts a new epoch.
 */

/** The response to an accepted entry. `replayed`: whether an earlier delivery already got this response. */
export type Delivery = { response: unknown; replayed: boolean }

export type DeliveryResult = Result<Delivery, ApiError>

type Deps = {
  db: Database
  keys: Pick<ReceiptKeys, 'getSigningKey' | 'hasSignedReceipt'>
  handlers: OutboxHandlers
  writeEntries: WriteEntries
  log: Pick<Log, 'warn'>
  now: () => Date
}

const keyReused = fail<ApiError>({ code: 'key-reused' })
const accountErased = fail<ApiError>({ code: 'account-erased' })

/**
 * Whether an entry belongs to an account that was erased. The customer may have created a new account since,
 * which must not get such entries. A capture time after the erasure shows that an entry is new. Any other
 * entry is still new if its device captured it after an entry of the new account: the device's clock may have
 * been set back.
 */
const isOlderThanErasure = async (
  db: Database,
  erasure: Erasure | undefined,
  { customer, capturedAt, deviceSequence }: ReceivedEntry,
): Promise<boolean> => {
  if (!erasure) return false
  if (capturedAt && capturedAt > erasure.erasedAt) return false
  if (!deviceSequence) return true
  return !(await hasEarlier(db, { customer, ...deviceSequence }))
}

/**
 * Finds the entries that are already stored, and records that their numbers have arrived. Resolves by key to
 * the stored response, or to an error if the key was used for another body or call.
 */
export const findReplays = async (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  customerId: string,
  received: readonly Pick<ReceivedEntry, 'key' | 'hash' | 'call' | 'deviceSequence'>[],
): Promise<Map<string, DeliveryResult>> => {
  if (received.length === 0) return new Map()
  const { key, call, hash, response } = deliveries
  const keys = received.map((entry) => entry.key)
  const rows = await db
    .select({ key, call, hash, response })
    .from(deliveries)
    .where(and(eq(deliveries.customerId, customerId), inArray(key, keys)))
  const rowByKey = new Map(rows.map((row) => [row.key, row]))
  const repeated = received.flatMap((entry) => {
    const row = rowByKey.get(entry.key)
    if (!row) return []
    const isSame = row.hash === entry.hash && row.call === entry.call
    return [{ entry, isSame, storedResponse: row.response }]
  })
  // Recorded even for a replay, because the first delivery may have had no sequence number: it came from
  // another session or from an older rescue file.
  const sequences = repeated.flatMap(({ entry, isSame }) =>
    isSame && entry.deviceSequence ? entry.deviceSequence : [],
  )
  await recordArrivals(db, sequences, { customer: customerId, receivedAt: now() })
  return new Map(
    repeated.map(({ entry, isSame, storedResponse }) => [
      entry.key,
      isSame ? ok({ response: storedResponse, replayed: true }) : keyReused,
    ]),
  )
}

/**
 * Whether one transaction may write several entries: no key occurs twice, and no entry has a former receipt.
 * A former receipt may prove that a restored database lost the entry. Storing that entry starts a new epoch,
 * and earlier entries of the same transaction would not belong to it.
 */
const canShareTransaction = (received: readonly ReceivedEntry[]): boolean => {
  const keys = new Set(received.map(({ key }) => key))
  return keys.size === received.length && received.every(({ formerReceipt }) => !formerReceipt)
}

/** Whether an accepted entry must still be written. Otherwise, it has the response of an earlier delivery. */
const isNewEntry = (value: Delivery | NewEntry): value is NewEntry => 'effect' in value

/** Creates `deliver`, which stores all entries in the database: those of phones and of rescue files. */
export const createDeliver = ({ db, keys, handlers, writeEntries, log, now }: Deps) => {
  /**
   * Returns the epoch of a receipt that this server signed for an entry that it no longer has. The receipt
   * proves that the database was restored, even if the server did not notice that at its start. Entries that
   * were erased with an account do not prove a loss.
   */
  const findLostEpoch = async (
    { customer: customerId, key, hash, formerReceipt }: ReceivedEntry,
    erasure: Erasure | undefined,
  ): Promise<string | undefined> => {
    if (formerReceipt?.key !== key || formerReceipt.hash !== hash) return undefined
    if (erasure && new Date(formerReceipt.received_at) <= erasure.erasedAt) return undefined
    return (await keys.hasSignedReceipt(formerReceipt, customerId)) ? formerReceipt.epoch : undefined
  }

  /** Checks an entry and determines its effect. Stores nothing. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- N ties a body to its handler.
  const prepareEntry = async <N extends OutboxCall>(
    received: ReceivedEntry<N>,
    erasure: Erasure | undefined,
  ): Promise<Result<NewEntry, ApiError>> => {
    if (await isOlderThanErasure(db, erasure, received)) return accountErased
    const body = await received.readBody()
    if (!body.ok) return body
    const handler: OutboxHandlers[N] = handlers[received.call]
    const error = handler.validate?.(body.value, received.version)
    if (error) return fail(error)
    const lostEpoch = await findLostEpoch(received, erasure)
    return ok({ received, effect: toEffect<N>(handler, body.value), ...(lostEpoch && { lostEpoch }) })
  }

  /** Writes new entries in one transaction. Resolves to their results by key. */
  const writeNewEntries = async (customerId: string, newEntries: readonly NewEntry[]) => {
    if (newEntries.length === 0) return new Map<string, DeliveryResult>()
    const responses = await writeEntries(customerId, newEntries, await keys.getSigningKey())
    for (const { received, lostEpoch } of newEntries) {
      if (lostEpoch && responses.has(received.key)) {
        log.warn('an entry came again that the database had lost', { key: received.key, epoch: lostEpoch })
      }
    }
    // An entry without a response was stored by another request after `deliver` had looked for replays.
    const conflicts = newEntries.flatMap(({ received }) => (responses.has(received.key) ? [] : received))
    const results = await findReplays({ db, now }, customerId, conflicts)
    for (const [key, response] of responses) results.set(key, ok({ response, replayed: false }))
    return results
  }

  /**
   * Delivers the entries of one customer's request. One transaction stores their keys and everything that
   * they do, or nothing if it fails. An entry that is sent again gets the first response, even if the first
   * delivery is still being written. Resolves to undefined if several entries must be delivered one by one.
   */
  const deliver = async (customerId: string, requested: readonly RequestedEntry[]) => {
    const received = requested.flatMap((entry) => (entry.received.ok ? [entry.received.value] : []))
    if (requested.length > 1 && !canShareTransaction(received)) return undefined
    const replays = await findReplays({ db, now }, customerId, received)
    const hasNewEntries = replays.size < received.length
    const erasure = hasNewEntries ? await findLastErasure(db, customerId) : undefined
    // `isOlderThanErasure` depends on earlier entries of the device, so these must already be stored.
    if (requested.length > 1 && erasure) return undefined
    const outcomes = await processInOrder<Delivery | NewEntry>(requested, async (entry) => {
      // Rejects the entry if the rate limit is reached. Each entry counts once (`deliver-entries.ts`).
      const admission = entry.admit()
      if (!admission.ok) return admission
      if (!entry.received.ok) return entry.received
      const replay = replays.get(entry.received.value.key)
      return replay ?? prepareEntry(entry.received.value, erasure)
    })
    const newEntries = outcomes.flatMap((outcome) =>
      outcome?.ok && isNewEntry(outcome.value) ? [outcome.value] : [],
    )
    const resultByKey = await writeNewEntries(customerId, newEntries)
    return outcomes.map((outcome): Outcome<Delivery> => {
      // An error, or null for an entry that was not tried.
      if (!outcome?.ok) return outcome
      if (!isNewEntry(outcome.value)) return ok(outcome.value)
      const result = resultByKey.get(outcome.value.received.key)
      if (!result) throw new Error('The delivery that caused the conflict is missing.')
      return result
    })
  }

  return deliver
}

export type Deliver = ReturnType<typeof createDeliver>
