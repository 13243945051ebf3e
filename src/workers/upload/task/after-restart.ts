import type { SavedTask } from './saved-task.ts'
import type { PauseReason, UploadStatus } from '../../../uploads/task.ts'

/** What is decided anew, by the network as it is then and by who is signed in. */
const passingReasons: ReadonlySet<PauseReason['kind']> = new Set([
  'offline',
  'wifi-needed',
  'data-saver',
  'sign-in-needed',
])

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
