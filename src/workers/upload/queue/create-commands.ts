import type { QueueMove, UploadCommands } from '../../../uploads/commands.ts'
import { isFinal, isRepeat, type UploadButton } from '../../../uploads/task.ts'
import type { CircuitBreaker } from '../network/circuit-breaker.ts'
import type { Discard } from '../remote/discard.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import { isDiscarded, type TaskRecords } from '../task/records.ts'
import { heldBackBy, type TaskList } from '../task/task-list.ts'
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
  /** Ends the waits that the object store asked for. */
  endWaits: () => void
  refuseUnread: AddFiles['refuseUnread']
}

/** ms that the object store has to remove everything at sign-out. The next sign-in removes the rest. */
const clearingTimeout = 10_000

const tasksOfCustomer = ({ tasks }: Deps, customer: string): LiveTask[] =>
  [...tasks.all.values()].filter(({ saved }) => saved.customer === customer)

const whenDiscarded = (task: LiveTask, discard: Discard): Promise<void> =>
  task.run ? task.run.ended : discard.discardTask(task)

/**
 * Cancels a customer's unfinished uploads and removes them from the object store (specification §4), together
 * with uploads that the customer cancelled while the object store was out of reach. Finished uploads leave
 * the list, because other people may use this device.
 */
const clearUploads = async (deps: Deps, customer: string): Promise<void> => {
  const { ports, tasks, records, publisher, discard, schedule } = deps
  const customerTasks = tasksOfCustomer(deps, customer)
  const unfinished = customerTasks.filter(({ saved }) => !isFinal(saved.status))
  for (const task of unfinished) tasks.apply(task, 'cancel')
  schedule()
  const saved = records.save(unfinished)
  const cancelled = customerTasks.filter((task) => task.saved.status.state === 'CANCELLED')
  const toDiscard = cancelled.filter((task) => task.run || unfinished.includes(task) || records.has(task))
  const discarding = Promise.all([saved, ...toDiscard.map((task) => whenDiscarded(task, discard))])
  await Promise.race([discarding, ports.clock.sleep(clearingTimeout)])
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

/** The handlers of the commands on tasks. */
export const createCommands = (deps: Deps): Omit<UploadCommands, 'add' | 'give' | 'session'> => {
  const { ports, tasks, records, publisher, schedule, discard, circuitBreaker, endWaits, refuseUnread } = deps

  const commandEach = async (targets: LiveTask[], command: UploadButton) => {
    const isStart = command === 'start' || command === 'resume'
    if (isStart) for (const { saved } of targets) if (isRepeat(saved.status)) saved.sendAnyway = true
    const changed = targets.filter((task) => tasks.apply(task, command))
    // After the command: ending a rest also resumes these tasks.
    if (isStart) endWaits()
    // These tasks waited because the cancelled tasks were storing the same bytes.
    const released = command === 'cancel' ? heldBackBy(tasks, changed) : []
    for (const task of released) tasks.apply(task, 'resume')
    await records.save([...changed, ...released])
    for (const task of changed) if (command === 'cancel' && !task.run) void discard.discardTask(task)
    schedule()
  }

  return {
    command: (ids, command) => commandEach(tasks.byIds(ids), command),
    tryAgain: async () => circuitBreaker.tryAgain(),
    cancelAll: async (customer) => {
      refuseUnread(customer, 'cancelled')
      const unfinished = tasksOfCustomer(deps, customer).filter(({ saved }) => !isFinal(saved.status))
      await commandEach(unfinished, 'cancel')
    },
    move: async (id, to) => {
      const moved = moveInQueue(tasks.mine(), id, to)
      moved.forEach(publisher.publishTask)
      await records.save(moved)
    },
    setNetwork: async (settings) => {
      await ports.network.set(settings)
      // The caller receives the new settings before the command resolves.
      publisher.flush()
    },
    dismiss: async (ids) => {
      const finished = tasks.byIds(ids).filter(({ saved }) => isFinal(saved.status))
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
