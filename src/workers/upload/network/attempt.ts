import { fullJitter } from '../../../lib/backoff.ts'
import { fail } from '../../../lib/result.ts'
import { isPassing, type StorageResult, type StorageFailure } from '../transport/storage-failure.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Repair } from '../../../uploads/outcome-of.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Connection } from './connection.ts'
import type { RequestedWait } from './requested-wait.ts'

/** Full jitter between retries: half a second at first, never more than 20 s. */
const backoffs = { base: 500, cap: 20_000 }
/** Failures in a row, without anything getting through, after which the task pauses and waits for the person. */
const maximumRetries = 6

/**
 * Something on the network answers in place of the store. What it says to a body has no CORS headers as a rule, or it just cuts
 * the connection: the browser hides either.
 */
const isInTheWay = (failure: StorageFailure): boolean =>
  failure.kind === 'foreign-answer' || (failure.kind === 'unreachable' && failure.sentWhole === true)

/** Every byte of a body was sent, and something else or nothing was kept: each try costs the coach all of it again. */
const isLost = (failure: StorageFailure): boolean =>
  isInTheWay(failure) || ('code' in failure && ['PartNotStored', 'BadDigest'].includes(failure.code))

/** The bodies of a task that the store has kept so far: a sign of progress starts the count of failures again. */
export type Tally = { acknowledged: number }

/** `bodies` are those of the task whose request has one. */
export type Attempt = <T>(
  request: () => StorageResult<T>,
  signal: AbortSignal,
  bodies?: Tally,
) => StorageResult<T>

/** What concerns every request: they share the credentials and the store. */
const isOfAll = ({ kind }: StorageFailure): boolean => kind === 'busy' || kind === 'credentials-refused'

type Ports = {
  clock: Pick<Clock, 'sleep'>
  random: () => number
  connection: Connection
  requestedWait: Pick<RequestedWait, 'ask' | 'over'>
  circuitBreaker: Pick<CircuitBreaker, 'stateOf' | 'bodiesKept' | 'lostOnce' | 'lost' | 'kept'>
  log: Log
  /** Hears of each failure that another try follows. */
  onRepair: (repair: Repair) => void
}

/**
 * Does a request until it succeeds or cannot. No connection is not a failed try: it comes back as `offline`, and the
 * engine waits. When the store asks for less, or refuses the credentials, all requests of all tasks wait with the one that heard it.
 * When something else keeps answering in place of the store, the circuit breaker hears which upload met it; it is
 * undefined where the request is of none.
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
      if (!isInTheWay(failure)) return fail(failure)
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
      // Whatever gets through beside it: a store that loses one body twice is not sent it again and again.
      const mostLosses = circuitBreaker.stateOf(upload) === 'closed' ? 1 : 0
      if (bodies && isLost(failure) && ++losses > mostLosses) return giveUp(failure)
      if (bodies && isInTheWay(failure)) circuitBreaker.lostOnce(upload)
      const backoff = fullJitter(failures, backoffs, random)
      failures++
      log.warn('A request to the object store failed and is sent again', { ...failure, failures })
      onRepair({ outcome: 'retried', reason: failure.kind })
      if (isOfAll(failure)) requestedWait.ask(backoff, 'retryAfter' in failure ? failure.retryAfter : 0)
      else await clock.sleep(backoff, signal)
    }
  }
}
