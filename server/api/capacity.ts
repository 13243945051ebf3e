import { fail, type Result } from '../../src/lib/result.ts'
import type { Refusal } from '../http/refusal.ts'

type CapacityOptions = {
  /** Pieces of work that run at a time. */
  atWork: number
  /** Pieces of work that wait at most. */
  waiting: number
  /** ms since epoch */
  now: () => number
}

/**
 * Bounds of the wait that a refused client gets, in ms. A copy that is slow for a while expects to stay slow:
 * with later turns it would sit idle after it is quick again. A client that returns too early gets another
 * turn.
 */
const turns = { first: 5000, last: 30_000 }

/** The weight of the last duration in the moving average. */
const weight = 0.1

/** Runs work as soon as a place is free. Refuses it at once if the queue is full. */
export type WithinCapacity = <T>(work: () => Promise<Result<T, Refusal>>) => Promise<Result<T, Refusal>>

/**
 * Limits how much work runs at once. Refusing a crowd costs almost nothing; if all of its requests ran, they
 * would wait for each other until they fail and are sent again. Each refused client gets its own turn. The
 * turns follow each other at the rate at which this copy finishes work.
 */
export const createCapacity = ({ atWork, waiting, now }: CapacityOptions): WithinCapacity => {
  let working = 0
  const queue: (() => void)[] = []
  /** Moving average of the ms that a piece of work takes. */
  let usual = 0
  /** The last turn given, in ms since epoch. */
  let turn = 0

  const nextTurn = (): number => {
    const time = now()
    turn = Math.min(time + turns.last, Math.max(time + turns.first, turn + usual / atWork))
    return Math.ceil((turn - time) / 1000)
  }

  const begin = async (): Promise<void> => {
    if (working < atWork) working += 1
    else await new Promise<void>((resolve) => queue.push(resolve))
  }

  const end = (): void => {
    const next = queue.shift()
    // The next piece of work takes this place.
    if (next) next()
    else working -= 1
  }

  return async (work) => {
    if (queue.length >= waiting) return fail({ code: 'too-many-requests', retryAfter: nextTurn() })
    await begin()
    const start = now()
    try {
      return await work()
    } finally {
      usual += (now() - start - usual) * weight
      end()
    }
  }
}
