import { isFinal, isRepeat } from '../../../uploads/task.ts'
import type { LiveTask } from '../task/live-task.ts'
import { isClaimed } from '../task/remote.ts'
import type { TaskList } from '../task/task-list.ts'

type Tasks = Pick<TaskList, 'all'>

/**
 * An unfinished upload of the same bytes, by size and sample, that comes before a task: it is under way
 * already, or earlier in the queue. An upload that is a repeat itself does not count: it waits for the
 * person's decision.
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

/** The tasks that were held back because one of these tasks was storing the same bytes. */
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
