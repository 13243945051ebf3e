import type { LiveTask } from '../task/live-task.ts'
import { isFinal } from '../../../uploads/task.ts'

/** ms that a task is on the list before its file is copied: what is sent by then needs no copy */
const patience = 1000
/** ms; in its first ones a task that will be done `soon` (s) is left alone, because a copy would only slow it down */
const watched = 15_000
const soon = 10

/** A file with a handle is found again where it lies; one without is lost with the worker. */
const isLosable = ({ saved, file, unkept }: LiveTask): boolean =>
  file !== undefined && !saved.handle && !saved.kept && !unkept && !isFinal(saved.status)

/** Whether the connection is so fast that the upload ends before a copy is of use. */
const isNearlySent = ({ saved, progress }: LiveTask): boolean => {
  const speed = saved.status.state === 'IN_PROGRESS' ? progress.speed() : undefined
  return speed !== undefined && (saved.size - progress.sentBytes()) / speed < soon
}

const waitOf = (task: LiveTask, now: number): number => {
  const age = now - task.listedAt
  if (age < patience) return patience - age
  return age < watched && isNearlySent(task) ? patience : 0
}

/**
 * The first in the queue whose file is to be copied now; or in how many ms to look again, Infinity where there is none.
 * `now` is of the elapsed clock: nobody waits for an hour because somebody set the time back by one.
 */
export const nextToCopy = (tasks: Iterable<LiveTask>, now: number): { task?: LiveTask; wait: number } => {
  let next: LiveTask | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const task of tasks) {
    if (!isLosable(task)) continue
    const wait = waitOf(task, now)
    shortest = Math.min(shortest, wait)
    if (wait === 0 && (!next || task.saved.order < next.saved.order)) next = task
  }
  return next ? { task: next, wait: 0 } : { wait: shortest }
}
