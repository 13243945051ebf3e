import { fail } from '../../../lib/result.ts'
import type { CopyQueue } from '../files/create-copy-queue.ts'
import type { CircuitBreaker } from '../network/circuit-breaker.ts'
import type { Attempt } from '../network/attempt.ts'
import { isActive, isResting, type LiveTask, type Run } from '../task/live-task.ts'
import { nextTry, nextUpload } from './next-upload.ts'
import { pauseMessage, pauseReason } from '../transport/storage-failure.ts'
import type { EnginePorts } from './ports.ts'
import type { Publisher } from '../task/publisher.ts'
import type { Records } from '../task/records.ts'
import type { Discard } from '../remote/discard.ts'
import { dropFile } from '../task/source.ts'
import type { PauseReason } from '../../../uploads/task.ts'
import type { TaskList } from '../task/task-list.ts'
import { uploadFile } from './upload-file.ts'
import type { Work } from '../parts/work.ts'

type Deps = {
  work: Work
  /** The requests of one upload. */
  attemptOf: (upload: string) => Attempt
  tasks: TaskList
  records: Records
  discard: Pick<Discard, 'one'>
  publisher: Pick<Publisher, 'now'>
  copyQueue: Pick<CopyQueue, 'wake'>
  circuitBreaker: Pick<CircuitBreaker, 'state' | 'stateOf' | 'losses'>
  ports: Pick<EnginePorts, 'connection' | 'network' | 'log'>
}

const resting = { kind: 'foreign-answer' } as const

const canRun = ({ saved, run }: LiveTask): boolean =>
  !run && (saved.status.state === 'INIT' || saved.status.state === 'IN_PROGRESS')

/** Uploads a task's file once and records how that ended. */
const createRunOnce = (deps: Deps) => {
  const { work, attemptOf, tasks, records } = deps
  const { connection, log } = deps.ports

  /** An unexpected error pauses the task like a refusal, and the person can try again. */
  const broken = (error: unknown) => {
    log.error('An upload failed unexpectedly', { error: String(error) })
    return fail({ kind: 'refused', code: 'UnexpectedError' } as const)
  }

  const pauseFor = async (task: LiveTask, reason: PauseReason) => {
    // Only a refusal by the store is logged as an error: other reasons come from the person, or pass.
    if (reason.kind === 'server-refused') log.error(pauseMessage(reason.code), { code: reason.code })
    if (reason.kind === 'sign-in-needed') log.warn('An upload waits until its customer signs in again')
    tasks.apply(task, 'pause', reason)
    await work.save(task)
    // The connection came back while its loss was being saved.
    if (reason.kind === 'offline' && !connection.isLost()) tasks.resumeEach('offline')
  }

  return async (task: LiveTask, signal: AbortSignal): Promise<void> => {
    const outcome = await uploadFile({ ...work, attempt: attemptOf(task.saved.id), task, signal }).catch(
      broken,
    )
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
  const broke = (error: unknown) =>
    log.error('A cancelled upload failed unexpectedly', { error: String(error) })

  const work = async (task: LiveTask, signal: AbortSignal) => {
    await runOnce(task, signal)
    delete task.run
    if (task.saved.status.state === 'CANCELLED') await discard.one(task).catch(broke)
    schedule()
    // Publishes without delay that everything is done.
    if (![...tasks.all.values()].some((other) => other.run)) publisher.now()
  }

  const start = (task: LiveTask) => {
    const controller = new AbortController()
    const run: Run = { controller, phase: 'preparing', ended: Promise.resolve() }
    task.run = run
    run.ended = work(task, controller.signal)
  }

  const begin = (task: LiveTask) => {
    const { state } = task.saved.status
    if (state !== 'IN_PROGRESS') tasks.apply(task, state === 'INIT' ? 'start' : 'resume')
    if (!task.run) start(task)
  }

  /** Finds out with a single upload whether the store is back. */
  const tryOne = () => {
    const next = nextTry(tasks.mine(), circuitBreaker.losses)
    tasks.pauseEach(resting, (task) => tasks.isMine(task) && task !== next)
    if (next) begin(next)
  }

  const lostBefore = ({ saved }: LiveTask) => circuitBreaker.stateOf(saved.id) !== 'closed'
  const mustRest = ({ saved }: LiveTask) => circuitBreaker.stateOf(saved.id) === 'open'

  const endRests = () => {
    for (const task of tasks.mine()) if (isResting(task) && !mustRest(task)) tasks.apply(task, 'resume')
  }

  /** Tasks that lost a body take turns: they share one place until the store keeps a body of one of them. */
  const mayRun = (task: LiveTask) =>
    tasks.isMine(task) &&
    canRun(task) &&
    !(lostBefore(task) && tasks.mine().some((other) => isActive(other) && lostBefore(other)))

  const schedule = () => {
    copyQueue.wake()
    if (connection.isLost()) return tasks.pauseEach({ kind: 'offline' }, tasks.isMine)
    if (circuitBreaker.state() === 'open') return tasks.pauseEach(resting, tasks.isMine)
    const held = network.view().held
    if (held) {
      endRests()
      return tasks.pauseEach({ kind: held }, tasks.isMine)
    }
    if (circuitBreaker.state() === 'half-open') return tryOne()
    tasks.pauseEach(resting, (task) => tasks.isMine(task) && mustRest(task))
    endRests()
    for (;;) {
      const next = nextUpload([...tasks.all.values()], mayRun)
      if (!next) return
      begin(next)
    }
  }

  return schedule
}
