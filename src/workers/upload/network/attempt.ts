import { fullJitter } from '../../../lib/async/backoff.ts'
import { fail } from '../../../lib/result.ts'
import { isRetryable, type StorageResult, type StorageFailure } from '../transport/storage-failure.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { AutomaticRetry } from '../../../uploads/contract.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Connection } from './connection.ts'
import type { RequestedWait } from './requested-wait.ts'

/** The waits between retries, in ms, with full jitter: at most half a second at first, later at most 20 s. */
const backoffLimits = { base: 500, cap: 20_000 }
/**
 * The number of consecutive failures without any progress after which the task pauses and waits for the
 * coach.
 */
const maximumRetries = 6

/**
 * Whether something on the network answers in place of the object store. Its response to a body usually has
 * no CORS headers, or it just closes the connection. A script sees both as a request without a response.
 */
const isForeignAnswer = (failure: StorageFailure): boolean =>
  failure.kind === 'foreign-answer' || (failure.kind === 'unreachable' && failure.sentWhole === true)

/**
 * Whether every byte of a body was sent, but the object store kept something else or nothing: each further
 * try sends all the bytes again, and data may cost the coach money.
 */
const isBodyLost = (failure: StorageFailure): boolean =>
  isForeignAnswer(failure) || ('code' in failure && ['PartNotStored', 'BadDigest'].includes(failure.code))

/**
 * Counts the bodies of a task that the object store has kept so far. An increase is progress, and resets the
 * count of failures.
 */
export type Tally = { acknowledged: number }

/** Sends a request until it succeeds or is given up. `tally` is set only if the request has a body. */
export type Attempt = <T>(
  request: () => StorageResult<T>,
  signal: AbortSignal,
  tally?: Tally,
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
  circuitBreaker: Pick<CircuitBreaker, 'getState' | 'keptBodies' | 'countLoss' | 'reportLoss' | 'reportKept'>
  log: Log
  /** Called for each failure that is retried. */
  onRetry: (retry: AutomaticRetry) => void
}

/**
 * Creates the functions that retry a request until it succeeds or cannot succeed. If the connection is lost,
 * the request fails with `offline` without a retry, and the engine waits. When the object store asks for
 * fewer requests or refuses the credentials, all requests of all tasks wait together. When something else
 * keeps answering in place of the object store, the circuit breaker is notified. `upload` is the upload of
 * the request, if it belongs to one.
 */
export const createAttempt = (ports: Ports): ((upload?: string) => Attempt) => {
  const { clock, random, connection, requestedWait, circuitBreaker, log, onRetry } = ports
  /** Checks whether a missing response means that there is no connection. */
  const classify = async (failure: StorageFailure): Promise<StorageFailure> => {
    const hasNoResponse = failure.kind === 'unreachable' || failure.kind === 'stalled'
    return hasNoResponse && (await connection.checkLost()) ? { kind: 'offline' } : failure
  }

  return (upload) => async (request, signal, tally) => {
    const keptBefore = circuitBreaker.keptBodies()
    const giveUp = (failure: StorageFailure) => {
      if (!isForeignAnswer(failure)) return fail(failure)
      log.warn('Something on the network answers in place of the object store')
      circuitBreaker.reportLoss(upload, keptBefore)
      return fail(failure)
    }
    let failures = 0
    let losses = 0
    let acknowledgedBefore = tally?.acknowledged
    for (;;) {
      await requestedWait.whenOver(signal)
      if (signal.aborted) return fail({ kind: 'aborted' })
      const result = await request()
      if (result.ok && tally) circuitBreaker.reportKept(upload)
      if (result.ok) return result
      if (signal.aborted) return fail({ kind: 'aborted' })
      const failure = await classify(result.error)
      if (tally?.acknowledged !== acknowledgedBefore) failures = 0
      acknowledgedBefore = tally?.acknowledged
      if (!isRetryable(failure) || failures === maximumRetries) return giveUp(failure)
      // Counts the losses of this body only. Progress of other parts does not reset the count, so that a body
      // that is lost twice is not sent again and again.
      const maxLosses = circuitBreaker.getState(upload) === 'closed' ? 1 : 0
      if (tally && isBodyLost(failure) && ++losses > maxLosses) return giveUp(failure)
      if (tally && isForeignAnswer(failure)) circuitBreaker.countLoss(upload)
      const backoff = fullJitter(failures, backoffLimits, random)
      failures++
      log.warn('A request to the object store failed and is sent again', { ...failure, failures })
      onRetry({ outcome: 'retried', reason: failure.kind })
      if (affectsAllRequests(failure))
        requestedWait.extend(backoff, 'retryAfter' in failure ? failure.retryAfter : 0)
      else await clock.sleep(backoff, signal)
    }
  }
}
