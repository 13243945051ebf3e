import { isFinal, isRepeat } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import { isClaimed } from '../task/remote.ts'
import type { TaskList } from '../task/task-list.ts'

type Tasks = Pick<TaskList, 'all'>

/**
 * An unfinished upload of the same bytes, by size and sample, that comes before a task: it is under way already, or before it
 * in the queue. One that is a repeat itself waits for its own answer.
 */
export const sameFileBefore = ({ all }: Tasks, { saved }: LiveTask): LiveTask | undefined =>
  [...all.values()].find(
    ({ saved: other }) =>
      other.id !== saved.id &&
      other.customer === saved.customer &&
      other.level === saved.level &&
      other.size === saved.size &&
      other.sample === saved.sample &&
      !isFinal(other.status) &&
      !isRepeat(other.status) &&
      (isClaimed(other.remote) || other.order < saved.order),
  )

/** The tasks that were held back because the same bytes were being stored by one of these. */
export const heldBackBy = ({ all }: Tasks, tasks: readonly LiveTask[]): LiveTask[] => {
  const ids = new Set(tasks.map(({ saved }) => saved.id))
  return [...all.values()].filter(
    ({ saved: { status } }) =>
      status.state === 'PAUSED' &&
      status.reason.kind === 'already-stored' &&
      status.reason.uploading !== undefined &&
      ids.has(status.reason.uploading),
  )
}
