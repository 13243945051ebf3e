import { fullJitter } from '../../../lib/async/backoff.ts'
import { fail } from '../../../lib/result.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { AutomaticRetry } from '../../../uploads/contract.ts'
import {
  isRetryable,
  isSignatureRefused,
  type StorageFailure,
  type StorageResult,
} from '../transport/storage-failure.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Connection } from './connection.ts'
import type { RequestedWait } from './requested-wait.ts'

/** The waits between retries, in ms, with full jitter: at most half a second at first, later at most 20 s. */
const backoffLimits = { base: 500, cap: 20_000 }
/**
 * The maximum number of retries in a row without any progress. After a further failure, the task pauses and
 * waits for the coach.
 */
const maxRetries = 6
/** How many times a body is sent again because its signature was refused, although others were accepted. */
const maxRefusedBodies = 2

/**
 * Whether a failure shows that something other than the object store, such as a captive portal or a proxy,
 * answered the request. Its response to a body usually has no CORS headers, or it closes the connection after
 * the last byte. A script sees both as a request without a response.
 */
const isForeignAnswer = (failure: StorageFailure): boolean =>
  failure.kind === 'foreign-answer' || (failure.kind === 'unreachable' && failure.isBodySent === true)

/**
 * Whether a body has failed: all its bytes were sent, but the object store stored something else or nothing.
 * Each further attempt sends all bytes again, and data may cost the coach money.
 */
const isBodyFailure = (failure: StorageFailure): boolean =>
  isForeignAnswer(failure) || ('code' in failure && ['PartNotStored', 'BadDigest'].includes(failure.code))

/**
 * The number of bodies of one task that the object store has stored. All requests of the task share this
 * object, and the caller increments `count`. If it has grown between two failures, the connection works, and
 * the number of consecutive failures starts again.
 */
export type StoredBodies = { count: number }

/** What `Attempt` needs to know about a request with a body. */
export type RequestBody = {
  storedBodies: StoredBodies
  /** Sends a request without a body, to find out whether the object store accepts signatures again. */
  checkSignature: () => StorageResult<unknown>
}

/**
 * Sends a request, and sends it again after failures that may be temporary. `request` is called once per
 * attempt. `body` is given if and only if the request has one.
 */
export type Attempt = <T>(
  request: () => StorageResult<T>,
  signal: AbortSignal,
  body?: RequestBody,
) => StorageResult<T>

/**
 * Whether a failure concerns every request, because all requests share the credentials and the object store.
 */
const affectsAllRequests = ({ kind }: StorageFailure): boolean =>
  kind === 'busy' || kind === 'credentials-refused'

type Ports = {
  clock: Pick<Clock, 'sleep'>
  random: () => number
  connection: Connection
  requestedWait: Pick<RequestedWait, 'extend' | 'whenOver'>
  circuitBreaker: Pick<
    CircuitBreaker,
    'getState' | 'getStoredCount' | 'addFailure' | 'reportFailure' | 'reportStored'
  >
  log: Log
  /** Called for each failure that is retried. */
  onRetry: (retry: AutomaticRetry) => void
}

/**
 * Returns a function that creates an `Attempt` for the requests of one task or, without `taskId`, for
 * requests that belong to no task. Each failure is handled in one of these ways:
 * - The connection is lost: the request fails with `offline` without a retry, and the engine waits.
 * - The object store asks for fewer requests or refuses the credentials: all requests of all tasks wait
 *   together.
 * - Another temporary failure: this request waits and is sent again, at most `maxRetries` times in a row.
 * - A body has failed: it is sent once more at most. If a captive portal or proxy caused the failure, the
 *   circuit breaker is notified, which may stop this upload or all of them.
 * - The signature of a body is refused: it is sent twice more at most, and only after a request without a
 *   body was accepted.
 */
export const createAttempt = (ports: Ports): ((taskId?: string) => Attempt) => {
  const { clock, random, connection, requestedWait, circuitBreaker, log, onRetry } = ports
  /** Replaces a failure by `offline` if the response is missing because there is no connection. */
  const checkConnection = async (failure: StorageFailure): Promise<StorageFailure> => {
    const hasNoResponse = failure.kind === 'unreachable' || failure.kind === 'stalled'
    return hasNoResponse && (await connection.checkLost()) ? { kind: 'offline' } : failure
  }

  /**
   * Delays the next attempt after a failure: all requests together if the failure concerns all of them,
   * otherwise only this request. `failureCount` includes this failure.
   */
  const delayRetry = async (failure: StorageFailure, failureCount: number, signal: AbortSignal) => {
    const backoffMs = fullJitter(failureCount - 1, backoffLimits, random)
    if (affectsAllRequests(failure))
      requestedWait.extend(backoffMs, 'retryAfter' in failure ? failure.retryAfter : 0)
    else await clock.sleep(backoffMs, signal)
  }

  return (taskId) => async (request, signal, body) => {
    /** How many bodies of all tasks were stored before this request. */
    const storedCountBefore = circuitBreaker.getStoredCount()
    /** Returns the failure to the caller, and notifies the circuit breaker of a foreign answer. */
    const giveUp = (failure: StorageFailure) => {
      if (isForeignAnswer(failure)) {
        log.warn('Something on the network answers in place of the object store')
        circuitBreaker.reportFailure(taskId, storedCountBefore)
      }
      return fail(failure)
    }
    /** The number of consecutive failures since the last progress of the task. */
    let failureCount = 0
    /** How many times this body has failed, or its signature was refused. */
    let bodyFailureCount = 0
    /** Whether the last failure was a refused signature. */
    let isSignatureInDoubt = false
    /** How many bodies of the task were stored at the last failure. */
    let lastStoredCount = body?.storedBodies.count
    /**
     * If the last signature was refused, checks whether signatures still are. If so, resolves to the failure.
     * Any other response shows that they are accepted.
     */
    const findRefusal = async () => {
      const check = isSignatureInDoubt ? await body?.checkSignature() : undefined
      return check && !check.ok && isSignatureRefused(check.error) ? check : undefined
    }
    for (;;) {
      await requestedWait.whenOver(signal)
      if (signal.aborted) return fail({ kind: 'aborted' })
      const refusal = await findRefusal()
      const result = refusal ?? (await request())
      if (result.ok) {
        if (body) circuitBreaker.reportStored(taskId)
        return result
      }
      if (signal.aborted) return fail({ kind: 'aborted' })
      const failure = await checkConnection(result.error)
      if (body?.storedBodies.count !== lastStoredCount) failureCount = 0
      lastStoredCount = body?.storedBodies.count
      if (!isRetryable(failure) || failureCount === maxRetries) return giveUp(failure)
      // A body may fail once, or never while the circuit breaker suspects the network or this upload (any
      // state except `closed`). The progress of other parts resets `failureCount`, but not
      // `bodyFailureCount`, because a part that a filter rejects would then be sent again and again.
      const maxBodyFailures = circuitBreaker.getState(taskId) === 'closed' ? 1 : 0
      isSignatureInDoubt = isSignatureRefused(failure)
      if (body && !refusal && (isSignatureInDoubt || isBodyFailure(failure))) {
        bodyFailureCount++
        if (bodyFailureCount > (isSignatureInDoubt ? maxRefusedBodies : maxBodyFailures))
          return giveUp(failure)
      }
      if (body && isForeignAnswer(failure)) circuitBreaker.addFailure(taskId)
      failureCount++
      log.warn('A request to the object store failed and is sent again', { ...failure, failureCount })
      onRetry({ outcome: 'retried', reason: failure.kind })
      await delayRetry(failure, failureCount, signal)
    }
  }
}
