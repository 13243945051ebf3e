import type { Clock } from '../../../lib/time/clock.ts'
import { buildObjectKey } from '../../../uploads/object-key.ts'
import { isFinal, type CopyStatus, type UploadTask } from '../../../uploads/task.ts'
import { createProgress, type Progress } from './progress.ts'
import { advance, type Fact } from './remote-state.ts'
import type { SavedTask } from './saved-task.ts'
import { hasCopy, toSource, type Source } from './source.ts'

/** The current upload of a task, from its start to the end of its last request. */
export type Run = {
  /** Aborts the requests of the run. */
  controller: AbortController
  phase: NonNullable<UploadTask['phase']>
  /**
   * Resolves when the run has ended and, if the task was cancelled, the object store has removed its upload.
   */
  ended: Promise<void>
}

/**
 * A task as the engine works with it: the part that is saved in the database, and the state that is lost when
 * the worker ends. The other modules change the fields of this object in place and then save and publish it.
 */
export type LiveTask = {
  /** The row of the task in the database. */
  saved: SavedTask
  /** Where the bytes of the file come from. Changed only by `setSource`. */
  source: Source
  /** When the task entered the list of this worker, in ms of the elapsed clock. */
  listedAt: number
  progress: Progress
  /** The thumbnail of the file. Set when its object is about to be created. */
  thumbnail?: Promise<string | undefined>
  /** Absent while no work is done on the task. */
  run?: Run
}

/** Creates a new or restored task. `file` is its file, if this worker holds it. */
export const createLiveTask = (saved: SavedTask, clock: Clock, file?: File): LiveTask => ({
  saved,
  source: toSource(saved.source, file),
  listedAt: clock.elapsed(),
  progress: createProgress(clock),
})

/**
 * Records something that the object store was found to have or to lack. Changes the remote state of the task
 * accordingly. The caller saves the task.
 */
export const recordFact = ({ saved }: LiveTask, fact: Fact): void => {
  saved.remote = advance(saved.remote, fact)
}

/** Sets the phase of the task's run. Does nothing if the run has ended. */
export const setPhase = ({ run }: LiveTask, phase: Run['phase']): void => {
  if (run) run.phase = phase
}

/** Returns the full key of a task's file in the bucket. It is incomplete until the identity is known. */
export const getObjectKey = ({ saved: { level, identityId = '', key } }: Pick<LiveTask, 'saved'>): string =>
  buildObjectKey(level, identityId, key)

/** Whether a task is paused until the coach chooses its file again or gives permission to read it. */
export const needsFile = ({ saved: { status } }: LiveTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed'

/**
 * Whether a run makes progress on the task. After a pause or a cancel, the task still has its run, but the
 * run only waits until its last requests have ended.
 */
export const isActive = ({ saved, run }: LiveTask): boolean =>
  run !== undefined && saved.status.state === 'IN_PROGRESS'

/**
 * Whether a task cools down: it is paused because something on the network, such as a captive portal or a
 * proxy, answers in place of the object store. The circuit breaker decides when the task is attempted again.
 */
export const isCoolingDown = ({ saved: { status } }: LiveTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'foreign-answer'

/** Returns whether this app has a copy of the task's file, or undefined if the task needs no copy. */
const findCopyStatus = (task: LiveTask): CopyStatus | undefined => {
  const { source } = task
  if (hasCopy(source)) return { kind: 'kept' }
  // A file with a handle can be read again without a copy. A task that waits for its file to be chosen again
  // cannot use the file that it still holds.
  if (source.kind !== 'held' || needsFile(task)) return undefined
  return source.copy ?? { kind: 'not-yet' }
}

/**
 * Converts a task to what the page receives. An unfinished task also has its phase and the status of its copy
 * (`keeping`), and while bytes are sent, its speed and the time that is left.
 */
export const toUploadTask = (task: LiveTask): UploadTask => {
  const { saved, run, progress } = task
  const { id, customer, name, size, level, key, status, createdAt, order } = saved
  const phase = status.state === 'IN_PROGRESS' ? (run?.phase ?? 'preparing') : undefined
  const sentBytes = status.state === 'COMPLETED' ? size : Math.min(size, progress.getSentBytes())
  const speed = phase === 'sending' ? progress.getSpeed() : undefined
  const fields = { id, customer, name, size, level, key, status, sentBytes, createdAt, order }
  if (isFinal(status)) return fields
  const copyStatus = findCopyStatus(task)
  const unfinishedFields = { ...fields, ...(phase && { phase }), ...(copyStatus && { keeping: copyStatus }) }
  // While the speed is undefined or 0, the time that is left is unknown.
  if (!speed) return unfinishedFields
  return { ...unfinishedFields, speed, secondsLeft: (size - sentBytes) / speed }
}
