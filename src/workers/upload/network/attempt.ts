import { fullJitter } from '../../../lib/async/backoff.ts'
import { fail } from '../../../lib/result.ts'
import { isPassing, type StorageResult, type StorageFailure } from '../transport/storage-failure.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Repair } from '../../../uploads/outcome-of.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Connection } from './connection.ts'
import type { RequestedWait } from './requested-wait.ts'

/** ms. The wait between retries has full jitter: half a second at first, at most 20 s. */
const backoffs = { base: 500, cap: 20_000 }
/** Consecutive failures without any progress, after which the task pauses and waits for the person. */
const maximumRetries = 6

/**
 * Something on the network answers in place of the store. Its response to a body usually has no CORS headers,
 * or it just closes the connection: the browser hides both from scripts.
 */
const isForeignAnswer = (failure: StorageFailure): boolean =>
  failure.kind === 'foreign-answer' || (failure.kind === 'unreachable' && failure.sentWhole === true)

/**
 * Every byte of a body was sent, and the store kept something else or nothing: each try costs the coach all
 * the bytes again.
 */
const isLost = (failure: StorageFailure): boolean =>
  isForeignAnswer(failure) || ('code' in failure && ['PartNotStored', 'BadDigest'].includes(failure.code))

/**
 * The bodies of a task that the store has kept so far. An increase is progress and resets the count of
 * failures.
 */
export type Tally = { acknowledged: number }

/** `bodies` is the tally of the task. It is given if the request has a body. */
export type Attempt = <T>(
  request: () => StorageResult<T>,
  signal: AbortSignal,
  bodies?: Tally,
) => StorageResult<T>

/** Failures that concern every request, because all requests share the credentials and the store. */
const affectsAll = ({ kind }: StorageFailure): boolean => kind === 'busy' || kind === 'credentials-refused'

type Ports = {
  clock: Pick<Clock, 'sleep'>
  random: () => number
  connection: Connection
  requestedWait: Pick<RequestedWait, 'ask' | 'over'>
  circuitBreaker: Pick<CircuitBreaker, 'stateOf' | 'bodiesKept' | 'lostOnce' | 'lost' | 'kept'>
  log: Log
  /** Called for each failure that is retried. */
  onRepair: (repair: Repair) => void
}

/**
 * Retries a request until it succeeds or cannot succeed. A lost connection is not a failed try: it returns
 * `offline`, and the engine waits. When the store asks for fewer requests or refuses the credentials, all
 * requests of all tasks wait together. When something else keeps answering in place of the store, the circuit
 * breaker learns which upload met it; `upload` is undefined if the request belongs to no upload.
 */
export const createAttempt = (ports: Ports): ((upload?: string) => Attempt) => {
  const { clock, random, connection, requestedWait, circuitBreaker, log, onRepair } = ports
  const nameOf = async (failure: StorageFailure): Promise<StorageFailure> => {
    const silent = failure.kind === 'unreachable' || failure.kind === 'stalled'
    return silent && (await connection.checkLost()) ? { kind: 'offline' } : failure
  }

  return (upload) => async (request, signal, bodies) => {
    const keptBefore = circuitBreaker.bodiesKept()
    const giveUp = (failure: StorageFailure) => {
      if (!isForeignAnswer(failure)) return fail(failure)
      log.warn('Something on the network answers in place of the object store')
      circuitBreaker.lost(upload, keptBefore)
      return fail(failure)
    }
    let failures = 0
    let losses = 0
    let seen = bodies?.acknowledged
    for (;;) {
      await requestedWait.over(signal)
      if (signal.aborted) return fail({ kind: 'aborted' })
      const result = await request()
      if (result.ok && bodies) circuitBreaker.kept(upload)
      if (result.ok) return result
      if (signal.aborted) return fail({ kind: 'aborted' })
      const failure = await nameOf(result.error)
      if (bodies?.acknowledged !== seen) failures = 0
      seen = bodies?.acknowledged
      if (!isPassing(failure) || failures === maximumRetries) return giveUp(failure)
      // Progress of other parts does not reset this count: a store that loses one body twice does not get it
      // again and again.
      const maxLosses = circuitBreaker.stateOf(upload) === 'closed' ? 1 : 0
      if (bodies && isLost(failure) && ++losses > maxLosses) return giveUp(failure)
      if (bodies && isForeignAnswer(failure)) circuitBreaker.lostOnce(upload)
      const backoff = fullJitter(failures, backoffs, random)
      failures++
      log.warn('A request to the object store failed and is sent again', { ...failure, failures })
      onRepair({ outcome: 'retried', reason: failure.kind })
      if (affectsAll(failure)) requestedWait.ask(backoff, 'retryAfter' in failure ? failure.retryAfter : 0)
      else await clock.sleep(backoff, signal)
    }
  }
}
