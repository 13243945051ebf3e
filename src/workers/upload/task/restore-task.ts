import type { Clock } from '../../../lib/time/clock.ts'
import type { PauseReason, UploadStatus } from '../../../uploads/task.ts'
import { createLiveTask, recordFact, type LiveTask } from './live-task.ts'
import type { SavedTask } from './saved-task.ts'

/**
 * Reasons that are checked again after a restart, because they depend on the network and on who is signed in.
 */
const temporaryReasons: ReadonlySet<PauseReason['kind']> = new Set([
  'offline',
  'wifi-needed',
  'data-saver',
  'sign-in-needed',
  'foreign-answer',
])

/** Whether the object store has all bytes of the file, as far as this device knows. */
const isSentCompletely = ({ kind }: SavedTask['remote']): boolean => kind === 'all-parts' || kind === 'object'

/**
 * Returns how many bytes the object store has of a task, as far as this device knows before the object store
 * lists the parts.
 */
const getAcknowledgedBytes = ({ remote, size, acknowledged = 0 }: SavedTask): number => {
  if (isSentCompletely(remote)) return size
  return remote.kind === 'upload' ? acknowledged : 0
}

/**
 * Returns the status of a task after a restart. A worker that was killed could not pause its tasks, so a task
 * that was in progress continues if its file is available or was sent completely.
 */
export const getStatusAfterRestart = (
  { status, remote }: Pick<SavedTask, 'status' | 'remote'>,
  hasFile: boolean,
): UploadStatus => {
  const isPausedTemporarily = status.state === 'PAUSED' && temporaryReasons.has(status.reason.kind)
  const shouldContinue = status.state === 'INIT' || status.state === 'IN_PROGRESS' || isPausedTemporarily
  if (!shouldContinue) return status
  // The bytes that are missing in the object store can only come from the file.
  if (!hasFile && !isSentCompletely(remote))
    return { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } }
  return isPausedTemporarily ? { state: 'IN_PROGRESS' } : status
}

/**
 * Restores a task of an earlier worker. If the task belongs to another bucket, which can no longer be
 * reached, it starts again. It also loses its identity, because the identity pool of the new bucket may give
 * the customer another identity. `heldFile` is the file that this tab still holds. It is ignored if its
 * modification time differs from the saved time, because the coach has then chosen an edited file in the tab
 * that ran the uploads before.
 */
export const restoreTask = (
  saved: SavedTask,
  { clock, bucket }: { clock: Clock; bucket: string },
  heldFile: File | undefined,
): LiveTask => {
  const file = heldFile?.lastModified === saved.lastModified ? heldFile : undefined
  const task = createLiveTask(saved, clock, file)
  if (saved.bucket !== undefined && saved.bucket !== bucket) {
    recordFact(task, { kind: 'key-left' })
    delete saved.identityId
    saved.bucket = bucket
  }
  task.progress.reset(getAcknowledgedBytes(saved))
  saved.status = getStatusAfterRestart(saved, task.source.kind !== 'lost')
  return task
}
