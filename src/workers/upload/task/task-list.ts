import { transition, type PauseReason, type UploadCommand, type UploadStatus } from '../../../uploads/task.ts'
import type { LiveTask } from './live-task.ts'
import type { Log } from '../../../platform/log.ts'
import type { Publisher } from './publisher.ts'

type TaskMap = Map<string, LiveTask>
type Kind = PauseReason['kind']

/** The tasks of this device, and who is signed in: tasks of other customers wait. */
export type TaskList = {
  all: TaskMap
  /** The existing tasks of the given ids. */
  of: (ids: string[]) => LiveTask[]
  isMine: (task: LiveTask) => boolean
  mine: () => LiveTask[]
  /** Sets the signed-in customer. Returns whether it changed. */
  setCustomer: (customer: string | undefined) => boolean
  /** The only function that applies a command to a status; false if the command is not allowed. */
  apply: (task: LiveTask, command: UploadCommand, reason?: PauseReason) => boolean
  /** Pauses the tasks under way that `which` selects. */
  pauseEach: (reason: PauseReason, which: (task: LiveTask) => boolean) => void
  /** Resumes the customer's tasks that wait for one of these reasons. */
  resumeEach: (...kinds: Kind[]) => void
}

const isUnderWay = ({ saved }: LiveTask): boolean => saved.status.state === 'IN_PROGRESS'

const waitsFor = ({ saved: { status } }: LiveTask, kinds: Kind[]): boolean =>
  status.state === 'PAUSED' && kinds.includes(status.reason.kind)

type Ports = { log: Log; onStatus: (status: UploadStatus) => void }

export const createTaskList = (
  all: TaskMap,
  publisher: Pick<Publisher, 'changed'>,
  { log, onStatus }: Ports,
): TaskList => {
  let customer: string | undefined
  const isMine = ({ saved }: LiveTask) => saved.customer === customer
  const mine = () => [...all.values()].filter(isMine)

  const apply: TaskList['apply'] = (task, command, reason) => {
    const { status } = task.saved
    const next = transition(status, command, reason)
    if (!next) {
      log.warn('This upload cannot do that now', { command, state: status.state })
      return false
    }
    task.saved.status = next
    if (next.state !== 'IN_PROGRESS')
      task.run?.controller.abort(next.state === 'PAUSED' ? 'paused' : 'cancelled')
    publisher.changed(task)
    onStatus(next)
    return true
  }

  return {
    all,
    isMine,
    mine,
    apply,
    of: (ids) => ids.flatMap((id) => all.get(id) ?? []),
    setCustomer: (next) => {
      const isOther = customer !== next
      customer = next
      return isOther
    },
    pauseEach: (reason, which) => {
      for (const task of all.values()) if (isUnderWay(task) && which(task)) apply(task, 'pause', reason)
    },
    resumeEach: (...kinds) => {
      for (const task of mine()) if (waitsFor(task, kinds)) apply(task, 'resume')
    },
  }
}
