import type { UploadTask } from './task.ts'

/**
 * ms without a byte after which a task counts as stalled: a slow line reports its bytes only every few
 * seconds.
 */
export const stalledAfter = 10_000
/** ms between two checks for stalled tasks: thousands of small files end one after the other. */
const minInterval = 1000

type Shown = Pick<UploadTask, 'id' | 'status' | 'sentBytes' | 'speed'>

/**
 * Watches which tasks have sent bytes lately, by their progress. `onStalled` receives the tasks that have
 * stalled.
 */
export const createStallWatch = (onStalled: (ids: string[]) => void, now = () => performance.now()) => {
  /** Maps an id to the time of its last progress in ms; the oldest comes first. */
  const moved = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = () => {
    timer = undefined
    const stalled = [...moved].flatMap(([id, at]) => (now() - at >= stalledAfter ? [id] : []))
    for (const id of stalled) moved.delete(id)
    wait()
    if (stalled.length > 0) onStalled(stalled)
  }

  const wait = () => {
    const [first] = moved.values()
    if (first === undefined) return
    timer ??= setTimeout(check, Math.max(minInterval, first + stalledAfter - now()))
  }

  return {
    /** A waiting task does not move, however many of its bytes are found in the store. */
    see: (before: Shown | undefined, { id, status: { state }, sentBytes, speed }: Shown) => {
      const isSent = state === 'IN_PROGRESS' || state === 'COMPLETED'
      const isMore = before ? sentBytes > before.sentBytes : speed !== undefined
      if (!isSent || !isMore) return
      moved.delete(id)
      moved.set(id, now())
      wait()
    },
    moves: ({ id }: Pick<UploadTask, 'id'>): boolean => moved.has(id),
  }
}
