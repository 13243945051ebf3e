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
  const progressTimes = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = () => {
    timer = undefined
    const isStalled = (time: number) => now() - time >= stallTimeoutMs
    const stalledIds = [...progressTimes].flatMap(([id, time]) => (isStalled(time) ? [id] : []))
    for (const id of stalledIds) progressTimes.delete(id)
    scheduleCheck()
    if (stalledIds.length > 0) onStalled(stalledIds)
  }

  const scheduleCheck = () => {
    const [oldest] = progressTimes.values()
    if (oldest === undefined) return
    timer ??= setTimeout(check, Math.max(minCheckIntervalMs, oldest + stallTimeoutMs - now()))
  }

  return {
    /**
     * Compares a task with its previous state, and records if bytes have moved. A task that is not being sent
     * does not move, even if more of its bytes are found in the object store.
     */
    observe: (
      previous: TaskProgress | undefined,
      { id, status: { state }, sentBytes, speed }: TaskProgress,
    ) => {
      // A task that is completed now has just sent its last bytes.
      const isSending = state === 'IN_PROGRESS' || state === 'COMPLETED'
      // Without a previous state, only the speed shows that bytes are moving.
      const hasMoreBytes = previous ? sentBytes > previous.sentBytes : speed !== undefined
      if (!isSending || !hasMoreBytes) return
      // Deleted first, so that the map has the task at its end.
      progressTimes.delete(id)
      progressTimes.set(id, now())
      scheduleCheck()
    },
    /** Whether a byte of the task has moved within the time limit. */
    isMoving: ({ id }: Pick<UploadTask, 'id'>): boolean => progressTimes.has(id),
  }
}
