import type { Clock } from '../time/clock.ts'
import { withTimeLimit } from './time-limit.ts'

type LimitedRead<T> = {
  result: Promise<T>
  /** Resolves when the read has settled, or when it is slow and no longer counts against the limit. */
  ended: Promise<void>
}

type Limit = {
  /** The maximum number of concurrent reads. */
  count: number
  /** A read that takes longer no longer counts against the limit. */
  slowAfterMs: number
  sleep: Clock['sleep']
}

/**
 * Returns the function that runs reads in the order of its calls, at most `count` at the same time. A slow
 * read, for example of a file that the system first downloads from a cloud, continues without blocking the
 * others.
 */
export const createReadLimit = ({ count, slowAfterMs, sleep }: Limit) => {
  /** The functions that start the waiting reads, in order. */
  const waiting: (() => void)[] = []
  let freeSlots = count

  const takeSlot = async (): Promise<void> => {
    if (freeSlots > 0) freeSlots--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /**
   * Waits until a read has started and settled, or has taken `slowAfterMs`. Then gives its slot to the next
   * read.
   */
  const freeSlotAfter = async (started: Promise<void>, read: Promise<unknown>): Promise<void> => {
    await started
    // The caller handles a failure of the read.
    const settled = read.then(
      () => undefined,
      () => undefined,
    )
    await withTimeLimit(settled, slowAfterMs, sleep)
    const startNext = waiting.shift()
    if (startNext) startNext()
    else freeSlots++
  }

  return <T>(read: () => Promise<T>): LimitedRead<T> => {
    const started = takeSlot()
    const result = started.then(read)
    return { result, ended: freeSlotAfter(started, result) }
  }
}
