import type { Clock } from '../time/clock.ts'
import { withTimeLimit } from './time-limit.ts'

/** `ended` resolves when the read has ended, or when it is slow and no longer counts against the limit. */
type LimitedRead<T> = { result: Promise<T>; ended: Promise<void> }

type Limit = {
  /** The most reads at the same time. */
  count: number
  /** In ms. A read that takes longer no longer counts against the limit. */
  slowAfter: number
  sleep: Clock['sleep']
}

/**
 * Returns the function that runs at most `count` reads at the same time, in the order of the calls. A slow
 * read, for example of a file that the system first downloads from a cloud, continues without blocking the
 * others.
 */
export const createReadLimit = ({ count, slowAfter, sleep }: Limit) => {
  /** The functions that start the waiting reads, in order. */
  const waiting: (() => void)[] = []
  let freeSlots = count

  const takeSlot = async (): Promise<void> => {
    if (freeSlots > 0) freeSlots--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  const freeSlotAfter = async (started: Promise<void>, read: Promise<unknown>): Promise<void> => {
    await started
    const settled = read.then(
      () => undefined,
      () => undefined,
    )
    await withTimeLimit(settled, slowAfter, sleep)
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
