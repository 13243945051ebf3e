import { objectKey } from '../../../uploads/object-key.ts'
import type { SavedTask } from './saved-task.ts'
import { isFinal, type Keeping, type UploadTask } from '../../../uploads/task.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createProgress, type Progress } from './progress.ts'

/** A task in the engine: what is saved of it, and what lives only as long as the worker. */
export type LiveTask = {
  saved: SavedTask
  file?: File
  /** ms of the elapsed clock: when it came onto the list of this worker. */
  listedAt: number
  /** `file` is the copy that this app keeps. */
  fromCopy?: boolean
  /** Why there is no copy. */
  unkept?: Exclude<Keeping, { kind: 'kept' }>
  phase: UploadTask['phase']
  progress: Progress
  /** Cuts the requests of the present run; absent while the task is not worked on. */
  run?: AbortController
  /** Resolves when the present run has ended, and a cancelled one is taken back. */
  ended?: Promise<void>
  /** The object is complete in the store, although this may not have been verified yet; `perhaps` after no answer. */
  stored: boolean | 'perhaps'
  /** The store has named the checksum of the whole file: there is nothing more to ask it. */
  verified?: boolean
}

export const createLiveTask = (saved: SavedTask, clock: Clock, file?: File): LiveTask => ({
  saved,
  listedAt: clock.elapsed(),
  phase: 'preparing',
  progress: createProgress(clock),
  stored: false,
  ...(file && { file }),
})

/** The whole key of a task's file in the bucket: known as soon as it is known whose it is. */
export const keyOf = ({ saved: { level, identityId = '', key } }: Pick<LiveTask, 'saved'>): string =>
  objectKey(level, identityId, key)

/** Whether a task waits for its file. */
export const needsFile = ({ saved: { status } }: LiveTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed'

const keepingOf = ({ saved, unkept }: LiveTask): Pick<UploadTask, 'keeping'> => {
  if (saved.kept) return { keeping: { kind: 'kept' } }
  return unkept ? { keeping: unkept } : {}
}

/** What the page is told of a task. */
export const viewOf = (task: LiveTask): UploadTask => {
  const { saved, phase, progress } = task
  const { id, customer, name, size, level, key, status, createdAt, order } = saved
  const sentBytes = status.state === 'COMPLETED' ? size : Math.min(size, progress.sentBytes())
  const speed = status.state === 'IN_PROGRESS' && phase === 'sending' ? progress.speed() : undefined
  const shown = { id, customer, name, size, level, key, status, phase, sentBytes, createdAt, order }
  if (isFinal(status)) return shown
  const view = { ...shown, ...keepingOf(task) }
  if (!speed) return view
  return { ...view, speed, secondsLeft: (size - sentBytes) / speed }
}
