import type { Log } from '../../../platform/log.ts'
import {
  isFinal,
  isRepeat,
  transition,
  type PauseReason,
  type UploadCommand,
  type UploadStatus,
} from '../../../uploads/task.ts'
import type { LiveTask } from './live-task.ts'
import type { Publisher } from './publisher.ts'
import { isClaimed } from './remote.ts'

type TaskMap = Map<string, LiveTask>
type Kind = PauseReason['kind']

/** The tasks of this device, and who is signed in: tasks of other customers wait. */
export type TaskList = {
  all: TaskMap
  /** The existing tasks of the given ids. */
  byIds: (ids: string[]) => LiveTask[]
  /** Whether a task belongs to the signed-in customer. */
  isMine: (task: LiveTask) => boolean
  /** The tasks of the signed-in customer. */
  mine: () => LiveTask[]
  /** Sets the signed-in customer. Returns whether it changed. */
  setCustomer: (customer: string | undefined) => boolean
  /** The only function that applies a command to a status; false if the command is not allowed. */
  apply: (task: LiveTask, command: UploadCommand, reason?: PauseReason) => boolean
  /** Pauses the tasks under way that `filter` selects. */
  pauseEach: (reason: PauseReason, filter: (task: LiveTask) => boolean) => void
  /** Resumes the customer's tasks that wait for one of these reasons. */
  resumeEach: (...kinds: Kind[]) => void
}

const isUnderWay = ({ saved }: LiveTask): boolean => saved.status.state === 'IN_PROGRESS'

const waitsFor = ({ saved: { status } }: LiveTask, kinds: Kind[]): boolean =>
  status.state === 'PAUSED' && kinds.includes(status.reason.kind)

type Ports = { log: Log; onStatus: (status: UploadStatus) => void }

export const createTaskList = (
  all: TaskMap,
  publisher: Pick<Publisher, 'publishTask'>,
  { log, onStatus }: Ports,
): TaskList => {
  let customer: string | undefined
  const isMine = ({ saved }: LiveTask) => saved.customer === customer
  const mine = () => [...all.values()].filter(isMine)

  const apply: TaskList['apply'] = (task, command, reason) => {
    const { status } = task.saved
    const newStatus = transition(status, command, reason)
    if (!newStatus) {
      log.warn('This upload cannot do that now', { command, state: status.state })
      return false
    }
    task.saved.status = newStatus
    if (newStatus.state !== 'IN_PROGRESS')
      task.run?.controller.abort(newStatus.state === 'PAUSED' ? 'paused' : 'cancelled')
    publisher.publishTask(task)
    onStatus(newStatus)
    return true
  }

  return {
    all,
    isMine,
    mine,
    apply,
    byIds: (ids) => ids.flatMap((id) => all.get(id) ?? []),
    setCustomer: (signedIn) => {
      const isChanged = customer !== signedIn
      customer = signedIn
      return isChanged
    },
    pauseEach: (reason, filter) => {
      for (const task of all.values()) if (isUnderWay(task) && filter(task)) apply(task, 'pause', reason)
    },
    resumeEach: (...kinds) => {
      for (const task of mine()) if (waitsFor(task, kinds)) apply(task, 'resume')
    },
  }
}

/**
 * An unfinished upload of the same bytes, by size and sample, that comes before a task: it is under way
 * already, or earlier in the queue. An upload that is a repeat itself does not count: it waits for the
 * person's decision.
 */
export const sameFileBefore = ({ all }: Pick<TaskList, 'all'>, { saved }: LiveTask): LiveTask | undefined =>
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
export const heldBackBy = ({ all }: Pick<TaskList, 'all'>, tasks: readonly LiveTask[]): LiveTask[] => {
  const ids = new Set(tasks.map(({ saved }) => saved.id))
  return [...all.values()].filter(
    ({ saved: { status } }) =>
      status.state === 'PAUSED' &&
      status.reason.kind === 'already-stored' &&
      status.reason.uploading !== undefined &&
      ids.has(status.reason.uploading),
  )
}
