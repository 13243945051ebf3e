import { fail } from '../../../lib/result.ts'
import { defaultPartSize } from '../../../uploads/plan-parts.ts'
import type { PauseReason } from '../../../uploads/task.ts'
import type { CopyQueue } from '../files/create-copy-queue.ts'
import type { Attempt } from '../network/attempt.ts'
import type { CircuitBreaker } from '../network/circuit-breaker.ts'
import type { UploadContext } from '../parts/job.ts'
import type { Discard } from '../remote/discard.ts'
import { isActive, isResting, type LiveTask, type Run } from '../task/live-task.ts'
import type { Publisher } from '../task/publisher.ts'
import type { TaskRecords } from '../task/records.ts'
import { dropFile } from '../task/source.ts'
import type { TaskList } from '../task/task-list.ts'
import { pauseMessage, pauseReason } from '../transport/storage-failure.ts'
import type { EnginePorts } from './ports.ts'
import { uploadFile } from './upload-file.ts'

type Deps = {
  work: UploadContext
  /** Retries the requests of one upload. */
  createUploadAttempt: (upload: string) => Attempt
  tasks: TaskList
  records: TaskRecords
  discard: Pick<Discard, 'discardTask'>
  publisher: Pick<Publisher, 'flush'>
  copyQueue: Pick<CopyQueue, 'wake'>
  circuitBreaker: Pick<CircuitBreaker, 'state' | 'getState' | 'losses'>
  ports: Pick<EnginePorts, 'connection' | 'network' | 'log'>
}

/**
 * The number of tasks that are worked on at the same time. Their parts share four slots; the other tasks are
 * being opened or saved.
 */
const maxActiveTasks = 8
/** The other active tasks are small files only, so that a row of large files never starves them. */
const maxActiveLargeTasks = 3

const isLarge = ({ saved }: LiveTask): boolean => saved.size > defaultPartSize
const isNew = ({ saved }: LiveTask): boolean => saved.status.state === 'INIT'

const isBefore = (a: LiveTask, b: LiveTask): boolean =>
  isNew(a) === isNew(b) ? a.saved.order < b.saved.order : isNew(b)

/**
 * The waiting task to work on next, if there is a place: tasks under way before new ones, then by their
 * order.
 */
const nextUpload = (
  tasks: readonly LiveTask[],
  isWaiting: (task: LiveTask) => boolean,
): LiveTask | undefined => {
  const active = tasks.filter(isActive)
  if (active.length >= maxActiveTasks) return undefined
  const largeAllowed = active.filter(isLarge).length < maxActiveLargeTasks
  let next: LiveTask | undefined
  for (const task of tasks)
    if (isWaiting(task) && (largeAllowed || !isLarge(task)) && (!next || isBefore(task, next))) next = task
  return next
}

const isUnderWay = ({ saved }: LiveTask): boolean => saved.status.state === 'IN_PROGRESS'

/**
 * The task that finds out whether the object store is back. The fewest lost bodies come first, because a
 * filter may reject a single file; then a task that is being sent, a task that the coach resumed, and the
 * smallest file.
 */
export const nextTrial = (
  tasks: readonly LiveTask[],
  losses: (id: string) => number,
): LiveTask | undefined => {
  const compare = (a: LiveTask, b: LiveTask) =>
    losses(a.saved.id) - losses(b.saved.id) ||
    Number(isActive(b)) - Number(isActive(a)) ||
    Number(isUnderWay(b)) - Number(isUnderWay(a)) ||
    a.saved.size - b.saved.size
  return tasks.filter((task) => isNew(task) || isUnderWay(task) || isResting(task)).sort(compare)[0]
}

const restReason = { kind: 'foreign-answer' } as const

/** Whether a task waits to be worked on. */
const canRun = ({ saved, run }: LiveTask): boolean =>
  !run && (saved.status.state === 'INIT' || saved.status.state === 'IN_PROGRESS')

