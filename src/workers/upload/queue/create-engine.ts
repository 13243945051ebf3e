import type { UploadCommands } from '../../../uploads/commands.ts'
import { transition } from '../../../uploads/task.ts'
import { createCopyQueue } from '../files/create-copy-queue.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { createAttempt } from '../network/attempt.ts'
import { createCircuitBreaker } from '../network/circuit-breaker.ts'
import { createRequestedWait } from '../network/requested-wait.ts'
import { createCommands } from './create-commands.ts'
import { keysOfTasks } from './new-task.ts'
import { nextTry } from './next-upload.ts'
import { sameFileBefore } from '../remote/repeats.ts'
import { createSchedule } from './create-schedule.ts'
import { isResting, needsFile, type LiveTask } from '../task/live-task.ts'
import type { EnginePorts } from './ports.ts'
import { createPublisher } from '../task/publisher.ts'
import { restoreProgress } from '../remote/complete.ts'
import { restoreTask } from '../task/restore-task.ts'
import { createRecords } from '../task/records.ts'
import { concurrentParts, createSlots } from '../parts/slots.ts'
import { createStoredFiles } from '../parts/stored-files.ts'
import { createDiscard } from '../remote/discard.ts'
import { createTaskList } from '../task/task-list.ts'
import { abandonWhenOffline } from '../network/connection.ts'

export type UploadEngine = UploadCommands & {
  /**
   * Takes over the saved tasks. `files` are the files that this worker still holds from before it became the
   * owner.
   */
  load: (files?: ReadonlyMap<string, File>) => Promise<void>
  /** Publishes everything, for a page or tab that knows nothing yet. */
  publishAll: () => void
}

/** Creates the parts of the engine. The arguments of each part show which other parts it needs. */
const assemble = (given: EnginePorts) => {
  const ports = { ...given, transport: abandonWhenOffline(given.transport, given.connection) }
  const all = new Map<string, LiveTask>()
  const requestedWait = createRequestedWait(ports.clock)
  const circuitBreaker = createCircuitBreaker(ports)
  const publisher = createPublisher(all, { ...ports, requestedWait })
  const records = createRecords(ports, publisher)
  const tasks = createTaskList(all, publisher, ports)
  const attemptOf = createAttempt({ ...ports, requestedWait, circuitBreaker })
  const attempt = attemptOf()
  const placesOf = (upload?: string) => (circuitBreaker.stateOf(upload) === 'closed' ? concurrentParts : 1)
  const work = {
    ports,
    slots: createSlots(concurrentParts, placesOf),
    attempt,
    storedFiles: createStoredFiles({ ...ports, attempt }),
    isKeyOfAnother: ({ saved }: LiveTask, key: string) => keysOfTasks({ tasks, records }, saved).has(key),
    sameFileBefore: (task: LiveTask) => sameFileBefore(tasks, task),
    changed: publisher.changed,
    save: (task: LiveTask) => records.save([task]),
  }
  const discard = createDiscard(work, records, tasks, ports.log)
  const askForFile = (task: LiveTask) => {
    const reason = { kind: 'file-needed', because: 'restart' } as const
    // If the coach paused the task, it asks for the file when the coach resumes it.
    if (transition(task.saved.status, 'pause', reason)) tasks.apply(task, 'pause', reason)
  }
  const copyQueue = createCopyQueue({ ports, tasks: all, records, publisher, askForFile })
  const schedule = createSchedule({
    work,
    attemptOf,
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

  const restoreEach = async () => {
    for (const task of tasks.mine()) {
      if (isResting(task)) continue
      const canEnd = !task.run && (await restoreProgress(work, task))
      if (!canEnd || !needsFile(task)) continue
      tasks.apply(task, 'resume')
      schedule()
    }
  }

  const pauseOthers = () => tasks.pauseEach({ kind: 'sign-in-needed' }, (task) => !tasks.isMine(task))

  const continueWork = () => {
    discard.remaining()
    schedule()
    void restoreEach()
  }

  ports.connection.subscribe((lost) => {
    if (lost) return tasks.pauseEach({ kind: 'offline' }, () => true)
    tasks.resumeEach('offline')
    continueWork()
  })

  circuitBreaker.subscribe(() => {
    if (circuitBreaker.state() !== 'open') return continueWork()
    tasks.pauseEach({ kind: 'foreign-answer' }, () => true)
    const next = nextTry(tasks.mine(), circuitBreaker.losses)
    if (next && circuitBreaker.losses(next.saved.id) === 0) circuitBreaker.tryOther()
  })

  ports.network.subscribe(() => {
    publisher.network()
    circuitBreaker.tryAgain()
    tasks.resumeEach('wifi-needed', 'data-saver')
    schedule()
  })

  requestedWait.subscribe(publisher.network)

  return {
    ...createCommands({ ports, ...parts }),
    load: async (files) => {
      const takeOver = (known: SavedTask[]) => {
        for (const saved of known) tasks.all.set(saved.id, restoreTask(saved, ports, files?.get(saved.id)))
        pauseOthers()
        publisher.all()
      }
      const known = await records.load((late) => {
        takeOver(late)
        continueWork()
      })
      takeOver(known ?? [])
      // If the records cannot be read, the tasks may still exist, so their copies stay.
      if (known) void copyQueue.sweep()
      continueWork()
    },
    publishAll: publisher.all,
    session: async (customer) => {
      ports.setCustomer(customer)
      const isOther = tasks.setCustomer(customer)
      pauseOthers()
      discard.remaining()
      circuitBreaker.tryAgain()
      tasks.resumeEach('sign-in-needed', 'offline', 'wifi-needed', 'data-saver')
      schedule()
      if (isOther) void restoreEach()
    },
  }
}
