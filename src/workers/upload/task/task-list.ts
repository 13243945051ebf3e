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
import { isClaimed } from './remote-state.ts'

type TaskMap = Map<string, LiveTask>
type PauseKind = PauseReason['kind']

/**
 * The tasks of this device, and the signed-in customer. Tasks of other customers wait until their customer
 * signs in.
 */
export type TaskList = {
  /** The tasks of all customers, by their ids. */
  all: TaskMap
  /** Returns the tasks with these ids. Leaves out ids that have no task. */
  findByIds: (ids: string[]) => LiveTask[]
  /** Whether a task belongs to the signed-in customer. */
  isOwn: (task: LiveTask) => boolean
  /** Returns the tasks of the signed-in customer. */
  getOwnTasks: () => LiveTask[]
  /** Sets the signed-in customer. Returns whether it is another customer than before. */
  setCustomer: (customerId: string | undefined) => boolean
  /**
   * Applies a command to the status of a task; `reason` is for a pause. Publishes the task, and aborts its
   * requests if it is no longer in progress. Returns false if the command is not allowed in this status.
   */
  apply: (task: LiveTask, command: UploadCommand, reason?: PauseReason) => boolean
  /** Pauses the tasks in progress that `filter` selects, of all customers. */
  pauseEach: (reason: PauseReason, filter: (task: LiveTask) => boolean) => void
  /** Resumes the tasks of the signed-in customer that are paused for one of these reasons. */
  resumeEach: (...kinds: PauseKind[]) => void
}

const isInProgress = ({ saved }: LiveTask): boolean => saved.status.state === 'IN_PROGRESS'

const isPausedFor = ({ saved: { status } }: LiveTask, kinds: PauseKind[]): boolean =>
  status.state === 'PAUSED' && kinds.includes(status.reason.kind)

type Ports = { log: Log; onStatus: (status: UploadStatus) => void }

export const createTaskList = (
  all: TaskMap,
  publisher: Pick<Publisher, 'publishTask'>,
  { log, onStatus }: Ports,
): TaskList => {
  let customerId: string | undefined
  const isOwn = ({ saved }: LiveTask) => saved.customer === customerId
  const getOwnTasks = () => [...all.values()].filter(isOwn)

  const apply: TaskList['apply'] = (task, command, reason) => {
    const { status } = task.saved
    const newStatus = transition(status, command, reason)
    if (!newStatus) {
      log.warn('This command is not possible for the upload now', { command, state: status.state })
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
    isOwn,
    getOwnTasks,
    apply,
    findByIds: (ids) => ids.flatMap((id) => all.get(id) ?? []),
    setCustomer: (newCustomerId) => {
      const isChanged = customerId !== newCustomerId
      customerId = newCustomerId
      return isChanged
    },
    pauseEach: (reason, filter) => {
      for (const task of all.values()) if (isInProgress(task) && filter(task)) apply(task, 'pause', reason)
    },
    resumeEach: (...kinds) => {
      for (const task of getOwnTasks()) if (isPausedFor(task, kinds)) apply(task, 'resume')
    },
  }
}

/**
 * Finds an unfinished task of the same customer and level that sends the same bytes as this task, and comes
 * before it: it has claimed its key already, or is earlier in the queue. The size and the hash of the samples
 * identify the bytes. Leaves out tasks that are repeats, because they wait for the coach's decision.
 */
export const findEarlierSameFile = (
  { all }: Pick<TaskList, 'all'>,
  { saved }: LiveTask,
): LiveTask | undefined =>
  [...all.values()].find(({ saved: other }) => {
    const isOtherTaskOfCustomer =
      other.id !== saved.id && other.customer === saved.customer && other.level === saved.level
    const hasSameBytes = other.size === saved.size && other.sample === saved.sample
    const isToBeSent = !isFinal(other.status) && !isRepeat(other.status)
    const isBefore = isClaimed(other.remote) || other.order < saved.order
    return isOtherTaskOfCustomer && hasSameBytes && isToBeSent && isBefore
  })

/** Returns the tasks that are paused because one of these tasks was storing the same bytes. */
export const findHeldBack = ({ all }: Pick<TaskList, 'all'>, tasks: readonly LiveTask[]): LiveTask[] => {
  const ids = new Set(tasks.map(({ saved }) => saved.id))
  const isHeldBack = ({ saved: { status } }: LiveTask) => {
    if (status.state !== 'PAUSED' || status.reason.kind !== 'already-stored') return false
    const { uploading: storingId } = status.reason
    return storingId !== undefined && ids.has(storingId)
  }
  return [...all.values()].filter(isHeldBack)
}
