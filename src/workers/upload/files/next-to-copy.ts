import type { LiveTask } from '../task/live-task.ts'
import { isFinal } from '../../../uploads/task.ts'

const mebibyte = 1024 * 1024
/** ms that a task is on the list before its file is copied: a file that is sent by then needs no copy. */
const minAge = 1000
/**
 * Bytes. Files between these sizes are copied at once: no connection sends them instantly, and their copies
 * cost next to nothing.
 */
const easy = { least: mebibyte, most: 32 * mebibyte }
/**
 * `watched` is in ms: during that time, a task that will be done in less than `soon` seconds gets no copy,
 * because a copy would only slow it down.
 */
const watched = 15_000
const soon = 10

/** The file of a task that a restart would lose, if no copy was tried yet. */
const losableFile = ({ saved, source }: LiveTask): File | undefined =>
  source.kind === 'held' && !source.copy && !isFinal(saved.status) ? source.file : undefined

/** Whether the connection is so fast that the upload ends before a copy is of use. */
const isNearlySent = ({ saved, progress }: LiveTask): boolean => {
  const speed = saved.status.state === 'IN_PROGRESS' ? progress.speed() : undefined
  return speed !== undefined && (saved.size - progress.sentBytes()) / speed < soon
}

const waitOf = (task: LiveTask, now: number): number => {
  const age = now - task.listedAt
  const isEasy = task.saved.size >= easy.least && task.saved.size <= easy.most
  if (age < minAge && !isEasy) return minAge - age
  return age < watched && isNearlySent(task) ? minAge : 0
}

type ToCopy = { task: LiveTask; file: File }

/**
 * The first task in the queue whose file is to be copied now, or the ms until the next check; `wait` is
 * Infinity if there is no such task. `now` is a time of the elapsed clock, so setting the system time back by
 * an hour delays no copy.
 */
export const nextToCopy = (tasks: Iterable<LiveTask>, now: number): { next?: ToCopy; wait: number } => {
  let next: ToCopy | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const task of tasks) {
    const file = losableFile(task)
    if (!file) continue
    const wait = waitOf(task, now)
    shortest = Math.min(shortest, wait)
    if (wait === 0 && (!next || task.saved.order < next.task.saved.order)) next = { task, file }
  }
  return next ? { next, wait: 0 } : { wait: shortest }
}
