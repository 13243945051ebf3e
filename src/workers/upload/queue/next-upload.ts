import { defaultPartSize } from '../../../uploads/plan-parts.ts'
import { isActive, isCoolingDown, type LiveTask } from '../task/live-task.ts'

/**
 * The maximum number of tasks that are worked on at the same time. Only four of their parts are sent at a
 * time; the other tasks open their files or wait for short requests.
 */
const maxActiveTasks = 8
/**
 * The maximum number of these tasks that may have large files. The other tasks have small files, which would
 * otherwise wait behind several large ones.
 */
const maxActiveLargeTasks = 3

const isLarge = ({ saved }: LiveTask): boolean => saved.size > defaultPartSize
const isNew = ({ saved }: LiveTask): boolean => saved.status.state === 'INIT'

/**
 * Whether task `a` comes before task `b`: tasks that have started come first, then the order in the queue.
 */
const isBefore = (a: LiveTask, b: LiveTask): boolean =>
  isNew(a) === isNew(b) ? a.saved.order < b.saved.order : isNew(b)

/** Returns the task to start next, or undefined if no task can start or enough tasks are active. */
export const findNextUpload = (
  tasks: readonly LiveTask[],
  canStart: (task: LiveTask) => boolean,
): LiveTask | undefined => {
  const active = tasks.filter(isActive)
  if (active.length >= maxActiveTasks) return undefined
  const canStartLarge = active.filter(isLarge).length < maxActiveLargeTasks
  let next: LiveTask | undefined
  for (const task of tasks) {
    if (!canStart(task) || (isLarge(task) && !canStartLarge)) continue
    if (!next || isBefore(task, next)) next = task
  }
  return next
}

const isInProgress = ({ saved }: LiveTask): boolean => saved.status.state === 'IN_PROGRESS'

/**
 * Returns the probe: the task that is sent to find out whether the object store answers again, after
 * something else on the network answered in its place. It is the task with the fewest failed bodies, because
 * a content filter may reject a single file. If several tasks have equally few, a running task comes first,
 * then a task in progress, then the smallest file, which costs the least if its body fails too.
 */
export const findNextProbe = (
  tasks: readonly LiveTask[],
  getFailureCount: (taskId: string) => number,
): LiveTask | undefined => {
  const compare = (a: LiveTask, b: LiveTask) =>
    getFailureCount(a.saved.id) - getFailureCount(b.saved.id) ||
    Number(isActive(b)) - Number(isActive(a)) ||
    Number(isInProgress(b)) - Number(isInProgress(a)) ||
    a.saved.size - b.saved.size
  return tasks.filter((task) => isNew(task) || isInProgress(task) || isCoolingDown(task)).sort(compare)[0]
}
