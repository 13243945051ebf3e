import { fail, type Result } from '../../src/lib/result.ts'
import type { ApiError } from '../http/api-error.ts'

type CapacityOptions = {
  /** The maximum number of tasks that run at the same time. */
  maxRunning: number
  /** The maximum number of tasks that wait until they can run. */
  maxWaiting: number
  /** In ms since the epoch. */
  now: () => number
}

/**
 * The shortest and the longest `Retry-After` of a rejected client. Without an upper bound, clients of a
 * server that was slow for a while would wait although it is fast again. A client that retries too early is
 * rejected again and gets a new time.
 */
const retryAfterMs = { min: 5000, max: 30_000 }

/** The weight of the last duration in the moving average. */
const lastDurationWeight = 0.1

/** Runs a task as soon as a slot is free. Rejects it immediately if the queue is full. */
export type RunWithinCapacity = <T>(task: () => Promise<Result<T, ApiError>>) => Promise<Result<T, ApiError>>

/**
 * Limits how many tasks run at the same time. Rejecting a crowd of requests costs almost nothing. If all of
 * them ran, they would slow each other down until they time out and are sent again. Each rejected client
 * gets its own time to retry. These times follow each other as fast as this instance of the server finishes
 * tasks.
 */
export const createCapacity = ({ maxRunning, maxWaiting, now }: CapacityOptions): RunWithinCapacity => {
  let runningCount = 0
  /** Functions that start the waiting tasks, the oldest first. */
  const queue: (() => void)[] = []
  /** The moving average of the duration of a task. */
  let averageDurationMs = 0
  /** The latest time to retry that a client got, in ms since the epoch. */
  let lastRetryAt = 0

  /** Assigns the next time to retry. Returns the seconds until then. */
  const assignRetrySeconds = (): number => {
    const currentTime = now()
    // The instance finishes one task in this time, because `maxRunning` tasks run at the same time.
    const nextRetryAt = lastRetryAt + averageDurationMs / maxRunning
    const earliestRetryAt = currentTime + retryAfterMs.min
    const latestRetryAt = currentTime + retryAfterMs.max
    lastRetryAt = Math.min(latestRetryAt, Math.max(earliestRetryAt, nextRetryAt))
    return Math.ceil((lastRetryAt - currentTime) / 1000)
  }

  /** Resolves when the task may run. */
  const acquireSlot = async (): Promise<void> => {
    if (runningCount < maxRunning) runningCount += 1
    else await new Promise<void>((resolve) => queue.push(resolve))
  }

  const releaseSlot = (): void => {
    const startNext = queue.shift()
    // The next task takes this slot, so the number of running tasks stays the same.
    if (startNext) startNext()
    else runningCount -= 1
  }

  return async (task) => {
    if (queue.length >= maxWaiting)
      return fail({ code: 'too-many-requests', retryAfter: assignRetrySeconds() })
    await acquireSlot()
    const startedAt = now()
    try {
      return await task()
    } finally {
      averageDurationMs += (now() - startedAt - averageDurationMs) * lastDurationWeight
      releaseSlot()
    }
  }
}
