import { fail, type Result } from '../../src/lib/result.ts'
import type { Refusal } from '../http/refusal.ts'

type CapacityOptions = {
  /** So many are at work at a time. */
  atWork: number
  /** So many wait for them at most. */
  waiting: number
  /** ms since epoch */
  now: () => number
}

/**
 * ms until the first turn of those who are refused, and until the last. A copy that is slow for a while expects to stay so: turns
 * further away would have it wait for phones when it is quick again. Who comes too early is given another.
 */
const turns = { first: 5000, last: 30_000 }

/** How much the last piece of work says about how long the next ones take. */
const weight = 0.1

/** Does some work as soon as it can begin, and refuses it at once where too much waits before it. */
export type WithinCapacity = <T>(work: () => Promise<Result<T, Refusal>>) => Promise<Result<T, Refusal>>

/**
 * Limits what is done at once. A crowd that comes together is refused, which costs next to nothing: all of them at work would
 * wait for each other until they fail, and be tried again in vain. Each is told a turn of its own, one behind the other, as far
 * apart as the work of this copy is done.
 */
export const createCapacity = ({ atWork, waiting, now }: CapacityOptions): WithinCapacity => {
  let working = 0
  const queue: (() => void)[] = []
  /** ms that a piece of work takes */
  let usual = 0
  /** ms since epoch: the turn that was given last */
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
    // Its place is the next one's.
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
