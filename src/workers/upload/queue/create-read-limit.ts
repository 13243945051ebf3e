import type { Clock } from '../../../lib/time/clock.ts'

/** ms after which an unfinished read no longer counts against the limit. */
const slowAfter = 1000

/** `done` is the result of the read; `left` resolves when the read has ended or is too slow to wait for. */
type LimitedRead<T> = { done: Promise<T>; left: Promise<void> }

/**
 * Runs at most `count` reads at a time, in the order of the calls. A slow read, such as a file that the
 * system first downloads from a cloud, continues beside the others without blocking them.
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
