import type { SavedTask } from '../saved-task.ts'
import type { PauseReason, UploadStatus } from '../task.ts'

/** What is decided anew by the network as it is then. */
const networkReasons: ReadonlySet<PauseReason['kind']> = new Set(['offline', 'wifi-needed', 'data-saver'])

/** A worker that died could not pause its tasks: what moved then moves again, if its file is within reach or has been sent. */
export const afterRestart = (
  { status, handle, kept, allSent }: SavedTask,
  hasFile: boolean,
): UploadStatus => {
  const waitsForConnection = status.state === 'PAUSED' && networkReasons.has(status.reason.kind)
  if (status.state !== 'INIT' && status.state !== 'IN_PROGRESS' && !waitsForConnection) return status
  if (!handle && !kept && !hasFile && !allSent)
    return { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } }
  return waitsForConnection ? { state: 'IN_PROGRESS' } : status
}
