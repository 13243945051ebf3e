import { mostEntries } from '../../contract/product-api/delivery-api.ts'
import type { Entry } from '../entry/entry.ts'
import { deliverEntry } from './deliver-entry.ts'
import { deliverTogether, type Tried } from './deliver-together.ts'
import { currentCustomer, type DrainDeps } from './drain-deps.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import { isHeld, nextToSend, togetherToSend, type Eagerness, type Urgency } from './next-to-send.ts'
import type { Step } from './settle.ts'

/** What a coach saves at a time goes by calls of its own, which say for each what a firewall lets pass; a queue goes together. */
const fewestTogether = 10

type Outcomes = Map<string, EntryOutcome>

/** What became of each; undefined where that is not known of all: one was deleted, or its customer signed out meanwhile. */
const knownOutcomes = (tried: Tried): Outcomes | undefined => {
  const known = new Map(tried.flatMap(([key, outcome]) => (outcome ? [[key, outcome] as const] : [])))
  return known.size === tried.length ? known : undefined
}

/** The entries without those that left, and with the others as they are now. */
const after = (entries: readonly Entry[], outcomes: Outcomes): Entry[] =>
  entries.flatMap((entry) => {
    const outcome = outcomes.get(entry.key)
    return outcome ? (outcome.entry ?? []) : [entry]
  })

/** Sends the next entry, and others with it where there are enough; remembers in `singly` that they have to go one by one. */
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
 * Sends every entry of the session's customer that can be sent, oldest first, several in one request where there are many. The
 * caller holds the lock. An entry leaves the store only after the server's receipt for its key. Each is tried once: where a
 * request takes longer than the wait after it, the first would be due again before the last was sent, and the person would never
 * hear of it.
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
      // The end of what was read: something may have been captured meanwhile.
      ;({ entries, wait } = await deps.store.read(customer))
      next = isHeld(wait, eagerness()) ? undefined : nextToSend(entries, eagerness(), tried)
      if (!next) return
    }
    const several = togetherToSend(entries, eagerness(), tried).slice(0, mostEntries)
    const sent = await send({ deps, held: wait, signal }, next, several)
    for (const [key] of sent) tried.add(key)
    const outcomes = knownOutcomes(sent)
    if (outcomes) {
      entries = after(entries, outcomes)
      for (const outcome of outcomes.values()) if ('wait' in outcome) wait = outcome.wait
    } else {
      // Whether an entry of which nothing is known is still in front of others, the store knows.
      ;({ entries, wait } = await deps.store.read(customer))
    }
    deps.changed()
  }
}
