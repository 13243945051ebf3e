import type { Clock } from '../../../lib/clock.ts'

/** ms after which a thing that is not done yet gives its lane to the next */
const laneTimeout = 1000

/** What is being done, and when it is done, or too slow to be waited for. */
type InLane<T> = { done: Promise<T>; left: Promise<void> }

/**
 * Does at most `count` things at a time, in the order in which they came. One that is slow, as a file that the
 * system fetches from a cloud first, continues beside them and holds up nothing.
 */
export const createLanes = (count: number, { sleep }: Pick<Clock, 'sleep'>) => {
  const waiting: (() => void)[] = []
  let free = count

  const enter = async (): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  const leaveAfter = async (entered: Promise<void>, work: Promise<unknown>): Promise<void> => {
    await entered
    const ended = new AbortController()
    const end = () => ended.abort()
    await Promise.race([work.then(end, end), sleep(laneTimeout, ended.signal)])
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return <T>(work: () => Promise<T>): InLane<T> => {
    const entered = enter()
    const done = entered.then(work)
    return { done, left: leaveAfter(entered, done) }
  }
}
