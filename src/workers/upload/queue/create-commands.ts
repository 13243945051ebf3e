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
  /** Ends all waits before new requests, because the coach wants to upload now. */
  endWaits: () => void
  refuseUnread: AddFiles['refuseUnread']
}

/**
 * How long a sign-out waits until the object store has removed everything. The next sign-in removes the rest.
 */
const clearingTimeoutMs = 10_000

const getTasksOfCustomer = ({ tasks }: Deps, customer: string): LiveTask[] =>
  [...tasks.all.values()].filter(({ saved }) => saved.customer === customer)

/**
 * Resolves when the object store has removed what a task left there. If the task has a run, the run does this
 * when it ends.
 */
const waitUntilDiscarded = (task: LiveTask, discard: Discard): Promise<void> =>
  task.run ? task.run.ended : discard.discardTask(task)

/**
 * Cancels a customer's unfinished uploads and removes them from the object store (specification §4), together
 * with uploads that the customer cancelled while the object store could not be reached. Finished uploads
 * leave the list, because other people may use this device.
 */
const clearUploads = async (deps: Deps, customer: string): Promise<void> => {
  const { ports, tasks, records, publisher, discard, schedule } = deps
  const customerTasks = getTasksOfCustomer(deps, customer)
  const unfinished = customerTasks.filter(({ saved }) => !isFinal(saved.status))
  for (const task of unfinished) tasks.apply(task, 'cancel')
  schedule()
  const saved = records.save(unfinished)
  const cancelled = customerTasks.filter((task) => task.saved.status.state === 'CANCELLED')
  const toDiscard = cancelled.filter((task) => task.run || unfinished.includes(task) || records.has(task))
  const allDiscarded = Promise.all([saved, ...toDiscard.map((task) => waitUntilDiscarded(task, discard))])
  await Promise.race([allDiscarded, ports.clock.sleep(clearingTimeoutMs)])
  for (const task of customerTasks) {
    if (!isFinal(task.saved.status) || records.has(task)) continue
    tasks.all.delete(task.saved.id)
    publisher.publishRemoval(task.saved.id)
  }
}

/** Moves a task among the unfinished tasks, and returns the tasks whose order changed. */
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

/** Creates the handlers of all commands on existing tasks. */
export const createCommands = (deps: Deps): Omit<UploadCommands, 'add' | 'give' | 'session'> => {
  const { ports, tasks, records, publisher, schedule, discard, circuitBreaker, endWaits, refuseUnread } = deps

  const commandEach = async (targets: LiveTask[], command: UploadButton) => {
    const isStart = command === 'start' || command === 'resume'
    if (isStart) for (const { saved } of targets) if (isRepeat(saved.status)) saved.sendAnyway = true
    const changed = targets.filter((task) => tasks.apply(task, command))
    // Called after the command: the end of a rest may itself resume these tasks, and the command would then
    // not be allowed.
    if (isStart) endWaits()
    // These tasks waited because the cancelled tasks were storing the same bytes.
    const released = command === 'cancel' ? findHeldBack(tasks, changed) : []
    for (const task of released) tasks.apply(task, 'resume')
    await records.save([...changed, ...released])
    for (const task of changed) if (command === 'cancel' && !task.run) void discard.discardTask(task)
    schedule()
  }

  return {
    command: (ids, command) => commandEach(tasks.findByIds(ids), command),
    tryAgain: async () => circuitBreaker.tryAgain(),
    cancelAll: async (customer) => {
      refuseUnread(customer, 'cancelled')
      const unfinished = getTasksOfCustomer(deps, customer).filter(({ saved }) => !isFinal(saved.status))
      await commandEach(unfinished, 'cancel')
    },
    move: async (id, to) => {
      const moved = moveInQueue(tasks.getOwnTasks(), id, to)
      moved.forEach(publisher.publishTask)
      await records.save(moved)
    },
    setNetwork: async (settings) => {
      await ports.network.set(settings)
      // The caller receives the new settings before the command resolves.
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
    clear: (customer) => {
      refuseUnread(customer, 'signed-out')
      return clearUploads(deps, customer)
    },
    handleOf: async (id) => {
      const source = tasks.all.get(id)?.source
      return source?.kind === 'handle' ? source.handle : undefined
    },
  }
}
