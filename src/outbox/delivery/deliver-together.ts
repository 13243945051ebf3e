import * as v from 'valibot'
import { failureOf, type ApiFailure } from '../../contract/api-failure.ts'
import { entryHeaders } from '../../contract/product-api-client.ts'
import { productApi, type OutboxCall, type ResponseOf } from '../../contract/product-api.ts'
import type { EntryResult, SentEntry } from '../../contract/product-api/delivery-api.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { bodyHash, type Entry } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import { checkDelivered, deliverEntry, storeOutcome, type Step } from './deliver-entry.ts'
import type { DrainDeps } from './drain-deps.ts'
import { needsSession, scopeOf } from './judge.ts'
import { entryOptions, sameRequestOf } from './request-of.ts'
import { sendRenewing } from './send-renewing.ts'

/** An entry in the form that a request for several entries carries. */
type Packed = { entry: Entry; call: OutboxCall; sent: SentEntry }

/** In bytes. The server accepts 64 KiB in one request, and a slow phone has 30 s to send it. */
const maxBytes = 60_000

const sizeOf = (sent: SentEntry): number => new TextEncoder().encode(JSON.stringify(sent)).length

/**
 * The entries that fit into one request, in order. An entry that cannot be sent is left out, together with
 * the entries behind it. Each packed entry names the entries that the server has to store before it: the last
 * one of each of its lanes.
 */
export const packEntries = async (
  entries: readonly Entry[],
  hash: (body: unknown) => Promise<string>,
): Promise<Packed[]> => {
  const packed: Packed[] = []
  const places = new Map<string, number>()
  const blocked = new Set<string>()
  let bytes = 0
  for (const entry of entries) {
    const lanes = [entry.lane, ...entry.after]
    const isBehind = entry.state.is !== 'waiting' || lanes.some((lane) => blocked.has(lane))
    const request = isBehind ? undefined : await sameRequestOf(entry, hash)
    if (!request?.ok) {
      blocked.add(entry.lane)
      continue
    }
    const { call, body } = request.value
    const sent = {
      call,
      headers: entryHeaders(entryOptions(entry)),
      body: JSON.stringify(body),
      follows: lanes.flatMap((lane) => places.get(lane) ?? []),
    }
    bytes += sizeOf(sent)
    if (bytes > maxBytes) return packed
    places.set(entry.lane, packed.length)
    packed.push({ entry, call, sent })
  }
  return packed
}

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

/** The result of an entry from a batch, in the form of the entry's own call. */
const readEntryResult = <N extends OutboxCall>(
  call: N,
  { status, body }: EntryResult,
): Result<ResponseOf<N>, ApiFailure> => {
  if (status !== 200) return fail(failureOf(status, body))
  const { response: schema } = productApi[call]
  const parsed = v.safeParse<v.GenericSchema<unknown, ResponseOf<N>>>(schema, body)
  return parsed.success ? ok(parsed.output) : fail({ code: 'foreign-answer', status })
}

const storeResult = async (step: Step, { entry, call }: Packed, result: EntryResult) => {
  const sent = await checkDelivered(step.deps, entry, readEntryResult(call, result))
  // A separate call for this entry finds out if another session helps.
  return !sent.ok && needsSession(sent.error)
    ? deliverEntry(step, entry.key)
    : storeOutcome(step, entry, sent)
}

const storeResults = async (
  step: Step,
  packed: readonly Packed[],
  results: readonly (EntryResult | null)[],
): Promise<Tried> => {
  const tried: Tried = []
  let { held } = step
  for (const [at, one] of packed.entries()) {
    const result = results[at]
    if (!result) continue
    const outcome = await storeResult({ ...step, held }, one, result)
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
  if (results.ok) return storeResults(step, packed, results.value)
  if (scopeOf(results.error) === 'everything') {
    return [[first.entry.key, await storeOutcome(step, first.entry, results)]]
  }
  if (deps.together && isUnknownCall(results.error)) deps.together.isKnown = false
  return undefined
}
