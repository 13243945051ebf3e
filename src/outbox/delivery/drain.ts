import { maxEntries } from '../../contract/product-api/delivery-api.ts'
import type { Entry } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import { deliverEntry, type DeliveryStep } from './deliver-entry.ts'
import { deliverTogether, type TriedEntries } from './deliver-together.ts'
import { currentCustomer, type DrainDeps } from './drain-deps.ts'
import { batchToSend, isWaitActive, nextToSend, type SendContext, type Urgency } from './next-to-send.ts'

/**
 * The entries that a coach saves at once are sent in single calls, which show for each entry if a firewall
 * blocks it. A longer queue is sent together.
 */
const minBatchSize = 10

type Outcomes = Map<string, EntryOutcome>

/**
 * The outcome of each entry; undefined if one outcome is unknown, because the entry was deleted or its
 * customer signed out meanwhile.
 */
const collectOutcomes = (tried: TriedEntries): Outcomes | undefined => {
  const outcomes = new Map(tried.flatMap(([key, outcome]) => (outcome ? [[key, outcome] as const] : [])))
  return outcomes.size === tried.length ? outcomes : undefined
}

/** The entries after their outcomes: without the delivered ones, and with the new state of the others. */
const applyOutcomes = (entries: readonly Entry[], outcomes: Outcomes): Entry[] =>
  entries.flatMap((entry) => {
    const outcome = outcomes.get(entry.key)
    return outcome ? (outcome.entry ?? []) : [entry]
  })

/**
 * Sends the next entry, in a batch if there are enough others. After a failed batch, sends entries one by
 * one.
 */
const createSend = (deps: DrainDeps, customer: string) => {
  let canBatch = deps.batching?.isSupported !== false
  return async (step: DeliveryStep, next: Entry, batch: readonly Entry[]): Promise<TriedEntries> => {
    if (canBatch && batch.length >= (deps.minBatchSize ?? minBatchSize)) {
      const keys = batch.map(({ key }) => key)
      const tried = await deliverTogether(step, customer, keys)
      if (tried) return tried
      canBatch = false
    }
    return [[next.key, await deliverEntry(step, next.key)]]
  }
}

/**
 * Sends all entries of the session's customer that can be sent, oldest first, and many of them in one
 * request. The caller holds the lock. An entry leaves the outbox only after the server's receipt for its key.
 *
 * Each entry is tried once. If a request takes longer than the delay after it, the first entry would be due
 * again before the last one was sent, and the person would never see the result.
 */
export const drain = async (
  deps: DrainDeps,
  { signal, ...urgency }: Urgency & { signal: AbortSignal },
): Promise<void> => {
  const customer = await currentCustomer(deps)
  if (customer === undefined) return
  const context = (): SendContext => ({ ...urgency, customer, now: deps.now() })
  const triedKeys = new Set<string>()
  let { entries, wait } = await deps.store.read(customer)
  if (nextToSend(entries, context())) await deps.prepare?.(customer)
  const send = createSend(deps, customer)

  while (!signal.aborted && !isWaitActive(wait, context()) && (await currentCustomer(deps)) === customer) {
    let next = nextToSend(entries, context(), triedKeys)
    if (!next) {
      // The end of the list that was read. More entries may have been captured meanwhile.
      ;({ entries, wait } = await deps.store.read(customer))
      next = isWaitActive(wait, context()) ? undefined : nextToSend(entries, context(), triedKeys)
      if (!next) return
    }
    const batch = batchToSend(entries, context(), triedKeys).slice(0, maxEntries)
    const tried = await send({ deps, globalWait: wait, signal }, next, batch)
    for (const [key] of tried) triedKeys.add(key)
    const outcomes = collectOutcomes(tried)
    if (outcomes) {
      entries = applyOutcomes(entries, outcomes)
      for (const outcome of outcomes.values()) if ('wait' in outcome) wait = outcome.wait
    } else {
      // Only the database knows if an entry without an outcome still blocks others.
      ;({ entries, wait } = await deps.store.read(customer))
    }
    deps.onChange()
  }
}
