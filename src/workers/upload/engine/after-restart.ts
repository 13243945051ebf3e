import type { SavedTask } from '../saved-task.ts'
import type { UploadStatus } from '../task.ts'

/** A worker that died could not pause its tasks: what moved then moves again, if its file is within reach. */
export const afterRestart = ({ status, handle }: SavedTask, hasFile: boolean): UploadStatus => {
  const waitsForConnection = status.state === 'PAUSED' && status.reason.kind === 'offline'
  if (status.state !== 'INIT' && status.state !== 'IN_PROGRESS' && !waitsForConnection) return status
  if (!handle && !hasFile) return { state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } }
  return waitsForConnection ? { state: 'IN_PROGRESS' } : status
}
