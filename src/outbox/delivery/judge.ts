import type { ApiFailure } from '../../contract/api-failure.ts'
import { errors, type ErrorCode, type Next } from '../../contract/errors.ts'
import { fullJitter, type Backoff } from '../../lib/backoff.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import type { Entry, Reason, Wait } from '../entry/entry.ts'
import type { EntryOutcome } from '../store/outbox-store.ts'

/** ms; specification of the outbox: base 2 s, cap 5 min */
const backoff: Backoff = { base: 2000, cap: 300_000 }
/** ms; a longer Retry-After is a mistake that would silence a phone for good */
const longestRetryAfter = 86_400_000

/**
 * What a failure means. `entry`: it needs the coach, and its lane with it. `lane`: this event is tried later, others
 * continue. `everything`: nothing gets through, for any entry.
 */
export type Verdict = { holds: 'entry'; reason: Reason } | { holds: 'lane' | 'everything'; wait: Wait }

/** What each class of failure holds up. */
const holds = {
  retry: 'everything',
  'sign-in': 'everything',
  customer: 'everything',
  'needs-you': 'entry',
} as const satisfies Record<Next, Verdict['holds']>

/**
 * Failures that may concern one entry only. Another instance of the server may know a version that this one does not.
 */
const entryFailures: ReadonlySet<ErrorCode> = new Set([
  'server-failed',
  'schema-unknown',
  'blocked',
  'cut-off',
])

/** Failures of the connection, and what they are where the server responds to everything else. */
const networkFailures: Partial<Record<ErrorCode, ErrorCode>> = {
  'no-answer': 'cut-off',
  'foreign-answer': 'blocked',
}

/** Classifies a failure again after a probe of our server: a firewall that blocks one entry is no missing network. */
export const reclassify = async (
  failure: ApiFailure,
  isServerThere: () => Promise<boolean>,
): Promise<ApiFailure> => {
  const code = failure.beforeCall ? undefined : networkFailures[failure.code]
  return code !== undefined && (await isServerThere()) ? { ...failure, code } : failure
}

/**
 * A server may fail because of this one event, and permanently: that holds up its lane only. One that says how long to
 * wait has a problem with every event.
 */
export const scopeOf = ({ code, retryAfter, inGoodSession }: ApiFailure): Verdict['holds'] => {
  if (inGoodSession) return 'entry'
  return entryFailures.has(code) && retryAfter === undefined ? 'lane' : holds[errors[code].next]
}

/**
 * Whether only a session helps: the coach's own where there is none, or another one than that of this browser. Where the
 * account was deleted there is none to be had: asking for one ends what this device takes for it.
 */
export const needsSession = ({ code }: { code: ErrorCode }): boolean =>
  errors[code].next === 'sign-in' || errors[code].next === 'customer' || code === 'account-erased'

/** Whether a refusal is about the session or the anti-forgery token that belongs to it. */
export const isOfSession = (failure: { code: ErrorCode }): boolean =>
  needsSession(failure) || failure.code === 'csrf-mismatch'

/** What a failure is judged by. `failures` counts those before it in a row: of this entry, and of everything. */
export type Circumstances = {
  failures: { lane: number; everything: number }
  /** ms since epoch */
  now: number
  random: () => number
}

/** Decides what a failure means. */
export const judge = (failure: ApiFailure, { failures, now, random }: Circumstances): Verdict => {
  const { code, status, path, requestId, retryAfter = 0 } = failure
  const scope = scopeOf(failure)
  if (scope === 'entry') {
    return {
      holds: scope,
      reason: {
        code,
        status,
        ...(path !== undefined && { path }),
        ...(requestId !== undefined && { requestId }),
      },
    }
  }
  // A Retry-After of 0 would be obeyed in a loop.
  const isNamedByServer = retryAfter > 0
  const least = Math.min(retryAfter * 1000, longestRetryAfter)
  // Whoever was told one moment would else come back in the same second as everybody.
  const delay = isNamedByServer
    ? least + fullJitter(0, { base: least / 2, cap: backoff.cap }, random)
    : fullJitter(failures[scope], backoff, random)
  return {
    holds: scope,
    wait: { code, since: now, until: now + delay, told: isNamedByServer, failures: failures[scope] + 1 },
  }
}

/** The last attempts are stored with an entry; the journal has all of them. */
const storedAttempts = 10

const tried = (entry: Entry, { code, status, requestId }: ApiFailure, at: number): Entry => ({
  ...entry,
  tries: entry.tries + 1,
  attempts: [...entry.attempts, { at, code, status, ...(requestId !== undefined && { requestId }) }].slice(
    -storedAttempts,
  ),
})

/** The server has it: the entry leaves the outbox. */
export const delivered = (receipt: Receipt, at: number): EntryOutcome => ({
  note: { at, happened: 'delivered', receipt },
  wait: undefined,
})

/** It cannot be sent as it is: it stays, with the reason. */
export const refused = (entry: Entry, reason: Reason, at: number): EntryOutcome => ({
  entry: { ...entry, state: { is: 'needs-you', reason } },
  note: { at, happened: 'refused', code: reason.code, status: reason.status },
})

/** What becomes of an entry that the server did not take. */
export const failed = (entry: Entry, failure: ApiFailure, circumstances: Circumstances): EntryOutcome => {
  const { now: at } = circumstances
  const again = tried(entry, failure, at)
  const verdict = judge(failure, circumstances)
  // A server that judges one entry is there: nothing holds the others up.
  if (verdict.holds === 'entry') return { ...refused(again, verdict.reason, at), wait: undefined }
  const { holds, wait } = verdict
  const note = {
    at,
    happened: 'delayed',
    code: wait.code,
    status: failure.status,
    until: wait.until,
  } as const
  return holds === 'everything'
    ? { entry: again, note, wait }
    : { entry: { ...again, state: { is: 'waiting', wait } }, note, wait: undefined }
}
