import { and, eq, inArray } from 'drizzle-orm'
import { apiErrors } from '../../src/contract/errors.ts'
import type { OutboxCall } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { hasEarlier } from '../db/deliveries/capture-order.ts'
import { lastErasure, type Erasure } from '../db/customers/erasures.ts'
import { deliveries } from '../db/schema.ts'
import type { Log } from '../http/log.ts'
import type { Refusal } from '../http/refusal.ts'
import { recordArrivals } from '../db/deliveries/sequence-gaps.ts'
import type { OutboxHandlers } from './handler.ts'
import type { ReceivedEntry } from './read-entry.ts'
import type { ReceiptKeys } from './sign-receipt.ts'
import { effectOf } from './store-effects.ts'
import type { NewEntry, WriteEntries } from './write-entries.ts'

/** A response, and whether the entry was delivered before. */
export type Delivered = { response: unknown; replayed: boolean }

/** What became of an entry; null if it was not tried. */
export type Outcome<T = Delivered> = Result<T, Refusal> | null

/** An entry of a request. */
export type RequestedEntry = {
  /** Refused if the entry cannot be read. */
  received: Result<ReceivedEntry, Refusal>
  /** Indices of earlier entries that must be stored first. */
  follows: readonly number[]
  /** Refuses if the allowance is used up. */
  admit: () => Result<undefined, Refusal>
}

type Deps = {
  db: Database
  keys: Pick<ReceiptKeys, 'current' | 'isOurs'>
  handlers: OutboxHandlers
  writeEntries: WriteEntries
  log: Pick<Log, 'warn'>
  now: () => Date
}

const keyReused = fail<Refusal>({ code: 'key-reused' })
const accountErased = fail<Refusal>({ code: 'account-erased' })

/** Refusals that the next entry would get too. The sender waits, as after a call of its own. */
const endsAll = ({ code }: Refusal): boolean =>
  apiErrors[code].next === 'customer' || code === 'too-many-requests'

/**
 * Tries entries in order. Leaves out an entry if an entry that it follows was not accepted, and all entries
 * after a refusal that each of them would get. The first entry is always tried.
 */
export const tryInOrder = async <T>(
  requested: readonly RequestedEntry[],
  tryOne: (entry: RequestedEntry) => Promise<Outcome<T>>,
  isOver: () => boolean = () => false,
): Promise<Outcome<T>[]> => {
  const outcomes: Outcome<T>[] = []
  let isEnded = false
  for (const entry of requested) {
    const isFree = entry.follows.every((before) => outcomes[before]?.ok)
    const outcome: Outcome<T> = isFree && !isEnded ? await tryOne(entry) : null
    outcomes.push(outcome)
    isEnded ||= isOver() || (outcome?.ok === false && endsAll(outcome.error))
  }
  return outcomes
}

/**
 * Whether an entry dates from before the erasure of its customer's account, to which the customer has since
 * come back. The server does not store such an entry again. An entry captured before the erasure, or without
 * a capture time, counts as old unless its device captured it after an entry of the new account: the device's
 * clock may have been set back.
 */
const isOlderThanErasure = async (
  db: Database,
  erasure: Erasure | undefined,
  { customer, capturedAt, sequence }: ReceivedEntry,
): Promise<boolean> => {
  if (!erasure || (capturedAt && capturedAt > erasure.erasedAt)) return false
  return !(sequence && (await hasEarlier(db, { customer, ...sequence })))
}

/** Finds the responses of entries that were delivered before, by key. */
export const createReplay =
  ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  async (
    customer: string,
    received: readonly Pick<ReceivedEntry, 'key' | 'hash' | 'call' | 'sequence'>[],
  ): Promise<Map<string, Result<Delivered, Refusal>>> => {
    if (received.length === 0) return new Map()
    const { customerId, key, call, hash, response } = deliveries
    const keys = received.map((entry) => entry.key)
    const found = await db
      .select({ key, call, hash, response })
      .from(deliveries)
      .where(and(eq(customerId, customer), inArray(key, keys)))
    const stored = new Map(found.map((row) => [row.key, row]))
    const known = received.flatMap((entry) => {
      const row = stored.get(entry.key)
      return row ? [{ entry, row, isSame: row.hash === entry.hash && row.call === entry.call }] : []
    })
    // The number may be missing if the entry came in another session or from a rescue file of an older app.
    const sequences = known.flatMap(({ entry, isSame }) => (isSame && entry.sequence ? entry.sequence : []))
    await recordArrivals(db, sequences, { customer, receivedAt: now() })
    return new Map(
      known.map(({ entry, row, isSame }) => [
        entry.key,
        isSame ? ok({ response: row.response, replayed: true }) : keyReused,
      ]),
    )
  }

