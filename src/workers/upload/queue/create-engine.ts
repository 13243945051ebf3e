import type { UploadCommands } from '../../../uploads/commands.ts'
import { transition } from '../../../uploads/task.ts'
import { createCopyQueue } from '../files/create-copy-queue.ts'
import { createAttempt } from '../network/attempt.ts'
import { createCircuitBreaker } from '../network/circuit-breaker.ts'
import { abandonWhenOffline } from '../network/connection.ts'
import { createRequestedWait } from '../network/requested-wait.ts'
import { createSlots, maxConcurrentParts } from '../parts/concurrent-parts.ts'
import { createListStoredFiles } from '../parts/list-stored-files.ts'
import { restoreProgress } from '../remote/complete.ts'
import { createDiscard } from '../remote/discard.ts'
import { isCoolingDown, needsFile, type LiveTask } from '../task/live-task.ts'
import { createPublisher } from '../task/publisher.ts'
import { createTaskRecords, getUsedKeys } from '../task/records.ts'
import { restoreTask } from '../task/restore-task.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { createTaskList, findEarlierSameFile } from '../task/task-list.ts'
import { createAddFiles } from './add-files.ts'
import { createCommands } from './create-commands.ts'
import { createSchedule } from './create-schedule.ts'
import { findNextProbe } from './next-upload.ts'
import type { EnginePorts } from './ports.ts'

export type UploadEngine = UploadCommands & {
  /**
   * Restores the saved tasks. `files` are the files that were chosen in this tab before it became the owner
   * of the uploads, by the ids of their tasks.
   */
  load: (files?: ReadonlyMap<string, File>) => Promise<void>
  /** Publishes everything, for a page or tab that has received nothing yet. */
  publishAll: () => void
}

/** Creates the components of the engine and connects them. It starts no work and restores no tasks. */
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
  const createTaskAttempt = createAttempt({ ...ports, requestedWait, circuitBreaker })
  const attempt = createTaskAttempt()
  /**
   * Returns how many files and parts may be sent at the same time, for one task or over all tasks. While the
   * circuit breaker suspects the network or the task, a single one is sent as a probe.
   */
  const getAvailableSlots = (taskId?: string) =>
    circuitBreaker.getState(taskId) === 'closed' ? maxConcurrentParts : 1
  const uploadContext = {
    ports,
    slots: createSlots(maxConcurrentParts, getAvailableSlots),
    attempt,
    listStoredFiles: createListStoredFiles({ ...ports, attempt }),
    isKeyOfAnother: ({ saved }: LiveTask, key: string) => getUsedKeys({ tasks, records }, saved).has(key),
    findEarlierSameFile: (task: LiveTask) => findEarlierSameFile(tasks, task),
    publishTask: publisher.publishTask,
    save: (task: LiveTask) => records.save([task]),
  }
  const discard = createDiscard(uploadContext, records, tasks, ports.log)
  const askForFile = (task: LiveTask) => {
    const reason = { kind: 'file-needed', because: 'restart' } as const
    // A task that the coach paused keeps its reason. It asks for the file when the coach resumes it.
    if (transition(task.saved.status, 'pause', reason)) tasks.apply(task, 'pause', reason)
  }
  const copyQueue = createCopyQueue({ ports, tasks: allTasks, records, publisher, askForFile })
  const schedule = createSchedule({
    uploadContext,
    createTaskAttempt,
    tasks,
    records,
    discard,
    publisher,
    copyQueue,
    circuitBreaker,
    ports,
  })
  return {
    publisher,
    records,
    tasks,
    uploadContext,
    discard,
    copyQueue,
    schedule,
    requestedWait,
    circuitBreaker,
  }
}

/**
 * Creates the engine, which uploads the files of all tabs: only one engine runs at a time. It restores the
 * saved tasks, performs the commands of the pages, and reacts when the customer, the connection or the
 * network changes. Each of these ends in `schedule`, which starts the tasks that may run now.
 */
