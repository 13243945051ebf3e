import type { ApiFailure } from '../../contract/api-failure.ts'
import { errors, type ErrorCode, type Next } from '../../contract/errors.ts'
import { fullJitter, type Backoff } from '../../lib/async/backoff.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Entry, Reason, Wait } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'

/**
 * In ms. The first retry follows within 2 s, because most failures are short. The cap of 5 min limits the load of
 * phones on a server that comes back.
 */
const backoff: Backoff = { base: 2000, cap: 300_000 }
/** In ms. A longer Retry-After is a mistake that would stop a phone from sending permanently. */
const maxRetryAfter = 86_400_000

/**
 * The scope of a failure. `entry`: this entry and its lane wait for the coach. `lane`: this entry is retried
 * later and other lanes continue. `everything`: no entry can be sent now.
 */
export type Verdict = { scope: 'entry'; reason: Reason } | { scope: 'lane' | 'everything'; wait: Wait }

/** The scope of each class of failure. */
const scopeByClass = {
  retry: 'everything',
  'sign-in': 'everything',
  customer: 'everything',
  'needs-you': 'entry',
} as const satisfies Record<Next, Verdict['scope']>

/**
 * Failures that may concern a single entry. For example, another instance of the server may know a schema
 * version that this one lacks.
 */
const entryFailures: ReadonlySet<ErrorCode> = new Set([
  'server-failed',
  'schema-unknown',
  'blocked',
  'cut-off',
])

/** Failures of the connection, and their codes if the server responds to other requests. */
const codeIfServerResponds: Partial<Record<ErrorCode, ErrorCode>> = {
  'no-answer': 'cut-off',
  'foreign-answer': 'blocked',
}

/** Classifies a failure again after a probe of our server: a firewall may block one entry only. */
export const reclassify = async (
  failure: ApiFailure,
  isServerThere: () => Promise<boolean>,
): Promise<ApiFailure> => {
  const code = failure.beforeCall ? undefined : codeIfServerResponds[failure.code]
  return code !== undefined && (await isServerThere()) ? { ...failure, code } : failure
}

/**
 * A server may fail permanently because of this one event, which then blocks only its lane. A server that
 * sends Retry-After has a problem with every event.
 */
export const getScope = ({ code, retryAfter, inGoodSession }: ApiFailure): Verdict['scope'] => {
  if (inGoodSession) return 'entry'
  return entryFailures.has(code) && retryAfter === undefined ? 'lane' : scopeByClass[errors[code].next]
}

/**
 * Whether only a sign-in helps: the coach has no session, or this browser has another customer's session.
 * `account-erased` counts as well: the attempt to open a session fails and ends the one on this device.
 */
export const needsSession = ({ code }: { code: ErrorCode }): boolean =>
  errors[code].next === 'sign-in' || errors[code].next === 'customer' || code === 'account-erased'

/** Whether a refusal concerns the session or its anti-forgery token. */
export const concernsSession = (failure: { code: ErrorCode }): boolean =>
  needsSession(failure) || failure.code === 'csrf-mismatch'

/**
 * The circumstances of a failure. `failures` counts the previous failures in a row: of this entry, and those
 * after which every entry had to wait.
 */
export type Circumstances = {
  failures: { lane: number; everything: number }
  /** ms since epoch */
  now: number
  random: () => number
}

/** Decides from a failure whether its entry needs the coach, or how long it or all entries wait. */
export const judge = (failure: ApiFailure, { failures, now, random }: Circumstances): Verdict => {
  const { code, status, path, requestId, retryAfter = 0 } = failure
  const scope = getScope(failure)
  if (scope === 'entry') {
    return {
      scope,
      reason: {
        code,
        status,
        ...(path !== undefined && { path }),
        ...(requestId !== undefined && { requestId }),
      },
    }
  }
  // The device would retry a Retry-After of 0 in a loop.
  const isNamedByServer = retryAfter > 0
  const minDelay = Math.min(retryAfter * 1000, maxRetryAfter)
  // Without jitter, all devices that received the same Retry-After would return in the same second.
  const delay = isNamedByServer
    ? minDelay + fullJitter(0, { base: minDelay / 2, cap: backoff.cap }, random)
    : fullJitter(failures[scope], backoff, random)
  return {
    scope,
    wait: { code, since: now, until: now + delay, told: isNamedByServer, failures: failures[scope] + 1 },
  }
}

/** The number of attempts that an entry stores. The journal has all of them. */
const maxStoredAttempts = 10

const addAttempt = (entry: Entry, { code, status, requestId }: ApiFailure, at: number): Entry => ({
  ...entry,
  tries: entry.tries + 1,
  attempts: [...entry.attempts, { at, code, status, ...(requestId !== undefined && { requestId }) }].slice(
    -maxStoredAttempts,
  ),
})

/** The outcome of an entry that the server stored. It leaves the outbox. */
export const outcomeOfDelivery = (receipt: Receipt, at: number): EntryOutcome => ({
  note: { at, happened: 'delivered', receipt },
  wait: undefined,
})

/** The outcome of an entry that cannot be sent in this form. It stays with the reason. */
export const outcomeOfRefusal = (entry: Entry, reason: Reason, at: number): EntryOutcome => ({
  entry: { ...entry, state: { is: 'needs-you', reason } },
  note: { at, happened: 'refused', code: reason.code, status: reason.status },
})

/** The outcome of an entry that the server did not accept. */
export const outcomeOfFailure = (
  entry: Entry,
  failure: ApiFailure,
  circumstances: Circumstances,
): EntryOutcome => {
  const { now: at } = circumstances
  const triedEntry = addAttempt(entry, failure, at)
  const verdict = judge(failure, circumstances)
  // A server that judges a single entry is available, so the wait for all entries ends.
  if (verdict.scope === 'entry')
    return { ...outcomeOfRefusal(triedEntry, verdict.reason, at), wait: undefined }
  const { scope, wait } = verdict
  const note = {
    at,
    happened: 'delayed',
    code: wait.code,
    status: failure.status,
    until: wait.until,
  } as const
  return scope === 'everything'
    ? { entry: triedEntry, note, wait }
    : { entry: { ...triedEntry, state: { is: 'waiting', wait } }, note, wait: undefined }
}
