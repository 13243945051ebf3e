import * as v from 'valibot'
import { toApiFailure, type ApiFailure } from '../../contract/api-failure.ts'
import { createEntryHeaders } from '../../contract/product-api-client.ts'
import type { OutboxCall, ResponseOf } from '../../contract/product-api.ts'
import { coachApi } from '../../contract/product-api/coach-api.ts'
import type { EntryResult, SentEntry } from '../../contract/product-api/delivery-api.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { hashBody, type Entry } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import {
  deliverEntry,
  getEntryOptions,
  storeOutcome,
  createUnchangedRequest,
  verifyReceipt,
  type DeliveryState,
} from './deliver-entry.ts'
import type { DrainDeps } from './drain-deps.ts'
import { needsSession, getScope } from './classify-failure.ts'
import { sendWithRenewal } from './send-with-renewal.ts'

/** An entry, the call that would deliver it alone, and its item in a request for several entries. */
type PackedEntry = { entry: Entry; call: OutboxCall; requestItem: SentEntry }

/** In bytes. The server accepts 64 KiB in one request, and a slow phone has 30 s to send it. */
const maxBytes = 60_000

const measureBytes = (requestItem: SentEntry): number =>
  new TextEncoder().encode(JSON.stringify(requestItem)).length

/**
 * Packs the entries that fit into one request, in order. Leaves out an entry that cannot be sent and the
 * entries that have to follow it: those of its lane, and those that name its lane in `after`. `follows`
 * contains the indexes of the packed entries that the server has to store first: the last entry of each lane
 * that the entry depends on.
 */
export const packEntries = async (
  entries: readonly Entry[],
  hash: (body: unknown) => Promise<string>,
): Promise<PackedEntry[]> => {
  const packedEntries: PackedEntry[] = []
  const indexByLane = new Map<string, number>()
  const blockedLanes = new Set<string>()
  let bytes = 0
  for (const entry of entries) {
    const lanes = [entry.lane, ...entry.after]
    const canBeSent = entry.state.is === 'waiting' && !lanes.some((lane) => blockedLanes.has(lane))
    const requestResult = canBeSent ? await createUnchangedRequest(entry, hash) : undefined
    if (!requestResult?.ok) {
      blockedLanes.add(entry.lane)
      continue
    }
    const { call, body } = requestResult.value
    const requestItem = {
      call,
      headers: createEntryHeaders(getEntryOptions(entry)),
      body: JSON.stringify(body),
      follows: lanes.flatMap((lane) => indexByLane.get(lane) ?? []),
    }
    bytes += measureBytes(requestItem)
    if (bytes > maxBytes) return packedEntries
    indexByLane.set(entry.lane, packedEntries.length)
    packedEntries.push({ entry, call, requestItem })
  }
  return packedEntries
}

/**
 * The entries that were attempted, in order. An outcome is undefined if another context sends the entry, or
 * if the entry no longer waits.
 */
export type TriedEntries = [key: string, outcome: EntryOutcome | undefined][]

/** Sends several entries in one request. Results that do not match the entries are not from our server. */
const send = (
  { deps, signal }: DeliveryState,
  customerId: string,
  packedEntries: readonly PackedEntry[],
): Promise<Result<(EntryResult | null)[], ApiFailure>> =>
  sendWithRenewal(deps, { customer: customerId, signal }, async () => {
    const entries = packedEntries.map(({ requestItem }) => requestItem)
    const response = await deps.api.call('deliverEntries', { customer_id: customerId, entries }, { signal })
    if (!response.ok) return response
    const { results } = response.value
    // Later results may be null, because the server may stop early. It always attempts the first entry.
    const hasMatchingResults = results.length === packedEntries.length && results[0] !== null
    return hasMatchingResults ? ok(results) : fail({ code: 'foreign-answer', status: 200 })
  })

/** Reads the result of an entry as if it was the response to a call for this entry only. */
const readEntryResult = <N extends OutboxCall>(
  call: N,
  { status, body }: EntryResult,
): Result<ResponseOf<N>, ApiFailure> => {
  if (status !== 200) return fail(toApiFailure(status, body))
  const { response: schema } = coachApi[call]
  const parsed = v.safeParse<v.GenericSchema<unknown, ResponseOf<N>>>(schema, body)
  return parsed.success ? ok(parsed.output) : fail({ code: 'foreign-answer', status })
}

/** Stores the outcome of one entry of a request. */
const storeResult = async (
  delivery: DeliveryState,
  { entry, call }: PackedEntry,
  entryResult: EntryResult,
) => {
  const result = await verifyReceipt(delivery.deps, entry, readEntryResult(call, entryResult))
  // Sends the entry again in its own call, which opens a new session if that helps.
  if (!result.ok && needsSession(result.error)) return deliverEntry(delivery, entry.key)
  return storeOutcome(delivery, entry, result)
}

/** Stores the results in order. A result is null if the server stopped before it reached the entry. */
const storeResults = async (
  delivery: DeliveryState,
  packedEntries: readonly PackedEntry[],
  results: readonly (EntryResult | null)[],
): Promise<TriedEntries> => {
  const triedEntries: TriedEntries = []
  /** The wait for all entries, which each outcome may set or end. */
  let { globalWait } = delivery
  for (const [index, packedEntry] of packedEntries.entries()) {
    const result = results[index]
    if (!result) continue
    const outcome = await storeResult({ ...delivery, globalWait }, packedEntry, result)
    if (outcome && 'wait' in outcome) globalWait = outcome.wait
    triedEntries.push([packedEntry.entry.key, outcome])
  }
  return triedEntries
}

/** Reads the entries again, because some may have been removed since the drain read them. */
const findEntries = async ({ store }: DrainDeps, keys: readonly string[]): Promise<Entry[]> =>
  (await Promise.all(keys.map((key) => store.find(key)))).flatMap((entry) => entry ?? [])

/** Whether the server runs an older release that does not have the call. */
const isUnknownCall = ({ code }: ApiFailure): boolean => code === 'not-found' || code === 'method-not-allowed'

/**
 * Sends several entries of a customer in one request and stores the result of each. Resolves to undefined if
 * the entries have to be sent one by one: there are fewer than two, the server does not know the call, or a
 * single entry may be the reason why the server or a firewall refused the request.
 */
export const deliverTogether = async (
  delivery: DeliveryState,
  customerId: string,
  keys: readonly string[],
): Promise<TriedEntries | undefined> => {
  const { deps } = delivery
  const packedEntries = await packEntries(await findEntries(deps, keys), deps.hash ?? hashBody)
  const [first] = packedEntries
  if (!first || packedEntries.length < 2) return undefined
  const sendResult = await send(delivery, customerId, packedEntries)
  if (sendResult.ok) return storeResults(delivery, packedEntries, sendResult.value)
  if (getScope(sendResult.error) === 'everything') {
    // No entry can be sent now. Storing this failure for the first entry makes all entries wait.
    return [[first.entry.key, await storeOutcome(delivery, first.entry, sendResult)]]
  }
  if (deps.batching && isUnknownCall(sendResult.error)) deps.batching.isSupported = false
  return undefined
}
