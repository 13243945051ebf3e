import type { ApiFailure } from '../../contract/api-failure.ts'
import type { EntryOptions } from '../../contract/product-api-client.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { formatInTimeZone } from '../../lib/time/zoned-time.ts'
import { bodyHash, type Entry, type Reason, type Wait } from '../entry/entry.ts'
import type { OutboxRequest } from '../events/event-row.ts'
import { createRequest } from '../events/events.ts'
import type { EntryOutcome, OutboxStore } from '../store/outbox-store.ts'
import { currentCustomer, type DrainDeps } from './drain-deps.ts'
import { outcomeOfDelivery, outcomeOfFailure, outcomeOfRefusal } from './judge-failure.ts'
import { sendWithRenewal } from './send-with-renewal.ts'

/** The request of an entry, if its bytes match the captured ones. Other bytes need another key. */
export const createUnchangedRequest = async (
  entry: Entry,
  hash: (body: unknown) => Promise<string>,
): Promise<Result<OutboxRequest, Reason>> => {
  const request = createRequest(entry)
  if (!request.ok || (await hash(request.value.body)) === entry.payloadHash) return request
  return fail({ code: 'broken-payload', status: 0 })
}

/** The options of a call for an entry: everything that is sent besides the body. */
export const entryOptions = ({
  key,
  device,
  seq,
  schemaVersion,
  capturedAt,
  receipt,
}: Entry): EntryOptions => ({
  key,
  sequence: { device, seq },
  schema: schemaVersion,
  capturedAt: formatInTimeZone(capturedAt.corrected, capturedAt.zone),
  formerReceipt: receipt,
})

/** Returns the receipt of a response if our server signed it for this entry. Everything else is a failure. */
export const verifyReceipt = async (
  { checkReceipt, log }: Pick<DrainDeps, 'checkReceipt' | 'log'>,
  { key, customer, payloadHash }: Entry,
  response: Result<{ receipt: Receipt }, ApiFailure>,
): Promise<Result<Receipt, ApiFailure>> => {
  if (!response.ok) return response
  const { receipt } = response.value
  if (receipt.key !== key || receipt.hash !== payloadHash) {
    log.warn('A receipt is for something else than what was sent', { key })
    return fail({ code: 'foreign-answer', status: 200 })
  }
  if ((await checkReceipt?.(receipt, customer)) === false) {
    log.warn('A receipt is not signed by our server', { key, signedBy: receipt.key_id })
    return fail({ code: 'forged-receipt', status: 200 })
  }
  return ok(receipt)
}

/** What the delivery of an entry needs to know of the delivery as a whole. */
export type DeliveryStep = {
  deps: DrainDeps
  /** The current wait for all entries. */
  globalWait: Wait | undefined
  /** Aborts if another context takes the senders' lock. */
  signal: AbortSignal
}

const updateEntry = async (
  store: OutboxStore,
  key: string,
  decide: (entry: Entry) => EntryOutcome,
): Promise<EntryOutcome | undefined> => {
  let outcome: EntryOutcome | undefined
  await store.update(key, (entry) => (outcome = decide(entry)))
  return outcome
}

/** Stores the outcome of an entry that was sent; undefined if the response does not concern the entry. */
export const storeOutcome = async (
  { deps, globalWait, signal }: DeliveryStep,
  entry: Entry,
  result: Result<Receipt, ApiFailure>,
): Promise<EntryOutcome | undefined> => {
  const { store, now, random } = deps
  // Another context has the lock and sends this entry as well. Its result counts.
  if (signal.aborted) return undefined
  // The session of another customer, who signed in meanwhile, refused it. That does not concern this entry.
  if (!result.ok && (await currentCustomer(deps)) !== entry.customer) return undefined

  const outcome = await updateEntry(store, entry.key, (stored) => {
    if (result.ok) return outcomeOfDelivery(result.value, now())
    const laneFailures = stored.state.is === 'waiting' ? (stored.state.wait?.failures ?? 0) : 0
    const failures = { lane: laneFailures, everything: globalWait?.failures ?? 0 }
    return outcomeOfFailure(stored, result.error, { failures, now: now(), random })
  })
  // The entry was deleted during the request, but the server has it. The journal records that.
  if (!outcome && result.ok) await store.addNote(entry, outcomeOfDelivery(result.value, now()).note)
  return outcome
}

/** Sends one entry. Resolves to its outcome; undefined if another context sends it or it no longer waits. */
export const deliverEntry = async (step: DeliveryStep, key: string): Promise<EntryOutcome | undefined> => {
  const { deps, signal } = step
  const { store, api, now, hash = bodyHash } = deps
  // The entry may have been removed since the drain read it.
  const entry = await store.find(key)
  if (entry?.state.is !== 'waiting') return undefined
  const request = await createUnchangedRequest(entry, hash)
  if (!request.ok) return updateEntry(store, key, (stored) => outcomeOfRefusal(stored, request.error, now()))

  const { call, body } = request.value
  const result = await sendWithRenewal(deps, { customer: entry.customer, signal }, async () => {
    const response = await api.call(call, body, { ...entryOptions(entry), signal })
    return verifyReceipt(deps, entry, response)
  })
  return storeOutcome(step, entry, result)
}
