import type { ApiFailure } from '../../contract/api-failure.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Result } from '../../lib/result.ts'
import type { Entry, Wait } from '../entry/entry.ts'
import type { EntryOutcome, OutboxStore } from '../store/outbox-store.ts'
import { currentCustomer, type DrainDeps } from './drain-deps.ts'
import { delivered, failed, isOfSession } from './judge.ts'
import type { Renewal } from './send-renewing.ts'

/**
 * `held`: what holds everything up now. `deliveredAt`: when an entry of the customer was delivered last, before this drain. The
 * signal aborts where another context took the lock of the senders.
 */
export type Step = {
  deps: DrainDeps
  held: Wait | undefined
  renewal: Renewal
  deliveredAt: number | undefined
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
  { deps, held, deliveredAt = -Infinity, signal }: Step,
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
    const othersPass = found.attempts.some((attempt) => isOfSession(attempt) && attempt.at < deliveredAt)
    return failed(found, sent.error, { failures, othersPass, now: now(), random })
  })
  // It was deleted while it was on its way: the server has it all the same, and the journal says so.
  if (!outcome && sent.ok) await store.remember(entry, delivered(sent.value, now()).note)
  return outcome
}
