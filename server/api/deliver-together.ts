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
  /** Refused where it cannot be read at all. */
  arrival: Result<{ delivery: Delivery; read: ReadEffect }, Refusal>
  /** Places of those before it that have to be stored. */
  follows: readonly number[]
  /** Refuses where the allowance is used up. */
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

/** ms after which no further entry is tried: the sender waits 30 s, and sends again what it gets no result for. */
const timeForAll = 10_000

/** Each is admitted once, however often it is tried. */
const admittedOnce = ({ admit, ...rest }: Arrival): Arrival => {
  let admitted: Result<undefined, Refusal> | undefined
  return { ...rest, admit: () => (admitted ??= admit()) }
}

/** What one transaction may write: no key twice, and nothing that a restored database had lost, which ends an epoch. */
const isPlain = (found: readonly Delivery[]): boolean =>
  new Set(found.map(({ key }) => key)).size === found.length && found.every(({ former }) => !former)

/**
 * Delivers entries of one customer in their order, as each would be delivered alone: by one transaction where nothing stands
 * against it, else one by one, so that one that fails spoils no other.
 */
export const createDeliverTogether = ({ db, keys, deliver, writeEntries, log, now }: Deps) => {
  const replays = createReplay({ db, now })

  /** What becomes of each, but for those that are to be written. */
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

  /** Undefined where they have to go one by one. */
  const inOneTransaction = async (arrivals: readonly Arrival[]): Promise<Outcomes<Delivered> | undefined> => {
    const found = arrivals.flatMap(({ arrival }) => (arrival.ok ? [arrival.value.delivery] : []))
    const customer = found[0]?.customer
    // Of an account that was deleted before, what has arrived decides about what follows.
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
        // Another request took the key meanwhile: it is a replay by now.
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
      // One by one they would each wait for it.
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
