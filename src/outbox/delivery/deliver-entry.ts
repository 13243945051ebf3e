import type { ApiFailure } from '../../contract/api-failure.ts'
import type { EntryOptions } from '../../contract/product-api-client.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { formatInTimeZone } from '../../lib/time/zoned-time.ts'
import { hashBody, type Entry, type Reason, type Wait } from '../entry/entry.ts'
import type { OutboxRequest } from '../events/event-row.ts'
import { createRequest } from '../events/events.ts'
import type { EntryOutcome, OutboxStore } from '../store/outbox-store.ts'
import { readCustomer, type DrainDeps } from './drain-deps.ts'
import { createDeliveryOutcome, createFailureOutcome, createRefusalOutcome } from './classify-failure.ts'
import { sendWithRenewal } from './send-with-renewal.ts'

/**
 * Returns the request of an entry. Fails if the body differs from the captured one, because the key of an
 * entry stands for exactly those bytes.
 */
export const createUnchangedRequest = async (
  entry: Entry,
  hash: (body: unknown) => Promise<string>,
): Promise<Result<OutboxRequest, Reason>> => {
  const requestResult = createRequest(entry)
  if (!requestResult.ok) return requestResult
  const isUnchanged = (await hash(requestResult.value.body)) === entry.payloadHash
  return isUnchanged ? requestResult : fail({ code: 'broken-payload', status: 0 })
}

/** Returns the options of the call for an entry: everything that is sent with the body. */
export const getEntryOptions = ({
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

/** Returns the receipt of a response. Fails unless our server signed it for this entry. */
export const verifyReceipt = async (
  { checkReceipt, log }: Pick<DrainDeps, 'checkReceipt' | 'log'>,
  { key, customer: customerId, payloadHash }: Entry,
  response: Result<{ receipt: Receipt }, ApiFailure>,
): Promise<Result<Receipt, ApiFailure>> => {
  if (!response.ok) return response
  const { receipt } = response.value
  if (receipt.key !== key || receipt.hash !== payloadHash) {
    log.warn('A receipt is for another entry or other content', { key })
    return fail({ code: 'foreign-answer', status: 200 })
  }
  // An undefined result means that the signature cannot be checked now. The receipt is then accepted.
  if ((await checkReceipt?.(receipt, customerId)) === false) {
    log.warn('A receipt is not signed by our server', { key, signedBy: receipt.key_id })
    return fail({ code: 'forged-receipt', status: 200 })
  }
  return ok(receipt)
}

/** What the requests of one delivery share. */
export type DeliveryState = {
  deps: DrainDeps
  /** The current wait for all entries. */
  globalWait: Wait | undefined
  /** Aborts if another context takes the sender lock. */
  signal: AbortSignal
}

/** Stores the outcome that `decide` returns. Resolves to it, or to undefined if the entry was removed. */
const updateEntry = async (
  store: OutboxStore,
  key: string,
  decide: (entry: Entry) => EntryOutcome,
): Promise<EntryOutcome | undefined> => {
  let outcome: EntryOutcome | undefined
  await store.update(key, (entry) => {
    outcome = decide(entry)
    return outcome
  })
  return outcome
}

/**
 * Stores the outcome of an entry that was sent and resolves to it. Resolves to undefined if the response does
 * not concern the entry, or if the entry no longer exists.
 */
export const storeOutcome = async (
  { deps, globalWait, signal }: DeliveryState,
  entry: Entry,
  result: Result<Receipt, ApiFailure>,
): Promise<EntryOutcome | undefined> => {
  const { store, now, random } = deps
  // Another context has taken the lock. It sends this entry again and stores the outcome.
  if (signal.aborted) return undefined
  const customerId = await readCustomer(deps)
  if (!result.ok && customerId !== entry.customer) {
    // If another customer signed in during the request, the failure is about their session. If nobody is
    // signed in, the session of this customer has ended. The journal records that for the admins.
    const { code, status } = result.error
    const note = { at: now(), happened: 'delayed', code, status, until: now() } as const
    if (customerId === undefined) await store.addNote(entry, note)
    return undefined
  }

  const outcome = await updateEntry(store, entry.key, (stored) => {
    if (result.ok) return createDeliveryOutcome(result.value, now())
    const entryWait = stored.state.is === 'waiting' ? stored.state.wait : undefined
    const failureCounts = { lane: entryWait?.failures ?? 0, everything: globalWait?.failures ?? 0 }
    return createFailureOutcome(stored, result.error, { failureCounts, now: now(), random })
  })
  // The entry was deleted during the request, but the server has it. The journal records that.
  if (!outcome && result.ok) await store.addNote(entry, createDeliveryOutcome(result.value, now()).note)
  return outcome
}

/**
 * Sends one entry. Resolves to its outcome, or to undefined if another context sends the entry or if the
 * entry is not waiting to be sent.
 */
export const deliverEntry = async (
  delivery: DeliveryState,
  key: string,
): Promise<EntryOutcome | undefined> => {
  const { deps, signal } = delivery
  const { store, api, now, hash = hashBody } = deps
  // The entry may have been removed since the drain read it.
  const entry = await store.find(key)
  if (entry?.state.is !== 'waiting') return undefined
  const requestResult = await createUnchangedRequest(entry, hash)
  if (!requestResult.ok)
    return updateEntry(store, key, (stored) => createRefusalOutcome(stored, requestResult.error, now()))

  const { call, body } = requestResult.value
  const result = await sendWithRenewal(deps, { customer: entry.customer, signal }, async () => {
    const response = await api.call(call, body, { ...getEntryOptions(entry), signal })
    return verifyReceipt(deps, entry, response)
  })
  return storeOutcome(delivery, entry, result)
}
