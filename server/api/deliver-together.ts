import { sha256 } from '../../node/sha256.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { awayReason } from '../db/connection/database-away.ts'
import { lacksCustomer } from '../db/customers/lacks-customer.ts'
import { lastErasure } from '../db/customers/erasures.ts'
import { describeError, type Log } from '../http/log.ts'
import type { Refusal } from '../http/refusal.ts'
import { createReplay, type Deliver, type ReadEffect } from './deliver.ts'
import type { Delivered, Delivery } from './delivery.ts'
import { inOrder, type Outcomes } from './in-order.ts'
import type { ReceiptKeys } from './sign-receipt.ts'
import type { WriteEntries, Writing } from './write-entries.ts'

type Arrival = {
  /** Refused if the entry cannot be read. */
  arrival: Result<{ delivery: Delivery; read: ReadEffect }, Refusal>
  /** Indices of earlier entries that must be stored first. */
  follows: readonly number[]
  /** Refuses if the allowance is used up. */
  admit: () => Result<undefined, Refusal>
}

type Deps = {
  db: Database
  keys: Pick<ReceiptKeys, 'current'>
  deliver: Deliver
  writeEntries: WriteEntries
  log: Pick<Log, 'warn' | 'error'>
  now: () => Date
}

/** ms after which no further entry is tried. The sender waits 30 s and resends entries without a result. */
const timeForAll = 10_000

/** Admits each entry once, even if it is tried several times. */
const admittedOnce = ({ admit, ...rest }: Arrival): Arrival => {
  let admitted: Result<undefined, Refusal> | undefined
  return { ...rest, admit: () => (admitted ??= admit()) }
}

/**
 * Whether one transaction may write the entries: no key occurs twice, and no entry carries a former receipt.
 * Such a receipt can show that a restored database lost the entry, which ends an epoch.
 */
const isPlain = (found: readonly Delivery[]): boolean =>
  new Set(found.map(({ key }) => key)).size === found.length && found.every(({ former }) => !former)

/**
 * Delivers entries of one customer in order, each with the result that it would have alone. One transaction
 * writes them if possible; otherwise they are written one by one, so that a failing entry does not affect the
 * others.
 */
export const createDeliverTogether = ({ db, keys, deliver, writeEntries, log, now }: Deps) => {
  const replays = createReplay({ db, now })

  /** The outcome of each entry; for an entry that is still to be written, its `Writing`. */
  const plan = async (customer: string, arrivals: readonly Arrival[], found: readonly Delivery[]) => {
    const hashed = found.map((delivery) => ({ delivery, hash: sha256(delivery.bytes) }))
    const hashes = new Map(hashed.map(({ delivery: { key }, hash }) => [key, hash]))
    const known = await replays(customer, hashed)
    return inOrder<Delivered | Writing, Arrival>(arrivals, async ({ arrival, admit }) => {
      const admitted = admit()
      if (!admitted.ok) return admitted
      if (!arrival.ok) return arrival
      const { delivery, read } = arrival.value
      const replay = known.get(delivery.key)
      if (replay) return replay
      const effect = await read()
      return effect.ok ? ok({ delivery, hash: hashes.get(delivery.key) ?? '', effect: effect.value }) : effect
    })
  }

  /** Undefined if the entries must go one by one. */
  const inOneTransaction = async (arrivals: readonly Arrival[]): Promise<Outcomes<Delivered> | undefined> => {
    const found = arrivals.flatMap(({ arrival }) => (arrival.ok ? [arrival.value.delivery] : []))
    const customer = found[0]?.customer
    // After an erasure, the entries that have arrived decide whether later ones count as old.
    if (customer === undefined || !isPlain(found) || (await lastErasure(db, customer))) return undefined
    const planned = await plan(customer, arrivals, found)
    const writings = planned.flatMap((one) => (one?.ok && 'effect' in one.value ? [one.value] : []))
    const written =
      writings.length > 0 ? await writeEntries(customer, writings, await keys.current()) : undefined
    return Promise.all(
      planned.map(async (one) => {
        if (!one?.ok) return one
        const { value } = one
        if (!('effect' in value)) return ok(value)
        const response = written?.get(value.delivery.key)
        // Another request took the key in the meantime, so this entry is now a replay.
        return response ? ok(response) : deliver(value.delivery, async () => ok(value.effect))
      }),
    )
  }

  const oneByOne = (arrivals: readonly Arrival[], end: number): Promise<Outcomes<Delivered>> =>
    inOrder(
      arrivals,
      async ({ arrival, admit }) => {
        const admitted = admit()
        if (!admitted.ok) return admitted
        if (!arrival.ok) return arrival
        const { delivery, read } = arrival.value
        try {
          return await deliver(delivery, read)
        } catch (error) {
          if (awayReason(error) !== undefined) throw error
          if (lacksCustomer(error)) return fail({ code: 'account-erased' })
          log.error('an entry failed', error, { call: delivery.call, key: delivery.key })
          return fail({ code: 'server-failed' })
        }
      },
      () => now().getTime() > end,
    )

  return async (given: readonly Arrival[]): Promise<Outcomes<Delivered>> => {
    const end = now().getTime() + timeForAll
    const arrivals = given.map(admittedOnce)
    const together = await inOneTransaction(arrivals).catch((error: unknown) => {
      // Delivered one by one, each entry would wait for the database.
      if (awayReason(error) !== undefined) throw error
      log.warn('entries could not be written together', {
        ...describeError(error),
        count: arrivals.length,
      })
      return undefined
    })
    return together ?? oneByOne(arrivals, end)
  }
}

export type DeliverTogether = ReturnType<typeof createDeliverTogether>