/**
 * Whether one transaction may write several entries: no key occurs twice, and no entry has a former receipt.
 * Such a receipt can show that a restored database lost the entry, which ends an epoch.
 */
const canShare = (received: readonly ReceivedEntry[]): boolean =>
  new Set(received.map(({ key }) => key)).size === received.length && received.every(({ former }) => !former)

/**
 * Delivers the entries of a request of one customer exactly once, one or many. One transaction stores the
 * keys and everything that the entries do. An entry that is sent again gets the first response, even while
 * the first is still being written. If the transaction fails, nothing is stored. Resolves to undefined if
 * several entries must be delivered one by one.
 */
export const createDeliver = ({ db, keys, handlers, writeEntries, log, now }: Deps) => {
  const replay = createReplay({ db, now })

  /**
   * The epoch in which this server signed a receipt for an entry that it no longer has. The receipt proves
   * that the database was restored, even if the operator did not say so. Copies that begin the next epoch at
   * once agree on one. Entries erased with an account are not lost.
   */
  const epochOfLoss = async (
    { customer, key, hash, former }: ReceivedEntry,
    erasure: Erasure | undefined,
  ): Promise<string | undefined> => {
    if (former?.key !== key || former.hash !== hash) return undefined
    if (erasure && new Date(former.received_at) <= erasure.erasedAt) return undefined
    return (await keys.isOurs(former, customer)) ? former.epoch : undefined
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- N ties a body to its handler.
  const check = async <N extends OutboxCall>(
    received: ReceivedEntry<N>,
    erasure: Erasure | undefined,
  ): Promise<Result<NewEntry, Refusal>> => {
    if (await isOlderThanErasure(db, erasure, received)) return accountErased
    const body = await received.readBody()
    if (!body.ok) return body
    const handler: OutboxHandlers[N] = handlers[received.call]
    const refusal = handler.refuse?.(body.value, received.version)
    if (refusal) return fail(refusal)
    const lostEpoch = await epochOfLoss(received, erasure)
    return ok({ received, effect: effectOf<N>(handler, body.value), ...(lostEpoch && { lostEpoch }) })
  }

  const write = async (customer: string, newEntries: readonly NewEntry[]) => {
    if (newEntries.length === 0) return new Map<string, Result<Delivered, Refusal>>()
    const responses = await writeEntries(customer, newEntries, await keys.current())
    for (const { received, lostEpoch } of newEntries)
      if (lostEpoch && responses.has(received.key))
        log.warn('an entry came again that the database had lost', { key: received.key, epoch: lostEpoch })
    // Another request took these keys in the meantime.
    const taken = newEntries.flatMap(({ received }) => (responses.has(received.key) ? [] : received))
    const delivered = await replay(customer, taken)
    for (const [key, response] of responses) delivered.set(key, ok({ response, replayed: false }))
    return delivered
  }

  return async (customer: string, requested: readonly RequestedEntry[]) => {
    const received = requested.flatMap((entry) => (entry.received.ok ? [entry.received.value] : []))
    if (requested.length > 1 && !canShare(received)) return undefined
    const replays = await replay(customer, received)
    const erasure = replays.size < received.length ? await lastErasure(db, customer) : undefined
    // After an erasure, the entries that were delivered decide whether later ones count as old.
    if (requested.length > 1 && erasure) return undefined
    const checked = await tryInOrder<Delivered | NewEntry>(requested, async (entry) => {
      const admitted = entry.admit()
      if (!admitted.ok) return admitted
      if (!entry.received.ok) return entry.received
      return replays.get(entry.received.value.key) ?? check(entry.received.value, erasure)
    })
    const newEntries = checked.flatMap((one) => (one?.ok && 'effect' in one.value ? [one.value] : []))
    const written = await write(customer, newEntries)
    return checked.map((one): Outcome => {
      if (!one?.ok) return one
      if (!('effect' in one.value)) return ok(one.value)
      const delivered = written.get(one.value.received.key)
      if (!delivered) throw new Error('The conflicting delivery disappeared.')
      return delivered
    })
  }
}

export type Deliver = ReturnType<typeof createDeliver>
