import type { ApiFailure } from '../../contract/api-failure.ts'
import type { EntryResult } from '../../contract/product-api/delivery-api.ts'
import { readEntryResult } from '../../contract/read-entry-result.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { bodyHash, type Entry } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import { checkDelivered } from './check-delivered.ts'
import { deliverEntry } from './deliver-entry.ts'
import type { DrainDeps } from './drain-deps.ts'
import { needsSession, scopeOf } from './judge.ts'
import { packEntries, type Packed } from './pack-entries.ts'
import { sendRenewing } from './send-renewing.ts'
import { settle, type Step } from './settle.ts'

/** The outcomes of the tried entries, in order; undefined for an entry that another context sends. */
export type Tried = [key: string, outcome: EntryOutcome | undefined][]

/** Sends several entries in one request. A list of results that does not match is not from our server. */
const send = (
  { deps, signal }: Step,
  customer: string,
  packed: readonly Packed[],
): Promise<Result<(EntryResult | null)[], ApiFailure>> =>
  sendRenewing(deps, { customer, signal }, async () => {
    const entries = packed.map(({ sent }) => sent)
    const response = await deps.api.call('deliverEntries', { customer_id: customer, entries }, { signal })
    if (!response.ok) return response
    const { results } = response.value
    const isFitting = results.length === packed.length && results[0] !== null
    return isFitting ? ok(results) : fail({ code: 'foreign-answer', status: 200 })
  })

const settleResult = async (step: Step, { entry, call }: Packed, result: EntryResult) => {
  const sent = await checkDelivered(step.deps, entry, readEntryResult(call, result))
  // A separate call for this entry finds out if another session helps.
  return !sent.ok && needsSession(sent.error) ? deliverEntry(step, entry.key) : settle(step, entry, sent)
}

const settleAll = async (
  step: Step,
  packed: readonly Packed[],
  results: readonly (EntryResult | null)[],
): Promise<Tried> => {
  const tried: Tried = []
  let { held } = step
  for (const [at, one] of packed.entries()) {
    const result = results[at]
    if (!result) continue
    const outcome = await settleResult({ ...step, held }, one, result)
    if (outcome && 'wait' in outcome) held = outcome.wait
    tried.push([one.entry.key, outcome])
  }
  return tried
}

/** Reads the entries from the store again: some may have been removed since the drain read them. */
const findEntries = async ({ store }: DrainDeps, keys: readonly string[]): Promise<Entry[]> =>
  (await Promise.all(keys.map((key) => store.find(key)))).flatMap((entry) => entry ?? [])

/** Whether the server is of an earlier release that lacks the call. */
const isUnknownCall = ({ code }: ApiFailure): boolean => code === 'not-found' || code === 'method-not-allowed'

/**
 * Sends several entries of a customer in one request and stores the result of each. Resolves to undefined if
 * the entries have to be sent one by one: the server does not know the call, or the cause of a refusal or of
 * a firewall's block may be a single entry.
 */
export const deliverTogether = async (
  step: Step,
  customer: string,
  keys: readonly string[],
): Promise<Tried | undefined> => {
  const { deps } = step
  const packed = await packEntries(await findEntries(deps, keys), deps.hash ?? bodyHash)
  const [first] = packed
  if (!first || packed.length < 2) return undefined
  const results = await send(step, customer, packed)
  if (results.ok) return settleAll(step, packed, results.value)
  if (scopeOf(results.error) === 'everything') {
    return [[first.entry.key, await settle(step, first.entry, results)]]
  }
  if (deps.together && isUnknownCall(results.error)) deps.together.isKnown = false
  return undefined
}
