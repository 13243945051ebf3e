import type { SavedTask } from './saved-task.ts'
import { afterRestart } from './after-restart.ts'
import { createLiveTask, type LiveTask } from './live-task.ts'
import type { Clock } from '../../../lib/clock.ts'

/**
 * A task of an earlier life. What is open under an id of another bucket is out of reach: there it begins anew, and the
 * pool that goes with that bucket may know the customer by another identity. `held` is what the tab still has in hand of
 * it: not the file any more, where the owner before was given an edited one.
 */
export const recallTask = (
  saved: SavedTask,
  { clock, bucket }: { clock: Clock; bucket: string },
  held: File | undefined,
): LiveTask => {
  const file = held?.lastModified === saved.lastModified ? held : undefined
  if (saved.bucket !== undefined && saved.bucket !== bucket) {
    delete saved.uploadId
    delete saved.claimed
    delete saved.allSent
    delete saved.mayHaveOrphans
    delete saved.identityId
    saved.bucket = bucket
  }
  saved.status = afterRestart(saved, file !== undefined)
  const task = createLiveTask(saved, clock, file)
  // Nobody knows how far the last requests of that life came.
  if (saved.size <= saved.partSize) task.stored = saved.claimed ? 'perhaps' : false
  return task
}
