import type { ApiFailure } from '../../contract/api-failure.ts'
import { errors, type ErrorCode, type NextAction } from '../../contract/errors.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Entry, Reason, Wait } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'
import { createWait } from './retry-wait.ts'

/**
 * What a failure delays, and why or for how long. `entry`: this entry and its lane wait for the coach. `lane`:
 * this entry is retried later and other lanes continue. `everything`: no entry can be sent now.
 */
export type FailureClass = { scope: 'entry'; reason: Reason } | { scope: 'lane' | 'everything'; wait: Wait }

/** The scope of a failure by what the sender does next (`src/contract/errors.ts`). */
const scopeByNextAction = {
  retry: 'everything',
  'sign-in': 'everything',
  customer: 'everything',
  'needs-you': 'entry',
} as const satisfies Record<NextAction, FailureClass['scope']>

/**
 * Failures that a single entry may have caused, so that they delay only its lane. For example, an instance of
 * the server may not know the schema version of the entry yet.
 */
const laneFailureCodes: ReadonlySet<ErrorCode> = new Set([
  'server-failed',
  'schema-unknown',
  'blocked',
  'cut-off',
])

/** Failures of the connection, with the code that replaces each if the server responds to another request. */
const codeIfServerResponds: Partial<Record<ErrorCode, ErrorCode>> = {
  'no-answer': 'cut-off',
  'foreign-answer': 'blocked',
}

/**
 * Corrects the code of a connection failure after a probe of our server. If the server responds to the probe,
 * something on the way, such as a firewall, blocked only this request.
 */
export const correctCode = async (
  failure: ApiFailure,
  isServerReachable: () => Promise<boolean>,
): Promise<ApiFailure> => {
  // `beforeCall`: the request for the anti-forgery token failed, so the entry itself was not sent.
  const code = failure.beforeCall ? undefined : codeIfServerResponds[failure.code]
  return code !== undefined && (await isServerReachable()) ? { ...failure, code } : failure
}

/**
 * Returns the scope of a failure. If a single entry may have caused it, only the lane of the entry waits. A
 * server that sends Retry-After asks the device to wait with every entry.
 */
export const getScope = ({ code, retryAfter, inGoodSession }: ApiFailure): FailureClass['scope'] => {
  // The server refused the session for this entry, but accepts it for other calls.
  if (inGoodSession) return 'entry'
  const canConcernOneEntry = laneFailureCodes.has(code) && retryAfter === undefined
  return canConcernOneEntry ? 'lane' : scopeByNextAction[errors[code].next]
}

/**
 * Whether only a new session helps: the coach has none, or this browser has another customer's session. Also
 * true for `account-erased`: the attempt to open a session then ends the session on this device.
 */
export const needsSession = ({ code }: { code: ErrorCode }): boolean =>
  errors[code].next === 'sign-in' || errors[code].next === 'customer' || code === 'account-erased'

/** Whether a refusal concerns the session or its anti-forgery token. */
export const concernsSession = (failure: { code: ErrorCode }): boolean =>
  needsSession(failure) || failure.code === 'csrf-mismatch'

export type Circumstances = {
  /**
   * How many failures preceded this one in a row: `lane` counts those of this entry, `everything` those after
   * which every entry had to wait.
   */
  failureCounts: { lane: number; everything: number }
  /** In ms since the epoch. */
  now: number
  random: () => number
}

const toReason = ({ code, status, path, requestId }: ApiFailure): Reason => ({
  code,
  status,
  ...(path !== undefined && { path }),
  ...(requestId !== undefined && { requestId }),
})

/** Classifies a failure: its entry needs the coach, or the entry or all entries wait for a time. */
export const classifyFailure = (
  failure: ApiFailure,
  { failureCounts, now, random }: Circumstances,
): FailureClass => {
  const scope = getScope(failure)
  if (scope === 'entry') return { scope, reason: toReason(failure) }
  return { scope, wait: createWait(failure, failureCounts[scope], { now, random }) }
}

/** How many of its last attempts an entry stores. The journal has all of them. */
const maxStoredAttempts = 10

const addAttempt = (entry: Entry, { code, status, requestId }: ApiFailure, at: number): Entry => {
  const attempt = { at, code, status, ...(requestId !== undefined && { requestId }) }
  const attempts = [...entry.attempts, attempt].slice(-maxStoredAttempts)
  return { ...entry, tries: entry.tries + 1, attempts }
}

/**
 * Returns the outcome of an entry that the server has stored: it leaves the outbox, and the wait for all
 * entries ends.
 */
export const createDeliveryOutcome = (receipt: Receipt, at: number): EntryOutcome => ({
  note: { at, happened: 'delivered', receipt },
  wait: undefined,
})

/** Returns the outcome of an entry that cannot be sent unchanged: it stays and needs the coach. */
export const createRefusalOutcome = (entry: Entry, reason: Reason, at: number): EntryOutcome => ({
  entry: { ...entry, state: { is: 'needs-you', reason } },
  note: { at, happened: 'refused', code: reason.code, status: reason.status },
})

/** Returns the outcome of an entry that could not be sent or was not accepted. */
export const createFailureOutcome = (
  entry: Entry,
  failure: ApiFailure,
  circumstances: Circumstances,
): EntryOutcome => {
  const { now: at } = circumstances
  const triedEntry = addAttempt(entry, failure, at)
  const failureClass = classifyFailure(failure, circumstances)
  // The server refused only this entry, so it accepts requests again: the wait for all entries ends.
  if (failureClass.scope === 'entry')
    return { ...createRefusalOutcome(triedEntry, failureClass.reason, at), wait: undefined }
  const { scope, wait } = failureClass
  const note = {
    at,
    happened: 'delayed',
    code: wait.code,
    status: failure.status,
    until: wait.until,
  } as const
  // If only this lane waits, the wait for all entries ends.
  return scope === 'everything'
    ? { entry: triedEntry, note, wait }
    : { entry: { ...triedEntry, state: { is: 'waiting', wait } }, note, wait: undefined }
}
