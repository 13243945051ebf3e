import type { UploadCommands } from '../../../uploads/commands.ts'
import { isFinal, isRepeat, type UploadButton } from '../../../uploads/task.ts'
import { clearUploads } from './clear-uploads.ts'
import { createAddFiles, giveFile, type AddFilesDeps } from './add-files.ts'
import type { LiveTask } from '../task/live-task.ts'
import { isDiscarded } from '../task/records.ts'
import type { CircuitBreaker } from '../network/circuit-breaker.ts'
import type { RequestedWait } from '../network/requested-wait.ts'
import { moveInQueue } from './move-in-queue.ts'
import { heldBackBy } from './same-file.ts'
import type { Discard } from '../remote/discard.ts'

type Deps = AddFilesDeps & {
  discard: Discard
  requestedWait: Pick<RequestedWait, 'end'>
  circuitBreaker: Pick<CircuitBreaker, 'tryAgain'>
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
      const theirs = [...tasks.all.values()].filter(({ saved }) => saved.customer === customer)
      await commandEach(
        theirs.filter(({ saved }) => !isFinal(saved.status)),
        'cancel',
      )
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
      return clearUploads({ ...deps, clock: ports.clock }, customer)
    },
    handleOf: async (id) => {
      const source = tasks.all.get(id)?.source
      return source?.kind === 'handle' ? source.handle : undefined
    },
  }
}
