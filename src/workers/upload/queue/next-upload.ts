import { defaultPartSize } from '../../../uploads/plan-parts.ts'
import { isActive, isResting, type LiveTask } from '../task/live-task.ts'

/**
 * The number of tasks that are worked on at the same time. Their parts share four slots; the other tasks are
 * being opened or saved.
 */
const maxActiveTasks = 8
/** The other active tasks are small files only, so that a row of large files never starves them. */
const maxActiveLargeTasks = 3

const isLarge = ({ saved }: LiveTask): boolean => saved.size > defaultPartSize
const isNew = ({ saved }: LiveTask): boolean => saved.status.state === 'INIT'

const isBefore = (a: LiveTask, b: LiveTask): boolean =>
  isNew(a) === isNew(b) ? a.saved.order < b.saved.order : isNew(b)

/**
 * The waiting task to work on next, if there is a place: tasks under way before new ones, then by their
 * order.
 */
export const nextUpload = (
  tasks: readonly LiveTask[],
  isWaiting: (task: LiveTask) => boolean,
): LiveTask | undefined => {
  const active = tasks.filter(isActive)
  if (active.length >= maxActiveTasks) return undefined
  const largeAllowed = active.filter(isLarge).length < maxActiveLargeTasks
  let next: LiveTask | undefined
  for (const task of tasks)
    if (isWaiting(task) && (largeAllowed || !isLarge(task)) && (!next || isBefore(task, next))) next = task
  return next
}

const isUnderWay = ({ saved }: LiveTask): boolean => saved.status.state === 'IN_PROGRESS'

/**
 * The task that finds out whether the object store is back. The fewest lost bodies come first, because a
 * filter may reject a single file; then a task that is being sent, a task that the coach resumed, and the
 * smallest file.
 */
export const nextTrial = (
  tasks: readonly LiveTask[],
  losses: (id: string) => number,
): LiveTask | undefined => {
  const compare = (a: LiveTask, b: LiveTask) =>
    losses(a.saved.id) - losses(b.saved.id) ||
    Number(isActive(b)) - Number(isActive(a)) ||
    Number(isUnderWay(b)) - Number(isUnderWay(a)) ||
    a.saved.size - b.saved.size
  return tasks.filter((task) => isNew(task) || isUnderWay(task) || isResting(task)).sort(compare)[0]
}
