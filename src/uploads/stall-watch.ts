import type { UploadTask } from './task.ts'

/**
 * ms without a byte after which a task counts as stalled: a slow line reports its bytes only every few
 * seconds.
 */
export const stallTimeout = 10_000
/** ms between two checks for stalled tasks: thousands of small files end one after the other. */
const minInterval = 1000

type TaskProgress = Pick<UploadTask, 'id' | 'status' | 'sentBytes' | 'speed'>

/**
 * Watches which tasks have sent bytes lately, by their progress. `onStalled` receives the tasks that have
 * stalled.
 */
export const createStallWatch = (onStalled: (ids: string[]) => void, now = () => performance.now()) => {
  /** Maps an id to the time of its last progress in ms; the oldest comes first. */
  const lastProgress = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = () => {
    timer = undefined
    const stalled = [...lastProgress].flatMap(([id, time]) => (now() - time >= stallTimeout ? [id] : []))
    for (const id of stalled) lastProgress.delete(id)
    scheduleCheck()
    if (stalled.length > 0) onStalled(stalled)
  }

  const scheduleCheck = () => {
    const [oldest] = lastProgress.values()
    if (oldest === undefined) return
    timer ??= setTimeout(check, Math.max(minInterval, oldest + stallTimeout - now()))
  }

  return {
    /**
     * Compares a task with its previous state. A waiting task does not move, however many of its bytes are
     * found in the object store.
     */
    observe: (
      previous: TaskProgress | undefined,
      { id, status: { state }, sentBytes, speed }: TaskProgress,
    ) => {
      const isSending = state === 'IN_PROGRESS' || state === 'COMPLETED'
      const hasMoreBytes = previous ? sentBytes > previous.sentBytes : speed !== undefined
      if (!isSending || !hasMoreBytes) return
      lastProgress.delete(id)
      lastProgress.set(id, now())
      scheduleCheck()
    },
    isMoving: ({ id }: Pick<UploadTask, 'id'>): boolean => lastProgress.has(id),
  }
}
