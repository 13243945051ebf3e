import type { Clock } from '../../../lib/time/clock.ts'
import { buildObjectKey } from '../../../uploads/object-key.ts'
import { isFinal, type CopyStatus, type UploadTask } from '../../../uploads/task.ts'
import { createProgress, type Progress } from './progress.ts'
import { advance, type Fact } from './remote.ts'
import type { SavedTask } from './saved-task.ts'
import { hasCopy, toSource, type Source } from './source.ts'

/** The current work on a task. */
export type Run = {
  /** Aborts the requests of the run. */
  controller: AbortController
  phase: NonNullable<UploadTask['phase']>
  /** Resolves when the run has ended and the object store has removed a cancelled upload. */
  ended: Promise<void>
}

/** A task in the engine: the saved part, and the state that lives only as long as the worker. */
export type LiveTask = {
  saved: SavedTask
  source: Source
  /** When the task entered the list of this worker, in ms of the elapsed clock. */
  listedAt: number
  progress: Progress
  /** Absent while there is no work on the task. */
  run?: Run
}

export const createLiveTask = (saved: SavedTask, clock: Clock, file?: File): LiveTask => ({
  saved,
  source: toSource(saved.source, file),
  listedAt: clock.elapsed(),
  progress: createProgress(clock),
})

/** Records a fact about the object store. */
export const recordFact = ({ saved }: LiveTask, fact: Fact): void => {
  saved.remote = advance(saved.remote, fact)
}

/** Sets the phase of a run, if the task has one: a phase ends with its run. */
export const setPhase = ({ run }: LiveTask, phase: Run['phase']): void => {
  if (run) run.phase = phase
}

/** Returns the full key of a task's file in the bucket. It is incomplete until the identity is known. */
export const getObjectKey = ({ saved: { level, identityId = '', key } }: Pick<LiveTask, 'saved'>): string =>
  buildObjectKey(level, identityId, key)

/** Whether a task waits for the coach to choose its file again, or to give permission to read it. */
export const needsFile = ({ saved: { status } }: LiveTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed'

/**
 * Whether there is active work on a task. After a pause or a cancel, the run only waits for its last requests
 * to end.
 */
export const isActive = ({ saved, run }: LiveTask): boolean =>
  run !== undefined && saved.status.state === 'IN_PROGRESS'

/**
 * Whether a task rests: it waits because something else on the network answers in place of the object store.
 */
export const isResting = ({ saved: { status } }: LiveTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'foreign-answer'

const findCopyStatus = (task: LiveTask): CopyStatus | undefined => {
  const { source } = task
  if (hasCopy(source)) return { kind: 'kept' }
  // A task that needs its file again has no use for a copy of the file that it holds.
  if (source.kind !== 'held' || needsFile(task)) return undefined
  return source.copy ?? { kind: 'not-yet' }
}

/** Converts a task to the form that the page receives. */
export const toUploadTask = (task: LiveTask): UploadTask => {
  const { saved, run, progress } = task
  const { id, customer, name, size, level, key, status, createdAt, order } = saved
  const phase = status.state === 'IN_PROGRESS' ? (run?.phase ?? 'preparing') : undefined
  const sentBytes = status.state === 'COMPLETED' ? size : Math.min(size, progress.sentBytes())
  const speed = phase === 'sending' ? progress.speed() : undefined
  const fields = { id, customer, name, size, level, key, status, sentBytes, createdAt, order }
  if (isFinal(status)) return fields
  const copyStatus = findCopyStatus(task)
  const view = { ...fields, ...(phase && { phase }), ...(copyStatus && { keeping: copyStatus }) }
  if (!speed) return view
  return { ...view, speed, secondsLeft: (size - sentBytes) / speed }
}
