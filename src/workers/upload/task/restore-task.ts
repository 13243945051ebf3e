import type { Clock } from '../../../lib/clock.ts'
import { afterRestart } from './after-restart.ts'
import { createLiveTask, learn, type LiveTask } from './live-task.ts'
import type { SavedTask } from './saved-task.ts'

/**
 * A task of an earlier life. What is open under an id of another bucket is out of reach: there it begins anew, and the
 * pool that goes with that bucket may know the customer by another identity. `held` is what the tab still has in hand of
 * it: not the file any more, where the owner before was given an edited one.
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
  saved.status = afterRestart(saved, task.source.kind !== 'lost')
  return task
}
