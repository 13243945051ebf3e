import { and, eq } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import type { OutboxCall } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Receipt } from '../../src/contract/product-api/receipt.ts'
import type { Database } from '../db/database.ts'
import { endEpoch, epochInForce } from '../db/epochs.ts'
import { hasEarlier, takeTurn } from '../db/capture-order.ts'
import { lastErasure, type Erasure } from '../db/erasures.ts'
import { holdCustomer } from '../db/lock-customer.ts'
import { counting, noteActive } from '../db/programme-totals.ts'
import { deliveries } from '../db/schema.ts'
import type { Log } from '../http/log.ts'
import type { Refusal } from '../http/refusal.ts'
import { noteArrival, type DeviceSequence } from '../db/sequence-gaps.ts'
import type { Entry } from './handler.ts'
import { signReceipt, type ReceiptKeys, type SigningKey } from './sign-receipt.ts'

/** An outbox entry as it arrived. */
export type Delivery = {
  call: OutboxCall
  customer: string
  key: string
  bytes: Uint8Array
  /** The version of the contract that its body is of. */
  version: number
  sequence?: DeviceSequence
  /** By the device's corrected clock. */
  capturedAt?: Date
  /** The receipt that it was given when it arrived before. */
  former?: Receipt
}

/** The response, and whether it was given before. */
export type Delivered = { response: unknown; replayed: boolean }

/** What an entry does; its result is added to the receipt. */
type Effect = (tx: Database, entry: Entry) => Promise<object>

type Writing = { delivery: Delivery; hash: string; effect: Effect; signing: SigningKey; lostIn?: string }

/** The entry of a delivery. Who invents a time in the future would win over everybody for ever. */
const entryOf = (
  { delivery: { customer, version, sequence, capturedAt }, signing }: Writing,
  number: number,
  receivedAt: Date,
): Entry => ({
  customer,
  version,
  signing,
  sequence: number,
  receivedAt,
  capturedAt: capturedAt && capturedAt < receivedAt ? capturedAt : receivedAt,
  device: sequence?.device ?? null,
})

type Deps = { db: Database; keys: ReceiptKeys; log: Pick<Log, 'warn'>; now: () => Date }

const keyReused = fail<Refusal>({ code: 'key-reused' })
const accountErased = fail<Refusal>({ code: 'account-erased' })

/**
 * Whether an entry is from before its customer's account was erased, and they have come back since: what a phone still had
 * then is not stored again. One that does not say when it was captured counts as old, unless its device captured it after one
 * of the new account: its clock may have been set back since.
 */
const isFromBefore = async (
  db: Database,
  erasure: Erasure | undefined,
  { customer, capturedAt, sequence }: Delivery,
): Promise<boolean> => {
  if (!erasure || (capturedAt && capturedAt > erasure.erasedAt)) return false
  return !(sequence && (await hasEarlier(db, { customer, ...sequence })))
}

/**
 * Carries an outbox entry out exactly once: the key and everything that the entry does are one transaction. An entry
 * that arrives again, even while the first is still being written, gets the first one's response, also when it would
 * not be accepted any more: it is read only when it is new.
 */
export const createDeliver = ({ db, keys, log, now }: Deps) => {
  const replay = async (
    { customer, key, call, sequence }: Delivery,
    hash: string,
  ): Promise<Result<Delivered, Refusal> | undefined> => {
    const [stored] = await db
      .select({ call: deliveries.call, hash: deliveries.hash, response: deliveries.response })
      .from(deliveries)
      .where(and(eq(deliveries.customerId, customer), eq(deliveries.key, key)))
    if (!stored) return undefined
    if (stored.hash !== hash || stored.call !== call) return keyReused
    // Its number may be unknown, if it was sent in another session or out of a rescue file of an older app.
    if (sequence) await noteArrival(db, sequence, { customer, receivedAt: now() })
    return ok({ response: stored.response, replayed: true })
  }

  /**
   * The epoch in which this server signed for an entry that is new to it now: proof that the database was restored, whatever
   * the operator said. Copies that begin the next epoch at once agree on one. What went with a deleted account was not lost.
   */
  const epochOfLoss = async (
    { customer, key, former }: Delivery,
    hash: string,
    erasure: Erasure | undefined,
  ): Promise<string | undefined> => {
    if (former?.key !== key || former.hash !== hash) return undefined
    if (erasure && new Date(former.received_at) <= erasure.erasedAt) return undefined
    return (await keys.isOurs(former, customer)) ? former.epoch : undefined
  }

  /** Undefined when the key was taken: the insert waits for a transaction that is just taking it. */
  const write = (writing: Writing): Promise<Delivered | undefined> =>
    db.transaction(async (tx) => {
      const { delivery, hash, effect, signing, lostIn } = writing
      const { customer, key, call } = delivery
      await holdCustomer(tx, customer)
      const { device, seq } = delivery.sequence ?? {}
      const receivedAt = now()
      const [taken] = await tx
        .insert(deliveries)
        .values({ customerId: customer, key, call, hash, device, seq, receivedAt, epoch: epochInForce })
        .onConflictDoNothing()
        .returning({ sequence: deliveries.sequence, epoch: deliveries.epoch })
      if (!taken) return undefined
      const { sequence } = taken
      const epoch = lostIn === undefined ? taken.epoch : await endEpoch(tx, lostIn, receivedAt)
      const claims = { key, hash, received_at: receivedAt.toISOString(), sequence, epoch }
      const receipt = signReceipt(claims, customer, signing)
      await takeTurn(tx, customer)
      const result = await counting(tx, customer, async () => {
        const added = await effect(tx, entryOf(writing, sequence, receivedAt))
        await noteActive(tx, customer, receivedAt)
        if (delivery.sequence) await noteArrival(tx, delivery.sequence, { customer, receivedAt })
        return added
      })
      const response = { receipt, ...result }
      await tx.update(deliveries).set({ response, epoch }).where(eq(deliveries.sequence, sequence))
      return { response, replayed: false }
    })

  return async (
    delivery: Delivery,
    read: () => Promise<Result<Effect, Refusal>>,
  ): Promise<Result<Delivered, Refusal>> => {
    const hash = sha256(delivery.bytes)
    const known = await replay(delivery, hash)
    if (known) return known
    const erasure = await lastErasure(db, delivery.customer)
    if (await isFromBefore(db, erasure, delivery)) return accountErased
    const effect = await read()
    if (!effect.ok) return effect
    const lostIn = await epochOfLoss(delivery, hash, erasure)
    const signing = await keys.current()
    const written = await write({ delivery, hash, effect: effect.value, signing, ...(lostIn && { lostIn }) })
    if (written && lostIn)
      log.warn('an entry came again that the database had lost', { key: delivery.key, epoch: lostIn })
    if (written) return ok(written)
    const first = await replay(delivery, hash)
    if (!first) throw new Error('The conflicting delivery disappeared.')
    return first
  }
}

export type Deliver = ReturnType<typeof createDeliver>
