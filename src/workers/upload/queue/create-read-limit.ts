import type { Clock } from '../../../lib/clock.ts'

/** ms after which a read that has not ended no longer counts against the limit */
const slowAfter = 1000

/** A read: `done` is its result; `left` resolves when it has ended or is too slow to be waited for. */
type LimitedRead<T> = { done: Promise<T>; left: Promise<void> }

/**
 * Runs at most `count` reads at a time, in the order in which they were requested. A slow one, such as a file that the
 * system first downloads from a cloud, continues beside the others and holds none of them up.
 */
export const createReadLimit = (count: number, { sleep }: Pick<Clock, 'sleep'>) => {
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
    await Promise.race([work.then(end, end), sleep(slowAfter, ended.signal)])
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return <T>(work: () => Promise<T>): LimitedRead<T> => {
    const entered = enter()
    const done = entered.then(work)
    return { done, left: leaveAfter(entered, done) }
  }
}
