import { maxEntries } from '../../contract/product-api/delivery-api.ts'
import type { Entry } from '../entry/entry.ts'
import { deliverEntry, type Step } from './deliver-entry.ts'
import { deliverTogether, type Tried } from './deliver-together.ts'
import { currentCustomer, type DrainDeps } from './drain-deps.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import { isHeld, nextToSend, togetherToSend, type Eagerness, type Urgency } from './next-to-send.ts'

/**
 * The entries that a coach saves at once are sent in single calls, which show for each entry if a firewall
 * blocks it. A longer queue is sent together.
 */
const fewestTogether = 10

type Outcomes = Map<string, EntryOutcome>

/**
 * The outcome of each entry; undefined if one outcome is unknown, because the entry was deleted or its
 * customer signed out meanwhile.
 */
const knownOutcomes = (tried: Tried): Outcomes | undefined => {
  const known = new Map(tried.flatMap(([key, outcome]) => (outcome ? [[key, outcome] as const] : [])))
  return known.size === tried.length ? known : undefined
}

/** The entries after their outcomes: without the delivered ones, and with the new state of the others. */
const after = (entries: readonly Entry[], outcomes: Outcomes): Entry[] =>
  entries.flatMap((entry) => {
    const outcome = outcomes.get(entry.key)
    return outcome ? (outcome.entry ?? []) : [entry]
  })

/** Sends the next entry, with others if there are enough. `singly` records that they must go one by one. */
const createSend = (deps: DrainDeps, customer: string) => {
  let singly = deps.together?.isKnown === false
  return async (step: Step, next: Entry, several: readonly Entry[]): Promise<Tried> => {
    if (!singly && several.length >= (deps.fewestTogether ?? fewestTogether)) {
      const keys = several.map(({ key }) => key)
      const tried = await deliverTogether(step, customer, keys)
      if (tried) return tried
      singly = true
    }
    return [[next.key, await deliverEntry(step, next.key)]]
  }
}

/**
 * Sends all entries of the session's customer that can be sent, oldest first, and many of them in one
 * request. The caller holds the lock. An entry leaves the store only after the server's receipt for its key.
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
  const eagerness = (): Eagerness => ({ ...urgency, customer, now: deps.now() })
  const tried = new Set<string>()
  let { entries, wait } = await deps.store.read(customer)
  if (nextToSend(entries, eagerness())) await deps.prepare?.(customer)
  const send = createSend(deps, customer)

  while (!signal.aborted && !isHeld(wait, eagerness()) && (await currentCustomer(deps)) === customer) {
    let next = nextToSend(entries, eagerness(), tried)
    if (!next) {
      // The end of the list that was read. More entries may have been captured meanwhile.
      ;({ entries, wait } = await deps.store.read(customer))
      next = isHeld(wait, eagerness()) ? undefined : nextToSend(entries, eagerness(), tried)
      if (!next) return
    }
    const several = togetherToSend(entries, eagerness(), tried).slice(0, maxEntries)
    const sent = await send({ deps, held: wait, signal }, next, several)
    for (const [key] of sent) tried.add(key)
    const outcomes = knownOutcomes(sent)
    if (outcomes) {
      entries = after(entries, outcomes)
      for (const outcome of outcomes.values()) if ('wait' in outcome) wait = outcome.wait
    } else {
      // Only the store knows if an entry without an outcome still blocks others.
      ;({ entries, wait } = await deps.store.read(customer))
    }
    deps.changed()
  }
}
