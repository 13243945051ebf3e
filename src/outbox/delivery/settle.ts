import type { ApiFailure } from '../../contract/api-failure.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Result } from '../../lib/result.ts'
import type { Entry, Wait } from '../entry/entry.ts'
import type { EntryOutcome, OutboxStore } from '../store/outbox-store.ts'
import { currentCustomer, type DrainDeps } from './drain-deps.ts'
import { delivered, failed } from './judge.ts'

/** `held` is the current wait for all entries. `signal` aborts if another context takes the senders' lock. */
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

/** Stores the outcome of an entry that was sent; undefined if the response does not concern the entry. */
export const settle = async (
  { deps, held, signal }: Step,
  entry: Entry,
  sent: Result<Receipt, ApiFailure>,
): Promise<EntryOutcome | undefined> => {
  const { store, now, random } = deps
  // Another context has the lock and sends this entry as well. Its result counts.
  if (signal.aborted) return undefined
  // The session of another customer, who signed in meanwhile, refused it. That does not concern this entry.
  if (!sent.ok && (await currentCustomer(deps)) !== entry.customer) return undefined

  const outcome = await updateEntry(store, entry.key, (found) => {
    if (sent.ok) return delivered(sent.value, now())
    const lane = found.state.is === 'waiting' ? (found.state.wait?.failures ?? 0) : 0
    const failures = { lane, everything: held?.failures ?? 0 }
    return failed(found, sent.error, { failures, now: now(), random })
  })
  // The entry was deleted during the request, but the server has it. The journal records that.
  if (!outcome && sent.ok) await store.remember(entry, delivered(sent.value, now()).note)
  return outcome
}
