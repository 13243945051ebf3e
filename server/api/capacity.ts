import { fail, type Result } from '../../src/lib/result.ts'
import type { Refusal } from '../http/refusal.ts'

type CapacityOptions = {
  /** Pieces of work that run at the same time. */
  maxRunning: number
  /** Pieces of work that may wait for a place. */
  maxWaiting: number
  /** In ms since epoch. */
  now: () => number
}

/**
 * Bounds of the wait that a refused client gets, in ms. The upper bound is for a server that was slow for a
 * while: with later turns it would have nothing to do once it is fast again. A client that returns too early
 * gets another turn.
 */
const wait = { min: 5000, max: 30_000 }

/** The weight of the last duration in the moving average. */
const lastWeight = 0.1

/** Runs work as soon as a place is free. Refuses it at once if the queue is full. */
export type RunWithinCapacity = <T>(work: () => Promise<Result<T, Refusal>>) => Promise<Result<T, Refusal>>

/**
 * Limits how much work runs at once. Refusing a crowd costs almost nothing; if all of its requests ran, they
 * would wait for each other until they fail and are sent again. Each refused client gets its own turn. The
 * turns follow each other at the rate at which this copy finishes work.
 */
export const createCapacity = ({ maxRunning, maxWaiting, now }: CapacityOptions): RunWithinCapacity => {
  let running = 0
  const queue: (() => void)[] = []
  /** Moving average of the duration of a piece of work, in ms. */
  let averageDuration = 0
  /** The last turn that a client got, in ms since epoch. */
  let lastTurn = 0

  /** Assigns the next turn. Returns the wait for it, in s. */
  const takeTurn = (): number => {
    const time = now()
    const nextTurn = lastTurn + averageDuration / maxRunning
    lastTurn = Math.min(time + wait.max, Math.max(time + wait.min, nextTurn))
    return Math.ceil((lastTurn - time) / 1000)
  }

  const takePlace = async (): Promise<void> => {
    if (running < maxRunning) running += 1
    else await new Promise<void>((resolve) => queue.push(resolve))
  }

  const leavePlace = (): void => {
    const startNext = queue.shift()
    // The next piece of work takes this place.
    if (startNext) startNext()
    else running -= 1
  }

  return async (work) => {
    if (queue.length >= maxWaiting) return fail({ code: 'too-many-requests', retryAfter: takeTurn() })
    await takePlace()
    const startedAt = now()
    try {
      return await work()
    } finally {
      averageDuration += (now() - startedAt - averageDuration) * lastWeight
      leavePlace()
    }
  }
}