/** Uploads a task's file once and records how that ended. */
const createRunOnce = (deps: Deps) => {
  const { work, createUploadAttempt, tasks, records } = deps
  const { connection, log } = deps.ports

  /** An unexpected error pauses the task like a refusal, and the person can try again. */
  const toRefusal = (error: unknown) => {
    log.error('An upload failed unexpectedly', { error: String(error) })
    return fail({ kind: 'refused', code: 'UnexpectedError' } as const)
  }

  const pauseFor = async (task: LiveTask, reason: PauseReason) => {
    // Only a refusal by the object store is logged as an error: other reasons come from the person, or pass.
    if (reason.kind === 'server-refused') log.error(pauseMessage(reason.code), { code: reason.code })
    if (reason.kind === 'sign-in-needed') log.warn('An upload waits until its customer signs in again')
    tasks.apply(task, 'pause', reason)
    await work.save(task)
    // The connection may have come back while the pause was being saved.
    if (reason.kind === 'offline' && !connection.isLost()) tasks.resumeEach('offline')
  }

  return async (task: LiveTask, signal: AbortSignal): Promise<void> => {
    const outcome = await uploadFile({
      ...work,
      attempt: createUploadAttempt(task.saved.id),
      task,
      signal,
    }).catch(toRefusal)
    if (task.saved.status.state !== 'IN_PROGRESS') return
    if (outcome.ok) {
      tasks.apply(task, 'complete')
      dropFile(task)
      void records.remove([task])
      return
    }
    const reason = signal.aborted ? undefined : pauseReason(outcome.error)
    if (reason) await pauseFor(task, reason)
  }
}

/**
 * Works on the customer's tasks. The returned function starts as many tasks as there are places; call it
 * whenever a place may be free.
 */
export const createSchedule = (deps: Deps): (() => void) => {
  const { tasks, discard, publisher, copyQueue, circuitBreaker } = deps
  const { connection, network, log } = deps.ports
  const runOnce = createRunOnce(deps)
  const logFailure = (error: unknown) =>
    log.error('A cancelled upload failed unexpectedly', { error: String(error) })

  /** Uploads a task, and then starts whatever can run in its place. */
  const runTask = async (task: LiveTask, signal: AbortSignal) => {
    await runOnce(task, signal)
    delete task.run
    if (task.saved.status.state === 'CANCELLED') await discard.discardTask(task).catch(logFailure)
    schedule()
    // Publishes without delay that everything is done.
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

  /** Finds out with a single upload whether the object store is back. */
  const tryOne = () => {
    const trial = nextTrial(tasks.mine(), circuitBreaker.losses)
    tasks.pauseEach(restReason, (task) => tasks.isMine(task) && task !== trial)
    if (trial) startTask(trial)
  }

  /** Whether a task lost a body, and the object store has kept none of its bodies since. */
  const hasLostBody = ({ saved }: LiveTask) => circuitBreaker.getState(saved.id) !== 'closed'
  const mustRest = ({ saved }: LiveTask) => circuitBreaker.getState(saved.id) === 'open'

  /** Resumes the tasks whose rests are over. */
  const endRests = () => {
    for (const task of tasks.mine()) if (isResting(task) && !mustRest(task)) tasks.apply(task, 'resume')
  }

  /**
   * Tasks that lost a body take turns: they share one place until the object store keeps a body of one of
   * them.
   */
  const mayRun = (task: LiveTask) =>
    tasks.isMine(task) &&
    canRun(task) &&
    !(hasLostBody(task) && tasks.mine().some((other) => isActive(other) && hasLostBody(other)))

  const schedule = () => {
    copyQueue.wake()
    if (connection.isLost()) return tasks.pauseEach({ kind: 'offline' }, tasks.isMine)
    if (circuitBreaker.state() === 'open') return tasks.pauseEach(restReason, tasks.isMine)
    const holdReason = network.view().held
    if (holdReason) {
      endRests()
      return tasks.pauseEach({ kind: holdReason }, tasks.isMine)
    }
    if (circuitBreaker.state() === 'half-open') return tryOne()
    tasks.pauseEach(restReason, (task) => tasks.isMine(task) && mustRest(task))
    endRests()
    for (;;) {
      const next = nextUpload([...tasks.all.values()], mayRun)
      if (!next) return
      startTask(next)
    }
  }

  return schedule
}
