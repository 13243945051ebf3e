import type { Clock } from '../../../lib/time/clock.ts'
import { createLiveTask, recordFact, type LiveTask } from './live-task.ts'
import type { SavedTask } from './saved-task.ts'
import type { PauseReason, UploadStatus } from '../../../uploads/task.ts'

/** Reasons that are decided again after a restart, by the network at that time and by who is signed in. */
const temporaryReasons: ReadonlySet<PauseReason['kind']> = new Set([
  'offline',
  'wifi-needed',
  'data-saver',
  'sign-in-needed',
  'foreign-answer',
])

/**
 * Bytes that the object store has of a task as far as this device knows, until the object store lists the
 * parts.
 */
const acknowledgedBytes = ({ remote, size, acknowledged = 0 }: SavedTask): number => {
  if (remote.kind === 'all-parts' || remote.kind === 'object') return size
  return remote.kind === 'upload' ? acknowledged : 0
}

/**
 * The status of a task after a restart. A worker that died could not pause its tasks: a task that was under
 * way continues if its file is available or was sent.
 */
export const afterRestart = (
  { status, remote }: Pick<SavedTask, 'status' | 'remote'>,
  hasFile: boolean,
): UploadStatus => {
  const isTemporary = status.state === 'PAUSED' && temporaryReasons.has(status.reason.kind)
  if (status.state !== 'INIT' && status.state !== 'IN_PROGRESS' && !isTemporary) return status
  if (!hasFile && remote.kind !== 'all-parts' && remote.kind !== 'object')
    return { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } }
  return isTemporary ? { state: 'IN_PROGRESS' } : status
}

/**
 * Restores a task of an earlier worker. An open upload in another bucket is out of reach: the task begins
 * again, and without its identity, because the identity pool of the new bucket may give the customer another
 * one. `heldFile` is the file that the tab still holds; it is ignored if the previous owner of the uploads
 * was given an edited file.
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
  task.progress.begin(acknowledgedBytes(saved))
  saved.status = afterRestart(saved, task.source.kind !== 'lost')
  return task
}
