import type { SavedTask } from '../saved-task.ts'
import { afterRestart } from './after-restart.ts'
import { createLiveTask, type LiveTask } from './live-task.ts'
import type { EnginePorts } from './ports.ts'

/** A task of an earlier life. What is open under an id of another bucket is out of reach: there it begins anew. */
export const recallTask = (
  saved: SavedTask,
  { clock, bucket }: Pick<EnginePorts, 'clock' | 'bucket'>,
  file: File | undefined,
): LiveTask => {
  if (saved.bucket !== undefined && saved.bucket !== bucket) {
    delete saved.uploadId
    delete saved.claimed
    delete saved.allSent
    delete saved.mayHaveOrphans
    saved.bucket = bucket
  }
  saved.status = afterRestart(saved, file !== undefined)
  const task = createLiveTask(saved, clock, file)
  // Nobody knows how far the last requests of that life came.
  if (saved.size <= saved.partSize) task.stored = saved.claimed ? 'perhaps' : false
  return task
}
