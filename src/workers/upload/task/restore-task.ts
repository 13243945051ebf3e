import type { Clock } from '../../../lib/clock.ts'
import { createLiveTask, learn, type LiveTask } from './live-task.ts'
import type { SavedTask } from './saved-task.ts'
import type { PauseReason, UploadStatus } from '../../../uploads/task.ts'

/** What is decided again, by the network as it is then and by who is signed in. */
const passingReasons: ReadonlySet<PauseReason['kind']> = new Set([
  'offline',
  'wifi-needed',
  'data-saver',
  'sign-in-needed',
  'foreign-answer',
])

/** bytes; what the store had of a task as far as this device knows, until its list of parts says it. */
const acknowledgedBytes = ({ remote, size, acknowledged = 0 }: SavedTask): number => {
  if (remote.kind === 'all-parts' || remote.kind === 'object') return size
  return remote.kind === 'upload' ? acknowledged : 0
}

/** A worker that died could not pause its tasks: what moved then moves again, if its file is within reach or has been sent. */
export const afterRestart = (
  { status, remote }: Pick<SavedTask, 'status' | 'remote'>,
  hasFile: boolean,
): UploadStatus => {
  const isPassing = status.state === 'PAUSED' && passingReasons.has(status.reason.kind)
  if (status.state !== 'INIT' && status.state !== 'IN_PROGRESS' && !isPassing) return status
  if (!hasFile && remote.kind !== 'all-parts' && remote.kind !== 'object')
    return { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } }
  return isPassing ? { state: 'IN_PROGRESS' } : status
}

/**
 * A task of an earlier life. What is open under an id of another bucket is out of reach: there it begins again, and the
 * pool that goes with that bucket may know the customer by another identity. `held` is what the tab still has in hand
 * of it: not the file any more, where the owner before was given an edited one.
 */
export const restoreTask = (
  saved: SavedTask,
  { clock, bucket }: { clock: Clock; bucket: string },
  held: File | undefined,
): LiveTask => {
  const file = held?.lastModified === saved.lastModified ? held : undefined
  const task = createLiveTask(saved, clock, file)
  if (saved.bucket !== undefined && saved.bucket !== bucket) {
    learn(task, { kind: 'left' })
    delete saved.identityId
    saved.bucket = bucket
  }
  task.progress.begin(acknowledgedBytes(saved))
  saved.status = afterRestart(saved, task.source.kind !== 'lost')
  return task
}
