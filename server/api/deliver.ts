import { and, eq, inArray } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { hasEarlier } from '../db/deliveries/capture-order.ts'
import { lastErasure, type Erasure } from '../db/customers/erasures.ts'
import { deliveries } from '../db/schema.ts'
import type { Log } from '../http/log.ts'
import type { Refusal } from '../http/refusal.ts'
import { noteArrivals } from '../db/deliveries/sequence-gaps.ts'
import type { Delivered, Delivery } from './delivery.ts'
import type { ReceiptKeys } from './sign-receipt.ts'
import type { Effect, WriteEntries } from './write-entries.ts'

/** Reads what an entry does. Runs only if the entry is new. */
export type ReadEffect = () => Promise<Result<Effect, Refusal>>

type Deps = {
  db: Database
  keys: ReceiptKeys
  writeEntries: WriteEntries
  log: Pick<Log, 'warn'>
  now: () => Date
}

const keyReused = fail<Refusal>({ code: 'key-reused' })
const accountErased = fail<Refusal>({ code: 'account-erased' })

/**
 * Whether an entry dates from before the erasure of its customer's account, to which the customer has since
 * come back. The server does not store such an entry again. An entry captured before the erasure, or without
 * a capture time, counts as old unless its device captured it after an entry of the new account: the device's
 * clock may have been set back.
 */
const isFromBefore = async (
  db: Database,
  erasure: Erasure | undefined,
  { customer, capturedAt, sequence }: Delivery,
): Promise<boolean> => {
  if (!erasure || (capturedAt && capturedAt > erasure.erasedAt)) return false
  return !(sequence && (await hasEarlier(db, { customer, ...sequence })))
}

/** The responses of entries that arrived before, by key. `hash` is the hash of an entry's bytes. */
export const createReplay =
  ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  async (
    customer: string,
    arrived: readonly { delivery: Delivery; hash: string }[],
  ): Promise<Map<string, Result<Delivered, Refusal>>> => {
    const { customerId, key, call, hash, response } = deliveries
    const keys = arrived.map(({ delivery }) => delivery.key)
    const found = await db
      .select({ key, call, hash, response })
      .from(deliveries)
      .where(and(eq(customerId, customer), inArray(key, keys)))
    const stored = new Map(found.map((row) => [row.key, row]))
    const known = arrived.flatMap((one) => {
      const row = stored.get(one.delivery.key)
      return row ? [{ ...one, row, isSame: row.hash === one.hash && row.call === one.delivery.call }] : []
    })
    // The number may be missing if the entry came in another session or from a rescue file of an older app.
    const sequences = known.flatMap(({ delivery: { sequence }, isSame }) =>
      isSame && sequence ? [sequence] : [],
    )
    await noteArrivals(db, sequences, { customer, receivedAt: now() })
    return new Map(
      known.map(({ delivery, row, isSame }) => [
        delivery.key,
        isSame ? ok({ response: row.response, replayed: true }) : keyReused,
      ]),
    )
  }

/**
 * Carries out an outbox entry exactly once. One transaction stores the key and everything that the entry
 * does. An entry that arrives again gets the first response, even while the first is still being written or
 * if today's rules would refuse it: the body is read only if the entry is new.
 */
export const createDeliver = ({ db, keys, writeEntries, log, now }: Deps) => {
  const replays = createReplay({ db, now })

  /**
   * The epoch in which this server signed a receipt for an entry that it no longer has. The receipt proves
   * that the database was restored, even if the operator did not say so. Copies that begin the next epoch at
   * once agree on one. Entries erased with an account are not lost.
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

  return async (delivery: Delivery, read: ReadEffect): Promise<Result<Delivered, Refusal>> => {
    const { customer, key } = delivery
    const hash = sha256(delivery.bytes)
    const replay = async () => (await replays(customer, [{ delivery, hash }])).get(key)
    const known = await replay()
    if (known) return known
    const erasure = await lastErasure(db, customer)
    if (await isFromBefore(db, erasure, delivery)) return accountErased
    const effect = await read()
    if (!effect.ok) return effect
    const lostIn = await epochOfLoss(delivery, hash, erasure)
    const writing = { delivery, hash, effect: effect.value, ...(lostIn && { lostIn }) }
    const written = (await writeEntries(customer, [writing], await keys.current())).get(key)
    if (written && lostIn)
      log.warn('an entry came again that the database had lost', { key: delivery.key, epoch: lostIn })
    if (written) return ok(written)
    const first = await replay()
    if (!first) throw new Error('The conflicting delivery disappeared.')
    return first
  }
}

export type Deliver = ReturnType<typeof createDeliver>
