import type { LiveTask } from '../task/live-task.ts'
import { isFinal } from '../../../uploads/task.ts'

const mebibyte = 1024 * 1024
/** ms that a task is on the list before its file is copied: a file that is sent by then needs no copy. */
const minAge = 1000
/**
 * Bytes. Files between these sizes are copied at once: no connection sends them instantly, and their copies
 * cost next to nothing.
 */
const easySize = { least: mebibyte, most: 32 * mebibyte }
/**
 * ms after a task entered the list during which it gets no copy if it is nearly sent: a copy would only slow
 * it down. After that, it gets one in any case.
 */
const patience = 15_000
/** Seconds. A task that needs less time to be done is nearly sent. */
const nearlySentTime = 10

/** The file of a task that a restart would lose, if no copy was tried yet. */
const losableFile = ({ saved, source }: LiveTask): File | undefined =>
  source.kind === 'held' && !source.copy && !isFinal(saved.status) ? source.file : undefined

/** Whether the connection is so fast that the upload ends before a copy is of use. */
const isNearlySent = ({ saved, progress }: LiveTask): boolean => {
  const speed = saved.status.state === 'IN_PROGRESS' ? progress.speed() : undefined
  return speed !== undefined && (saved.size - progress.sentBytes()) / speed < nearlySentTime
}

/** ms until the file of a task may be copied, or until the next check. */
const getWait = (task: LiveTask, now: number): number => {
  const age = now - task.listedAt
  const isEasyToCopy = task.saved.size >= easySize.least && task.saved.size <= easySize.most
  if (age < minAge && !isEasyToCopy) return minAge - age
  return age < patience && isNearlySent(task) ? minAge : 0
}

type FileToCopy = { task: LiveTask; file: File }

/**
 * The first task in the queue whose file is to be copied now, or the ms until the next check. `wait` is
 * Infinity if no file has to be copied. `now` is a time of the elapsed clock, so setting the system time back
 * by an hour delays no copy.
 */
export const nextToCopy = (
  tasks: Iterable<LiveTask>,
  now: number,
): { fileToCopy?: FileToCopy; wait: number } => {
  let fileToCopy: FileToCopy | undefined
  let shortestWait = Number.POSITIVE_INFINITY
  for (const task of tasks) {
    const file = losableFile(task)
    if (!file) continue
    const wait = getWait(task, now)
    shortestWait = Math.min(shortestWait, wait)
    if (wait === 0 && (!fileToCopy || task.saved.order < fileToCopy.task.saved.order))
      fileToCopy = { task, file }
  }
  return fileToCopy ? { fileToCopy, wait: 0 } : { wait: shortestWait }
}
