import type { Clock } from '../time/clock.ts'
import { withTimeLimit } from './time-limit.ts'

/** `ended` resolves when the read has ended or is too slow to wait for. */
type LimitedRead<T> = { result: Promise<T>; ended: Promise<void> }

type Limit = {
  /** The number of reads at a time. */
  count: number
  /** ms after which an unfinished read no longer counts against the limit. */
  slowAfter: number
  sleep: Clock['sleep']
}

/**
 * Runs at most `count` reads at a time, in the order of the calls. A slow read, such as a file that the
 * system first downloads from a cloud, continues beside the others without blocking them.
 */
export const createReadLimit = ({ count, slowAfter, sleep }: Limit) => {
  /** Start the reads that wait, in their order. */
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
