import { isFinal } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'

const mebibyte = 1024 * 1024
/** How long a task is on the list before its file is copied. A file that is sent by then needs no copy. */
const minAgeMs = 1000
/**
 * Files between these sizes are copied immediately. No connection sends them instantly, and a copy takes
 * almost no time or space.
 */
const cheapCopyBytes = { min: mebibyte, max: 32 * mebibyte }
/**
 * For this long after it entered the list, a task that is nearly sent gets no copy, which would only slow it
 * down. After that, it gets a copy in any case.
 */
const nearlySentMaxAgeMs = 15_000
/** A task that will be sent within this time is nearly sent. */
const nearlySentSeconds = 10
/** The time until a nearly sent task is checked again. */
const nearlySentCheckMs = 1000

/** Returns the file of an unfinished task if a restart would lose it and no copy was attempted yet. */
const findUncopiedFile = ({ saved, source }: LiveTask): File | undefined =>
  source.kind === 'held' && !source.copy && !isFinal(saved.status) ? source.file : undefined

/** Whether the connection is so fast that the upload ends before a copy is of use. */
const isNearlySent = ({ saved, progress }: LiveTask): boolean => {
  const speed = saved.status.state === 'IN_PROGRESS' ? progress.getSpeed() : undefined
  return speed !== undefined && (saved.size - progress.getSentBytes()) / speed < nearlySentSeconds
}

/** Returns the ms until the file of a task may be copied, or until the next check. */
const getWaitMs = (task: LiveTask, now: number): number => {
  const ageMs = now - task.listedAt
  const isCheapToCopy = task.saved.size >= cheapCopyBytes.min && task.saved.size <= cheapCopyBytes.max
  if (ageMs < minAgeMs && !isCheapToCopy) return minAgeMs - ageMs
  return ageMs < nearlySentMaxAgeMs && isNearlySent(task) ? nearlySentCheckMs : 0
}

type FileToCopy = { task: LiveTask; file: File }

/**
 * Returns the first task in the queue whose file is to be copied now, or the time until the next check.
 * `waitMs` is Infinity if no file has to be copied. `now` is a time of the elapsed clock, so a change of the
 * system time delays no copy.
 */
export const findNextToCopy = (
  tasks: Iterable<LiveTask>,
  now: number,
): { fileToCopy?: FileToCopy; waitMs: number } => {
  let fileToCopy: FileToCopy | undefined
  let shortestWaitMs = Number.POSITIVE_INFINITY
  for (const task of tasks) {
    const file = findUncopiedFile(task)
    if (!file) continue
    const waitMs = getWaitMs(task, now)
    shortestWaitMs = Math.min(shortestWaitMs, waitMs)
    const isFirst = !fileToCopy || task.saved.order < fileToCopy.task.saved.order
    if (waitMs === 0 && isFirst) fileToCopy = { task, file }
  }
  return fileToCopy ? { fileToCopy, waitMs: 0 } : { waitMs: shortestWaitMs }
}
