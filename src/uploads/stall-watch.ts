import type { UploadTask } from './task.ts'

/**
 * A task has stalled if no byte has moved for this time. It is long, because a slow line reports its bytes
 * only every few seconds.
 */
export const stallTimeoutMs = 10_000
/**
 * The least time between two checks for stalled tasks, because thousands of small files may be sent shortly
 * after each other.
 */
const minCheckIntervalMs = 1000

type TaskProgress = Pick<UploadTask, 'id' | 'status' | 'sentBytes' | 'speed'>

/** Watches whether the bytes of tasks move. `onStalled` receives the ids of the tasks that have stalled. */
export const createStallWatch = (onStalled: (ids: string[]) => void, now = () => performance.now()) => {
  /** The time of the last progress in ms, by the id of the task. The oldest comes first. */
  const lastProgress = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = () => {
    timer = undefined
    const stalledIds = [...lastProgress].flatMap(([id, time]) => (now() - time >= stallTimeoutMs ? [id] : []))
    for (const id of stalledIds) lastProgress.delete(id)
    scheduleCheck()
    if (stalledIds.length > 0) onStalled(stalledIds)
  }

  const scheduleCheck = () => {
    const [oldest] = lastProgress.values()
    if (oldest === undefined) return
    timer ??= setTimeout(check, Math.max(minCheckIntervalMs, oldest + stallTimeoutMs - now()))
  }

  return {
    /**
     * Compares a task with its previous state. A task that is not being sent does not move, even if more of
     * its bytes are found in the object store.
     */
    observe: (
      previous: TaskProgress | undefined,
      { id, status: { state }, sentBytes, speed }: TaskProgress,
    ) => {
      const isSending = state === 'IN_PROGRESS' || state === 'COMPLETED'
      const hasMoreBytes = previous ? sentBytes > previous.sentBytes : speed !== undefined
      if (!isSending || !hasMoreBytes) return
      // Deleted first, so that the task moves to the end of the order.
      lastProgress.delete(id)
      lastProgress.set(id, now())
      scheduleCheck()
    },
    /** Whether a byte of the task has moved within the time limit. */
    isMoving: ({ id }: Pick<UploadTask, 'id'>): boolean => lastProgress.has(id),
  }
}
