import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { OutboxCall } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { deliveries } from '../db/schema.ts'
import type { Refusal } from '../http/refusal.ts'
import type { ReceiptKeys, SigningKey } from './receipt-keys.ts'
import { signReceipt } from './sign-receipt.ts'
import type { Entry } from './handler.ts'
import { noteArrival, type DeviceSequence } from '../db/sequence-gaps.ts'

/** An outbox entry as it arrived. */
export type Delivery = {
  call: OutboxCall
  customer: string
  key: string
  bytes: Uint8Array
  sequence?: DeviceSequence
}

/** The answer, and whether it was given before. */
export type Delivered = { answer: unknown; replayed: boolean }

/** What an entry does; its answer is added to the receipt. */
type Effect = (tx: Database, entry: Entry) => Promise<object>

type Writing = { delivery: Delivery; hash: string; effect: Effect; signing: SigningKey }

const keyReused = fail<Refusal>({ code: 'key-reused' })

/**
 * Carries an outbox entry out exactly once: the key and everything that the entry does are one transaction. An entry
 * that arrives again, even while the first is still being written, gets the first one's answer, also when it would not be
 * accepted any more: it is read only when it is new.
 */
export const createDeliver = ({ db, keys, now }: { db: Database; keys: ReceiptKeys; now: () => Date }) => {
  const replay = async (
    { customer, key, call }: Delivery,
    hash: string,
  ): Promise<Result<Delivered, Refusal> | undefined> => {
    const [stored] = await db
      .select({ call: deliveries.call, hash: deliveries.hash, answer: deliveries.answer })
      .from(deliveries)
      .where(and(eq(deliveries.customerId, customer), eq(deliveries.key, key)))
    if (!stored) return undefined
    if (stored.hash !== hash || stored.call !== call) return keyReused
    return ok({ answer: stored.answer, replayed: true })
  }

  /** Undefined when the key was taken: the insert waits for a transaction that is just taking it. */
  const write = ({ delivery, hash, effect, signing }: Writing): Promise<Delivered | undefined> =>
    db.transaction(async (tx) => {
      const { customer, key, call } = delivery
      const receivedAt = now()
      const [taken] = await tx
        .insert(deliveries)
        .values({ customerId: customer, key, call, hash, receivedAt })
        .onConflictDoNothing()
        .returning({ sequence: deliveries.sequence })
      if (!taken) return undefined
      const { sequence } = taken
      const said = { key, hash, received_at: receivedAt.toISOString(), sequence }
      const receipt = signReceipt(said, customer, signing)
      const answer = { receipt, ...(await effect(tx, { customer, sequence, receivedAt })) }
      if (delivery.sequence) await noteArrival(tx, delivery.sequence, { customer, receivedAt })
      await tx.update(deliveries).set({ answer }).where(eq(deliveries.sequence, sequence))
      return { answer, replayed: false }
    })

  return async (
    delivery: Delivery,
    read: () => Promise<Result<Effect, Refusal>>,
  ): Promise<Result<Delivered, Refusal>> => {
    const hash = createHash('sha256').update(delivery.bytes).digest('hex')
    const known = await replay(delivery, hash)
    if (known) return known
    const effect = await read()
    if (!effect.ok) return effect
    const written = await write({ delivery, hash, effect: effect.value, signing: await keys.current() })
    if (written) return ok(written)
    const first = await replay(delivery, hash)
    if (!first) throw new Error('A delivery that was in the way has gone.')
    return first
  }
}

export type Deliver = ReturnType<typeof createDeliver>
