import type { UploadCommands, QueueMove } from '../../../uploads/commands.ts'
import { isFinal, isRepeat, type UploadButton } from '../../../uploads/task.ts'
import { createAddFiles, giveFile, type AddFilesDeps } from './add-files.ts'
import type { LiveTask } from '../task/live-task.ts'
import { isDiscarded } from '../task/records.ts'
import type { CircuitBreaker } from '../network/circuit-breaker.ts'
import type { RequestedWait } from '../network/requested-wait.ts'
import { heldBackBy } from '../remote/repeats.ts'
import type { Discard } from '../remote/discard.ts'

type Deps = AddFilesDeps & {
  discard: Discard
  requestedWait: Pick<RequestedWait, 'end'>
  circuitBreaker: Pick<CircuitBreaker, 'tryAgain'>
}

/**
 * ms that the store has to remove everything. Signing out takes no longer, and the next sign-in does the
 * rest.
 */
const clearingTimeout = 10_000

const tasksOf = ({ tasks }: Deps, customer: string): LiveTask[] =>
  [...tasks.all.values()].filter(({ saved }) => saved.customer === customer)

const whenDiscarded = (task: LiveTask, discard: Discard): Promise<void> =>
  task.run ? task.run.ended : discard.one(task)

/**
 * Cancels a customer's unfinished uploads and removes them from the store (specification §4), together with
 * uploads that the customer cancelled while the store was out of reach. Finished uploads leave the list,
 * because other people may use this device.
 */
const clearUploads = async (deps: Deps, customer: string): Promise<void> => {
  const { ports, tasks, records, publisher, discard, schedule } = deps
  const theirs = tasksOf(deps, customer)
  const unfinished = theirs.filter(({ saved }) => !isFinal(saved.status))
  for (const task of unfinished) tasks.apply(task, 'cancel')
  schedule()
  const saved = records.save(unfinished)
  const cancelled = theirs.filter((task) => task.saved.status.state === 'CANCELLED')
  const inStore = cancelled.filter((task) => task.run || unfinished.includes(task) || records.has(task))
  const everything = Promise.all([saved, ...inStore.map((task) => whenDiscarded(task, discard))])
  await Promise.race([everything, ports.clock.sleep(clearingTimeout)])
  for (const task of theirs) {
    if (!isFinal(task.saved.status) || records.has(task)) continue
    tasks.all.delete(task.saved.id)
    publisher.removed(task.saved.id)
  }
}

/** Moves a task among the unfinished tasks, and returns the tasks whose order changed. */
const moveInQueue = (tasks: readonly LiveTask[], id: string, to: QueueMove): LiveTask[] => {
  const queue = tasks
    .filter(({ saved }) => !isFinal(saved.status))
    .sort((a, b) => a.saved.order - b.saved.order)
  const place = queue.findIndex(({ saved }) => saved.id === id)
  const [task, first] = [queue[place], queue[0]]
  if (!task || !first) return []
  if (to === 'first') {
    if (task === first) return []
    task.saved.order = first.saved.order - 1
    return [task]
  }
  const neighbour = queue[to === 'up' ? place - 1 : place + 1]
  if (!neighbour) return []
  const { order } = task.saved
  task.saved.order = neighbour.saved.order
  neighbour.saved.order = order
  return [task, neighbour]
}

/**
 * The handlers of the commands on tasks. A command that sends something ends the waits that the store asked
 * for.
 */
export const createCommands = (deps: Deps): Omit<UploadCommands, 'session'> => {
  const { ports, tasks, records, publisher, schedule, discard, requestedWait, circuitBreaker } = deps
  const choosing = createAddFiles(deps)

  const endWaits = () => {
    requestedWait.end()
    circuitBreaker.tryAgain()
  }

  const commandEach = async (to: LiveTask[], command: UploadButton) => {
    const continues = command === 'start' || command === 'resume'
    if (continues) for (const { saved } of to) if (isRepeat(saved.status)) saved.sendAnyway = true
    const done = to.filter((task) => tasks.apply(task, command))
    // After the command: ending a rest also resumes these tasks.
    if (continues) endWaits()
    // The cancelled tasks no longer store the files that these tasks would have repeated.
    const next = command === 'cancel' ? heldBackBy(tasks, done) : []
    for (const task of next) tasks.apply(task, 'resume')
    await records.save([...done, ...next])
    for (const task of done) if (command === 'cancel' && !task.run) void discard.one(task)
    schedule()
  }

  return {
    add: (...args) => {
      endWaits()
      return choosing.add(...args)
    },
    give: (id, chosen) => {
      endWaits()
      return giveFile(deps, id, chosen)
    },
    command: (ids, command) => commandEach(tasks.of(ids), command),
    tryAgain: async () => circuitBreaker.tryAgain(),
    cancelAll: async (customer) => {
      choosing.end(customer, 'cancelled')
      const unfinished = tasksOf(deps, customer).filter(({ saved }) => !isFinal(saved.status))
      await commandEach(unfinished, 'cancel')
    },
    move: async (id, to) => {
      const moved = moveInQueue(tasks.mine(), id, to)
      moved.forEach(publisher.changed)
      await records.save(moved)
    },
    setNetwork: async (settings) => {
      await ports.network.set(settings)
      // The caller receives the new settings before the command resolves.
      publisher.now()
    },
    dismiss: async (ids) => {
      const done = tasks.of(ids).filter(({ saved }) => isFinal(saved.status))
      const untold = done.filter(
        (task) => task.saved.status.state === 'CANCELLED' && !isDiscarded(task, records),
      )
      for (const task of done) {
        // A cancel that the store does not know of yet stays saved, hidden from the list, until the store
        // knows.
        if (untold.includes(task)) task.saved.dismissed = true
        else tasks.all.delete(task.saved.id)
        publisher.removed(task.saved.id)
      }
      await records.save(untold)
    },
    clear: (customer) => {
      choosing.end(customer, 'signed-out')
      return clearUploads(deps, customer)
    },
    handleOf: async (id) => {
      const source = tasks.all.get(id)?.source
      return source?.kind === 'handle' ? source.handle : undefined
    },
  }
}
