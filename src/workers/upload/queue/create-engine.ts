import type { UploadCommands } from '../../../uploads/commands.ts'
import { transition } from '../../../uploads/task.ts'
import { createCopyQueue } from '../files/create-copy-queue.ts'
import { createAttempt } from '../network/attempt.ts'
import { createCircuitBreaker } from '../network/circuit-breaker.ts'
import { abandonWhenOffline } from '../network/connection.ts'
import { createRequestedWait } from '../network/requested-wait.ts'
import { concurrentParts, createSlots } from '../parts/concurrent-parts.ts'
import { createStoredFiles } from '../parts/stored-files.ts'
import { restoreProgress } from '../remote/complete.ts'
import { createDiscard } from '../remote/discard.ts'
import { isResting, needsFile, type LiveTask } from '../task/live-task.ts'
import { createPublisher } from '../task/publisher.ts'
import { createTaskRecords, keysOfTasks } from '../task/records.ts'
import { restoreTask } from '../task/restore-task.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { createTaskList, sameFileBefore } from '../task/task-list.ts'
import { createAddFiles } from './add-files.ts'
import { createCommands } from './create-commands.ts'
import { createSchedule, nextTrial } from './create-schedule.ts'
import type { EnginePorts } from './ports.ts'

export type UploadEngine = UploadCommands & {
  /**
   * Takes over the saved tasks. `files` are the files that this worker still holds from before it became the
   * owner.
   */
  load: (files?: ReadonlyMap<string, File>) => Promise<void>
  /** Publishes everything, for a page or tab that knows nothing yet. */
  publishAll: () => void
}

/** Creates the parts of the engine and connects them. */
const assemble = (enginePorts: EnginePorts) => {
  const ports = {
    ...enginePorts,
    transport: abandonWhenOffline(enginePorts.transport, enginePorts.connection),
  }
  const allTasks = new Map<string, LiveTask>()
  const requestedWait = createRequestedWait(ports.clock)
  const circuitBreaker = createCircuitBreaker(ports)
  const publisher = createPublisher(allTasks, { ...ports, requestedWait })
  const records = createTaskRecords(ports, publisher)
  const tasks = createTaskList(allTasks, publisher, ports)
  const createUploadAttempt = createAttempt({ ...ports, requestedWait, circuitBreaker })
  const attempt = createUploadAttempt()
  /** Only one body at a time finds out whether the object store is back. */
  const slotsFor = (upload?: string) => (circuitBreaker.getState(upload) === 'closed' ? concurrentParts : 1)
  const work = {
    ports,
    slots: createSlots(concurrentParts, slotsFor),
    attempt,
    storedFiles: createStoredFiles({ ...ports, attempt }),
    isKeyOfAnother: ({ saved }: LiveTask, key: string) => keysOfTasks({ tasks, records }, saved).has(key),
    sameFileBefore: (task: LiveTask) => sameFileBefore(tasks, task),
    publishTask: publisher.publishTask,
    save: (task: LiveTask) => records.save([task]),
  }
  const discard = createDiscard(work, records, tasks, ports.log)
  const askForFile = (task: LiveTask) => {
    const reason = { kind: 'file-needed', because: 'restart' } as const
    // If the coach paused the task, it asks for the file when the coach resumes it.
    if (transition(task.saved.status, 'pause', reason)) tasks.apply(task, 'pause', reason)
  }
  const copyQueue = createCopyQueue({ ports, tasks: allTasks, records, publisher, askForFile })
  const schedule = createSchedule({
    work,
    createUploadAttempt,
    tasks,
    records,
    discard,
    publisher,
    copyQueue,
    circuitBreaker,
    ports,
  })
  return { publisher, records, tasks, work, discard, copyQueue, schedule, requestedWait, circuitBreaker }
}

/**
 * The uploads of this device: chooses which task to work on, and carries out commands. One engine runs over
 * all tabs.
 */
export const createEngine = (ports: EnginePorts): UploadEngine => {
  const parts = assemble(ports)
  const { publisher, records, tasks, work, discard, copyQueue, schedule, requestedWait, circuitBreaker } =
    parts

  /** Ends the waits that the object store asked for, because a person wants to try now. */
  const endWaits = () => {
    requestedWait.end()
    circuitBreaker.tryAgain()
  }

  const { add, give, refuseUnread } = createAddFiles({ ports, ...parts, endWaits })
  const commands = createCommands({ ports, ...parts, endWaits, refuseUnread })

  /** Shows the progress of waiting tasks, and resumes those that can be completed without their files. */
  const restoreWaiting = async () => {
    for (const task of tasks.mine()) {
      if (isResting(task)) continue
      const canFinish = !task.run && (await restoreProgress(work, task))
      if (!canFinish || !needsFile(task)) continue
      tasks.apply(task, 'resume')
      schedule()
    }
  }

  /** Pauses the tasks of customers who are not signed in. */
  const pauseOthers = () => tasks.pauseEach({ kind: 'sign-in-needed' }, (task) => !tasks.isMine(task))

  const continueWork = () => {
    discard.discardRemaining()
    schedule()
    void restoreWaiting()
  }

  ports.connection.subscribe((isLost) => {
    if (isLost) return tasks.pauseEach({ kind: 'offline' }, () => true)
    tasks.resumeEach('offline')
    continueWork()
  })

  circuitBreaker.subscribe(() => {
    if (circuitBreaker.state() !== 'open') return continueWork()
    tasks.pauseEach({ kind: 'foreign-answer' }, () => true)
    const trial = nextTrial(tasks.mine(), circuitBreaker.losses)
    if (trial && circuitBreaker.losses(trial.saved.id) === 0) circuitBreaker.tryOther()
  })

  ports.network.subscribe(() => {
    publisher.publishNetwork()
    circuitBreaker.tryAgain()
    tasks.resumeEach('wifi-needed', 'data-saver')
    schedule()
  })

  requestedWait.subscribe(publisher.publishNetwork)

  return {
    add,
    give,
    ...commands,
    load: async (files) => {
      const takeOver = (savedTasks: SavedTask[]) => {
        for (const saved of savedTasks)
          tasks.all.set(saved.id, restoreTask(saved, ports, files?.get(saved.id)))
        pauseOthers()
        publisher.publishAll()
      }
      const savedTasks = await records.load((lateTasks) => {
        takeOver(lateTasks)
        continueWork()
      })
      takeOver(savedTasks ?? [])
      // If the records cannot be read, the tasks may still exist, so their copies stay.
      if (savedTasks) void copyQueue.sweep()
      continueWork()
    },
    publishAll: publisher.publishAll,
    session: async (customer) => {
      ports.setCustomer(customer)
      const isOtherCustomer = tasks.setCustomer(customer)
      pauseOthers()
      discard.discardRemaining()
      circuitBreaker.tryAgain()
      tasks.resumeEach('sign-in-needed', 'offline', 'wifi-needed', 'data-saver')
      schedule()
      if (isOtherCustomer) void restoreWaiting()
    },
  }
}
