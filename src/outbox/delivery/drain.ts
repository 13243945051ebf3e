import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { Log } from '../../platform/log.ts'
import { delivered, failed, needsSession, reclassify, refused } from './judge.ts'
import { isHeld, nextToSend, type Eagerness, type Urgency } from './next-to-send.ts'
import { bodyHash, type Entry, type OwnReason, type Reason, type Wait } from '../entry/entry.ts'
import type { OutboxRequest } from '../events/event-row.ts'
import { isKnownEvent, knownEvents } from '../events/events.ts'
import type { EntryOutcome, OutboxStore } from '../store/outbox-store.ts'

export type DrainDeps = {
  store: OutboxStore
  api: ProductApiClient
  /** The customer of the session, asked again before every entry. */
  customer: () => string | undefined
  /** Reads the session again first, where nobody tells this context that it changed. */
  refreshSession?: () => Promise<void>
  /** Called before the first entry: has the product session be one of this device, which numbers the entries. */
  prepare?: (customer: string) => Promise<void>
  /**
   * Makes a new product session of a customer where the server does not know the old one; resolves to whether there is one, and to
   * undefined where that cannot be found out now: nobody has refused it. One that another tab opened after `since` will do.
   */
  renewSession?: (customer: string, since: number) => Promise<boolean | undefined>
  /** SHA-256 of a body, hex */
  hash?: (body: unknown) => Promise<string>
  /** Whether a receipt is the server's; undefined where that cannot be found out now. */
  checkReceipt?: (receipt: Receipt, customer: string) => Promise<boolean | undefined>
  /** Probes our server with another request; resolves to whether it is there. */
  isServerThere?: () => Promise<boolean>
  /** ms since epoch */
  now: () => number
  random: () => number
  log: Log
  /** Called when an entry was sent, or could not be. */
  changed: () => void
}

const cannot = (code: OwnReason, path?: string) => fail<Reason>({ code, status: 0, ...(path && { path }) })

/** What an entry sends, or why this version of the app cannot send it. */
export const requestOf = ({ name, payload, customer }: Entry): Result<OutboxRequest, Reason> => {
  if (!isKnownEvent(name)) return cannot('unknown-event')
  const prepared = knownEvents[name].prepare(payload, customer)
  return prepared.ok ? ok(prepared.value.request) : cannot('broken-payload', prepared.error)
}

/** The request of an entry in the very bytes that were captured: others would be another entry under its key. */
const sameRequestOf = async (
  entry: Entry,
  hash: (body: unknown) => Promise<string>,
): Promise<Result<OutboxRequest, Reason>> => {
  const request = requestOf(entry)
  if (!request.ok || (await hash(request.value.body)) === entry.payloadHash) return request
  return cannot('broken-payload')
}

const send = async (
  { api, checkReceipt, log }: DrainDeps,
  { key, customer, payloadHash, device, seq, schemaVersion, capturedAt, receipt: formerReceipt }: Entry,
  { call, body }: OutboxRequest,
  signal: AbortSignal,
): Promise<Result<Receipt, ApiFailure>> => {
  const options = {
    key,
    sequence: { device, seq },
    schema: schemaVersion,
    capturedAt: capturedAt.corrected,
    formerReceipt,
    signal,
  }
  const response = await api.call(call, body, options)
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

const currentCustomer = async ({ customer, refreshSession }: DrainDeps) => {
  await refreshSession?.()
  return customer()
}

type Step = { deps: DrainDeps; key: string; held: Wait | undefined; signal: AbortSignal }

/** One entry's way to the server. Resolves to what became of it; undefined when another context sends it. */
const deliverEntry = async ({ deps, key, held, signal }: Step): Promise<EntryOutcome | undefined> => {
  const { store, now, random, hash = bodyHash } = deps
  // It may have been removed since the drain read it.
  const entry = await store.find(key)
  if (entry?.state.is !== 'waiting') return undefined
  const request = await sameRequestOf(entry, hash)
  if (!request.ok) return update(store, key, (entry) => refused(entry, request.error, now()))

  const since = now()
  let sent = await send(deps, entry, request.value, signal)
  if (!sent.ok && needsSession(sent.error) && deps.renewSession) {
    const renewed = await deps.renewSession(entry.customer, since)
    if (renewed === true) sent = await send(deps, entry, request.value, signal)
    // The coach could not sign in either: it is tried later.
    else if (renewed === undefined) sent = fail({ ...sent.error, code: 'provider-away' })
  }
  if (!sent.ok && deps.isServerThere) sent = fail(await reclassify(sent.error, deps.isServerThere))
  // Another context has the lock and sends this entry too: its result counts.
  if (signal.aborted) return undefined
  // Refused in the session of another customer, who signed in meanwhile: that says nothing about this entry.
  if (!sent.ok && (await currentCustomer(deps)) !== entry.customer) return undefined

  const outcome = await update(store, key, (entry) => {
    if (sent.ok) return delivered(sent.value, now())
    const lane = entry.state.is === 'waiting' ? (entry.state.wait?.failures ?? 0) : 0
    const failures = { lane, everything: held?.failures ?? 0 }
    return failed(entry, sent.error, { failures, now: now(), random })
  })
  // It was deleted while it was on its way: the server has it all the same, and the journal says so.
  if (!outcome && sent.ok) await store.remember(entry, delivered(sent.value, now()).note)
  return outcome
}

const update = async (store: OutboxStore, key: string, decide: (entry: Entry) => EntryOutcome) => {
  let outcome: EntryOutcome | undefined
  await store.update(key, (entry) => (outcome = decide(entry)))
  return outcome
}

/**
 * Sends every entry of the session's customer that can be sent, oldest first, one at a time. The caller holds the lock.
 * An entry leaves the store only after the server's receipt for its key. Each is tried once: where a request takes longer
 * than the wait after it, the first would be due again before the last was sent, and the person would never hear of it.
 */
export const drain = async (
  deps: DrainDeps,
  { signal, ...urgency }: Urgency & { signal: AbortSignal },
): Promise<void> => {
  const customer = await currentCustomer(deps)
  if (customer === undefined) return
  const eagerness = (): Eagerness => ({ ...urgency, customer, now: deps.now() })
  const tried = new Set<string>()
  let { entries, wait } = await deps.store.read()
  if (nextToSend(entries, eagerness())) await deps.prepare?.(customer)

  while (!signal.aborted && !isHeld(wait, eagerness()) && (await currentCustomer(deps)) === customer) {
    let next = nextToSend(entries, eagerness(), tried)
    if (!next) {
      // The end of what was read: something may have been captured meanwhile.
      ;({ entries, wait } = await deps.store.read())
      next = isHeld(wait, eagerness()) ? undefined : nextToSend(entries, eagerness(), tried)
      if (!next) return
    }
    const { key } = next
    tried.add(key)
    const outcome = await deliverEntry({ deps, key, held: wait, signal })
    const left = outcome?.entry
    entries = entries.flatMap((entry) => (entry.key !== key ? [entry] : left ? [left] : []))
    if (outcome && 'wait' in outcome) wait = outcome.wait
    deps.changed()
  }
}
