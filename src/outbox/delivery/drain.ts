import { maxEntries } from '../../contract/product-api/delivery-api.ts'
import type { Entry } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import { deliverEntry, type DeliveryState } from './deliver-entry.ts'
import { deliverTogether, type TriedEntries } from './deliver-together.ts'
import { readCustomer, type DrainDeps } from './drain-deps.ts'
import { selectBatch, isWaitActive, findNextToSend, type SendContext, type Urgency } from './next-to-send.ts'

/**
 * The few entries that a coach saves together are sent in separate calls, because these show which entry a
 * firewall blocks. A longer queue is sent together.
 */
const minBatchSize = 10

/** The outcomes of entries, by their keys. */
type Outcomes = Map<string, EntryOutcome>

/**
 * Returns the outcome of each entry, or undefined if an outcome is unknown, because the entry was deleted or
 * its customer signed out during the request.
 */
const collectOutcomes = (triedEntries: TriedEntries): Outcomes | undefined => {
  const outcomes = new Map(
    triedEntries.flatMap(([key, outcome]) => (outcome ? [[key, outcome] as const] : [])),
  )
  return outcomes.size === triedEntries.length ? outcomes : undefined
}

/** Returns the entries without the delivered ones, and with the new state of the others. */
const applyOutcomes = (entries: readonly Entry[], outcomes: Outcomes): Entry[] =>
  entries.flatMap((entry) => {
    const outcome = outcomes.get(entry.key)
    return outcome ? (outcome.entry ?? []) : [entry]
  })

/**
 * Returns the function that sends the next entry, together with others if there are enough of them. After a
 * failed batch, it sends entries one by one.
 */
const createSend = (deps: DrainDeps, customerId: string) => {
  let canBatch = deps.batching?.isSupported !== false
  return async (delivery: DeliveryState, next: Entry, batch: readonly Entry[]): Promise<TriedEntries> => {
    if (canBatch && batch.length >= (deps.minBatchSize ?? minBatchSize)) {
      const keys = batch.map(({ key }) => key)
      const triedEntries = await deliverTogether(delivery, customerId, keys)
      if (triedEntries) return triedEntries
      canBatch = false
    }
    return [[next.key, await deliverEntry(delivery, next.key)]]
  }
}

/**
 * Sends all entries of the session's customer that can be sent, oldest first, and many of them in one
 * request. The caller must hold the sender lock; `signal` aborts when it is lost. An entry leaves the outbox
 * only after the server's receipt for its key has arrived.
 *
 * Each entry is attempted only once. If entries were attempted again and requests were slow, the first entry
 * would be due again before the last entry was sent. The delivery would never end, and the coach would never
 * see its result.
 */
export const drain = async (
  deps: DrainDeps,
  { signal, ...urgency }: Urgency & { signal: AbortSignal },
): Promise<void> => {
  const customerId = await readCustomer(deps)
  if (customerId === undefined) return
  const getContext = (): SendContext => ({ ...urgency, customer: customerId, now: deps.now() })
  const triedKeys = new Set<string>()
  let { entries, wait } = await deps.store.read(customerId)
  const readAgain = async () => {
    const content = await deps.store.read(customerId)
    entries = content.entries
    wait = content.wait
  }
  // The server set this wait with Retry-After (`told`), but it no longer applies, because the coach asked to
  // send or the clock was set back.
  const isOverridden = wait?.told === true && deps.now() < wait.until && !isWaitActive(wait, getContext())
  if (isOverridden) {
    // The first request may take long, and other tabs must not show the wait until then.
    await deps.store.endWait(({ told }) => told)
    deps.onChange()
  }
  if (findNextToSend(entries, getContext())) await deps.prepare?.(customerId)
  const send = createSend(deps, customerId)

  while (!signal.aborted && !isWaitActive(wait, getContext()) && (await readCustomer(deps)) === customerId) {
    let next = findNextToSend(entries, getContext(), triedKeys)
    if (!next) {
      // No entry of the list is left to try. Reads it again, because more entries may have been captured.
      await readAgain()
      if (isWaitActive(wait, getContext())) return
      next = findNextToSend(entries, getContext(), triedKeys)
      if (!next) return
    }
    const batch = selectBatch(entries, getContext(), triedKeys).slice(0, maxEntries)
    const triedEntries = await send({ deps, globalWait: wait, signal }, next, batch)
    for (const [key] of triedEntries) triedKeys.add(key)
    const outcomes = collectOutcomes(triedEntries)
    if (outcomes) {
      entries = applyOutcomes(entries, outcomes)
      for (const outcome of outcomes.values()) if ('wait' in outcome) wait = outcome.wait
    } else {
      // An outcome is unknown, so only the database shows which entries still block others.
      await readAgain()
    }
    deps.onChange()
  }
}
