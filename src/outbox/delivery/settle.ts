import type { ApiFailure } from '../../contract/api-failure.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Result } from '../../lib/result.ts'
import type { Entry, Wait } from '../entry/entry.ts'
import type { EntryOutcome, OutboxStore } from '../store/outbox-store.ts'
import { currentCustomer, type DrainDeps } from './drain-deps.ts'
import { delivered, failed } from './judge.ts'

/** `held`: what holds everything up now. The signal aborts where another context took the lock of the senders. */
export type Step = {
  deps: DrainDeps
  held: Wait | undefined
  signal: AbortSignal
}

export const updateEntry = async (
  store: OutboxStore,
  key: string,
  decide: (entry: Entry) => EntryOutcome,
): Promise<EntryOutcome | undefined> => {
  let outcome: EntryOutcome | undefined
  await store.update(key, (entry) => (outcome = decide(entry)))
  return outcome
}

/** Stores what became of an entry that was sent; undefined where that says nothing about it. */
export const settle = async (
  { deps, held, signal }: Step,
  entry: Entry,
  sent: Result<Receipt, ApiFailure>,
): Promise<EntryOutcome | undefined> => {
  const { store, now, random } = deps
  // Another context has the lock and sends this entry too: its result counts.
  if (signal.aborted) return undefined
  // Refused in the session of another customer, who signed in meanwhile: that says nothing about this entry.
  if (!sent.ok && (await currentCustomer(deps)) !== entry.customer) return undefined

  const outcome = await updateEntry(store, entry.key, (found) => {
    if (sent.ok) return delivered(sent.value, now())
    const lane = found.state.is === 'waiting' ? (found.state.wait?.failures ?? 0) : 0
    const failures = { lane, everything: held?.failures ?? 0 }
    return failed(found, sent.error, { failures, now: now(), random })
  })
  // It was deleted while it was on its way: the server has it all the same, and the journal says so.
  if (!outcome && sent.ok) await store.remember(entry, delivered(sent.value, now()).note)
  return outcome
}
