import { fail } from '../../../lib/result.ts'
import type { PauseReason } from '../../../uploads/task.ts'
import type { CopyQueue } from '../files/create-copy-queue.ts'
import type { Attempt } from '../network/attempt.ts'
import type { CircuitBreaker } from '../network/circuit-breaker.ts'
import type { UploadContext } from '../parts/upload-job.ts'
import type { Discard } from '../remote/discard.ts'
import { isActive, isCoolingDown, type LiveTask, type Run } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import type { TaskRecords } from '../task/records.ts'
import { dropFile } from '../task/source.ts'
import type { TaskList } from '../task/task-list.ts'
import { getPauseMessage, toPauseReason } from '../transport/storage-failure.ts'
import { findNextProbe, findNextUpload } from './next-upload.ts'
import type { EnginePorts } from './ports.ts'
import { uploadFile } from './upload-file.ts'

type Deps = {
  uploadContext: UploadContext
  /** Creates the function that retries the requests of one task. */
  createTaskAttempt: (taskId: string) => Attempt
  tasks: TaskList
  records: TaskRecords
  discard: Pick<Discard, 'discardTask'>
  publisher: Pick<Publisher, 'flush'>
  copyQueue: Pick<CopyQueue, 'wake'>
  circuitBreaker: Pick<CircuitBreaker, 'getNetworkState' | 'getState' | 'getFailureCount'>
  ports: Pick<EnginePorts, 'connection' | 'network' | 'log'>
}

/** The reason for the pause of a task that cools down (`isCoolingDown`). */
const cooldownReason = { kind: 'foreign-answer' } as const

/** Whether a task waits to be worked on. */
const isWaiting = ({ saved, run }: LiveTask): boolean =>
  !run && (saved.status.state === 'INIT' || saved.status.state === 'IN_PROGRESS')

/** Creates a function that works on a task until it is stored, cancelled or has to pause. */
const createRunUpload = (deps: Deps) => {
  const { uploadContext, createTaskAttempt, tasks, records } = deps
  const { connection, log } = deps.ports

  /** Logs an unexpected error, and converts it into a failure that pauses the task. */
  const logUnexpectedError = (error: unknown) => {
    log.error('An upload failed unexpectedly', { error: String(error) })
    return fail({ kind: 'refused', code: 'UnexpectedError' } as const)
  }

  const pauseTask = async (task: LiveTask, reason: PauseReason) => {
    // Only a refusal by the object store is logged as an error, because the other reasons come from the coach
    // or are temporary.
    if (reason.kind === 'server-refused') log.error(getPauseMessage(reason.code), { code: reason.code })
    if (reason.kind === 'sign-in-needed') log.warn('An upload waits until its customer signs in again')
    tasks.apply(task, 'pause', reason)
    await uploadContext.save(task)
    // The connection may have returned while the pause was being saved.
    if (reason.kind === 'offline' && !connection.isLost()) tasks.resumeEach('offline')
  }

  return async (task: LiveTask, signal: AbortSignal): Promise<void> => {
    const outcome = await uploadFile({
      ...uploadContext,
      attempt: createTaskAttempt(task.saved.id),
      task,
      signal,
    }).catch(logUnexpectedError)
    // The task was paused or cancelled during the upload.
    if (task.saved.status.state !== 'IN_PROGRESS') return
    if (outcome.ok) {
      tasks.apply(task, 'complete')
      dropFile(task)
      void records.remove([task])
      return
    }
    const reason = signal.aborted ? undefined : toPauseReason(outcome.error)
    if (reason) await pauseTask(task, reason)
  }
}

/**
 * Creates the function that brings the tasks in line with the current conditions: it pauses the signed-in
 * customer's tasks that must not run now, and starts as many of the others as may be active. Call it whenever
 * a condition has changed or a task may have ended.
 */
export const createSchedule = (deps: Deps): (() => void) => {
  const { tasks, discard, publisher, copyQueue, circuitBreaker } = deps
  const { connection, network, log } = deps.ports
  const runUpload = createRunUpload(deps)
  const logFailure = (error: unknown) =>
    log.error('A cancelled upload failed unexpectedly', { error: String(error) })

  /** Uploads the file of a task, and then starts the tasks that can run next. */
  const runTask = async (task: LiveTask, signal: AbortSignal) => {
    await runUpload(task, signal)
    delete task.run
    if (task.saved.status.state === 'CANCELLED') await discard.discardTask(task).catch(logFailure)
    schedule()
    // Publishes the end of the last run without delay.
    if (![...tasks.all.values()].some((other) => other.run)) publisher.flush()
  }

  const startRun = (task: LiveTask) => {
    const controller = new AbortController()
    const run: Run = { controller, phase: 'preparing', ended: Promise.resolve() }
    task.run = run
    run.ended = runTask(task, controller.signal)
  }

  const startTask = (task: LiveTask) => {
    const { state } = task.saved.status
    if (state !== 'IN_PROGRESS') tasks.apply(task, state === 'INIT' ? 'start' : 'resume')
    if (!task.run) startRun(task)
  }

  /** Starts a single task, to find out whether the object store answers again. Pauses all others. */
  const startProbe = () => {
    const probe = findNextProbe(tasks.getOwnTasks(), circuitBreaker.getFailureCount)
    tasks.pauseEach(cooldownReason, (task) => tasks.isOwn(task) && task !== probe)
    if (probe) startTask(probe)
  }

  /**
   * Whether a body of a task has failed, and the object store has stored none of its bodies since then. A
   * body fails if it is sent, but something else on the network answers in place of the object store.
   */
  const isSuspect = ({ saved }: LiveTask) => circuitBreaker.getState(saved.id) !== 'closed'
  const shouldCoolDown = ({ saved }: LiveTask) => circuitBreaker.getState(saved.id) === 'open'

  /** Resumes the tasks whose cooldown has ended. */
  const resumeAfterCooldown = () => {
    for (const task of tasks.getOwnTasks())
      if (isCoolingDown(task) && !shouldCoolDown(task)) tasks.apply(task, 'resume')
  }

  const isActiveSuspect = (task: LiveTask) => isActive(task) && isSuspect(task)
  /** Whether a task may be started. Only one of the suspect tasks runs at a time. */
  const canStart = (task: LiveTask) => {
    if (!tasks.isOwn(task) || !isWaiting(task)) return false
    return !isSuspect(task) || !tasks.getOwnTasks().some(isActiveSuspect)
  }

  const startAsManyAsPossible = () => {
    for (;;) {
      const next = findNextUpload([...tasks.all.values()], canStart)
      if (!next) return
      startTask(next)
    }
  }

  const schedule = () => {
    copyQueue.wake()
    // The conditions that stop all tasks come first.
    if (connection.isLost()) return tasks.pauseEach({ kind: 'offline' }, tasks.isOwn)
    if (circuitBreaker.getNetworkState() === 'open') return tasks.pauseEach(cooldownReason, tasks.isOwn)
    const holdReason = network.getView().held
    if (holdReason) {
      // Tasks whose cooldown has ended are resumed first, so that they pause because of the settings, which
      // is a reason that the coach can change.
      resumeAfterCooldown()
      return tasks.pauseEach({ kind: holdReason }, tasks.isOwn)
    }
    if (circuitBreaker.getNetworkState() === 'half-open') return startProbe()
    tasks.pauseEach(cooldownReason, (task) => tasks.isOwn(task) && shouldCoolDown(task))
    resumeAfterCooldown()
    return startAsManyAsPossible()
  }

  return schedule
}