export const createEngine = (ports: EnginePorts): UploadEngine => {
  const components = assemble(ports)
  const { publisher, records, tasks, uploadContext, discard, copyQueue, schedule } = components
  const { requestedWait, circuitBreaker } = components

  /**
   * Ends the delays before the next requests: the wait that the object store asked for, and the cooldowns of
   * the circuit breaker. Called when the coach wants to upload now.
   */
  const skipRetryDelays = () => {
    requestedWait.end()
    circuitBreaker.tryAgain()
  }

  const { add, give, refuseUnread } = createAddFiles({ ports, ...components, skipRetryDelays })
  const commands = createCommands({ ports, ...components, skipRetryDelays, refuseUnread })

  /**
   * Asks the object store how far paused tasks are and shows it. A task whose file is missing resumes if the
   * object store already has all of its bytes.
   */
  const restorePausedTasks = async () => {
    for (const task of tasks.getOwnTasks()) {
      // A task cools down because something else answers its requests, so this one would get a wrong answer.
      if (isCoolingDown(task)) continue
      const canFinishWithoutFile = !task.run && (await restoreProgress(uploadContext, task))
      if (!canFinishWithoutFile || !needsFile(task)) continue
      tasks.apply(task, 'resume')
      schedule()
    }
  }

  /** Pauses the tasks of customers who are not signed in, because their requests need their credentials. */
  const pauseTasksOfOthers = () => tasks.pauseEach({ kind: 'sign-in-needed' }, (task) => !tasks.isOwn(task))

  /** Continues the work that waited until the object store could be reached. */
  const continueWork = () => {
    discard.discardRemaining()
    schedule()
    void restorePausedTasks()
  }

  ports.connection.subscribe((isLost) => {
    if (isLost) return tasks.pauseEach({ kind: 'offline' }, () => true)
    tasks.resumeEach('offline')
    continueWork()
  })

  circuitBreaker.subscribe(() => {
    if (circuitBreaker.getNetworkState() !== 'open') return continueWork()
    // Something else on the network answers in place of the object store, so all tasks cool down.
    tasks.pauseEach({ kind: 'foreign-answer' }, () => true)
    const probe = findNextProbe(tasks.getOwnTasks(), circuitBreaker.getFailureCount)
    const hasNeverFailed = probe && circuitBreaker.getFailureCount(probe.saved.id) === 0
    // A content filter may reject only some uploads, so one that has never failed need not wait for the cooldown.
    if (hasNeverFailed) circuitBreaker.tryOtherUpload()
  })

  ports.network.subscribe(() => {
    publisher.publishNetwork()
    circuitBreaker.tryAgain()
    // `schedule` pauses the tasks again if the settings still hold them back.
    tasks.resumeEach('wifi-needed', 'data-saver')
    schedule()
  })

  requestedWait.subscribe(publisher.publishNetwork)

  const load: UploadEngine['load'] = async (files) => {
    const addToList = (savedTasks: SavedTask[]) => {
      for (const saved of savedTasks) tasks.all.set(saved.id, restoreTask(saved, ports, files?.get(saved.id)))
      pauseTasksOfOthers()
      publisher.publishAll()
    }
    // If the database responds too late, the uploads start without the saved tasks, which are added later.
    const savedTasks = await records.load((lateTasks) => {
      addToList(lateTasks)
      continueWork()
    })
    addToList(savedTasks ?? [])
    // `sweep` deletes the copies of files that belong to no task. Without the saved tasks, it would delete
    // copies that they still need.
    if (savedTasks) void copyQueue.sweep()
    continueWork()
  }

  const session: UploadEngine['session'] = async (customerId) => {
    ports.setCustomer(customerId)
    const isOtherCustomer = tasks.setCustomer(customerId)
    pauseTasksOfOthers()
    discard.discardRemaining()
    circuitBreaker.tryAgain()
    // `schedule` pauses the tasks again that must still not run.
    tasks.resumeEach('sign-in-needed', 'offline', 'wifi-needed', 'data-saver')
    schedule()
    if (isOtherCustomer) void restorePausedTasks()
  }

  return { add, give, ...commands, load, publishAll: publisher.publishAll, session }
}
