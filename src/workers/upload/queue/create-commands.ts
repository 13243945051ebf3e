import type { QueueMove, UploadCommands } from '../../../uploads/commands.ts'
import { isFinal, isRepeat, type UploadButton } from '../../../uploads/task.ts'
import type { CircuitBreaker } from '../network/circuit-breaker.ts'
import type { Discard } from '../remote/discard.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import { isDiscarded, type TaskRecords } from '../task/records.ts'
import { findHeldBack, type TaskList } from '../task/task-list.ts'
import type { AddFiles } from './add-files.ts'
import type { EnginePorts } from './ports.ts'

type Deps = {
  ports: Pick<EnginePorts, 'clock' | 'network'>
  tasks: TaskList
  records: TaskRecords
  publisher: Publisher
  schedule: () => void
  discard: Discard
  circuitBreaker: Pick<CircuitBreaker, 'tryAgain'>
  /** Ends the delays before the next requests, because the coach wants to upload now. */
  skipRetryDelays: () => void
  refuseUnread: AddFiles['refuseUnread']
}

/**
 * The time limit for removals from the object store at a sign-out. The rest is removed after the next
 * sign-in.
 */
const clearingTimeoutMs = 10_000

const getTasksOfCustomer = ({ tasks }: Deps, customerId: string): LiveTask[] =>
  [...tasks.all.values()].filter(({ saved }) => saved.customer === customerId)

/**
 * Discards a cancelled task, that is, removes what it left in the object store, and resolves when that is
 * done. If the task still has a run, the run does this when it ends.
 */
const waitUntilDiscarded = (task: LiveTask, discard: Discard): Promise<void> =>
  task.run ? task.run.ended : discard.discardTask(task)

/**
 * Clears the uploads of a customer who signs out, because other people may use this device (specification
 * §4). Cancels the unfinished uploads and removes them from the object store, together with earlier cancelled
 * uploads that could not be removed before. Finished uploads leave the list.
 */
const clearUploads = async (deps: Deps, customerId: string): Promise<void> => {
  const { ports, tasks, records, publisher, discard, schedule } = deps
  const customerTasks = getTasksOfCustomer(deps, customerId)
  const unfinished = customerTasks.filter(({ saved }) => !isFinal(saved.status))
  for (const task of unfinished) tasks.apply(task, 'cancel')
  schedule()
  const whenSaved = records.save(unfinished)
  const cancelled = customerTasks.filter((task) => task.saved.status.state === 'CANCELLED')
  // A task that was cancelled before has no run and is not saved if it is discarded already.
  const toDiscard = cancelled.filter((task) => task.run || unfinished.includes(task) || records.has(task))
  const discards = toDiscard.map((task) => waitUntilDiscarded(task, discard))
  await Promise.race([Promise.all([whenSaved, ...discards]), ports.clock.sleep(clearingTimeoutMs)])
  for (const task of customerTasks) {
    // A cancelled task that is still in the database is not discarded yet. The next sign-in needs it.
    if (!isFinal(task.saved.status) || records.has(task)) continue
    tasks.all.delete(task.saved.id)
    publisher.publishRemoval(task.saved.id)
  }
}

/** Moves a task in the queue of the unfinished tasks. Returns the tasks whose order number changed. */
const moveInQueue = (tasks: readonly LiveTask[], id: string, to: QueueMove): LiveTask[] => {
  const queue = tasks
    .filter(({ saved }) => !isFinal(saved.status))
    .sort((a, b) => a.saved.order - b.saved.order)
  const index = queue.findIndex(({ saved }) => saved.id === id)
  const [task, first] = [queue[index], queue[0]]
  if (!task || !first) return []
  if (to === 'first') {
    if (task === first) return []
    task.saved.order = first.saved.order - 1
    return [task]
  }
  const neighbour = queue[to === 'up' ? index - 1 : index + 1]
  if (!neighbour) return []
  const { order } = task.saved
  task.saved.order = neighbour.saved.order
  neighbour.saved.order = order
  return [task, neighbour]
}

/**
 * Creates the handlers of all commands on existing tasks: buttons of one or more uploads, the order of the
 * queue, the network settings, and what happens at a sign-out. Each resolves when its changes are saved.
 */
export const createCommands = (deps: Deps): Omit<UploadCommands, 'add' | 'give' | 'session'> => {
  const { ports, tasks, records, publisher, schedule, discard, circuitBreaker } = deps
  const { skipRetryDelays, refuseUnread } = deps

  /**
   * Marks the repeats among these tasks, so that they are sent anyway. A repeat is paused because the object
   * store has the same file. The coach has agreed to send it again by starting it.
   */
  const sendRepeatsAnyway = (targets: LiveTask[]) => {
    for (const { saved } of targets) if (isRepeat(saved.status)) saved.sendAnyway = true
  }

  /** Applies the command of a button to several tasks. Ignores tasks whose status does not allow it. */
  const applyToEach = async (targets: LiveTask[], command: UploadButton) => {
    const isStart = command === 'start' || command === 'resume'
    const isCancel = command === 'cancel'
    if (isStart) sendRepeatsAnyway(targets)
    const changed = targets.filter((task) => tasks.apply(task, command))
    // Called after the command, because the end of a cooldown may itself resume these tasks, and the command
    // would then not be allowed.
    if (isStart) skipRetryDelays()
    // A cancel also resumes the tasks that were paused because a cancelled task was storing the same bytes.
    const releasedTasks = isCancel ? findHeldBack(tasks, changed) : []
    for (const task of releasedTasks) tasks.apply(task, 'resume')
    await records.save([...changed, ...releasedTasks])
    // The run of a cancelled task discards it when it ends.
    const cancelledWithoutRun = isCancel ? changed.filter((task) => !task.run) : []
    for (const task of cancelledWithoutRun) void discard.discardTask(task)
    schedule()
  }

  return {
    command: (ids, command) => applyToEach(tasks.findByIds(ids), command),
    tryAgain: async () => circuitBreaker.tryAgain(),
    cancelAll: async (customerId) => {
      refuseUnread(customerId, 'cancelled')
      const unfinished = getTasksOfCustomer(deps, customerId).filter(({ saved }) => !isFinal(saved.status))
      await applyToEach(unfinished, 'cancel')
    },
    move: async (id, to) => {
      const moved = moveInQueue(tasks.getOwnTasks(), id, to)
      moved.forEach(publisher.publishTask)
      await records.save(moved)
    },
    setNetwork: async (settings) => {
      await ports.network.set(settings)
      // Publishes the new settings before the command resolves.
      publisher.flush()
    },
    dismiss: async (ids) => {
      const finished = tasks.findByIds(ids).filter(({ saved }) => isFinal(saved.status))
      const undiscarded = finished.filter(
        (task) => task.saved.status.state === 'CANCELLED' && !isDiscarded(task, records),
      )
      for (const task of finished) {
        // A cancelled task stays saved, hidden from the list, until the object store has removed its upload.
        if (undiscarded.includes(task)) task.saved.dismissed = true
        else tasks.all.delete(task.saved.id)
        publisher.publishRemoval(task.saved.id)
      }
      await records.save(undiscarded)
    },
    clear: (customerId) => {
      refuseUnread(customerId, 'signed-out')
      return clearUploads(deps, customerId)
    },
    handleOf: async (id) => {
      const source = tasks.all.get(id)?.source
      return source?.kind === 'handle' ? source.handle : undefined
    },
  }
}
