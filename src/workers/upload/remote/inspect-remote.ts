import { ok } from '../../../lib/result.ts'
import { countParts } from '../../../uploads/plan-parts.ts'
import type { UploadJob } from '../parts/upload-job.ts'
import { getObjectKey } from '../task/live-task.ts'
import { isClaimed } from '../task/remote-state.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { FoundObject } from '../transport/object-transport.ts'
import type { StorageFailure, StorageResult } from '../transport/storage-failure.ts'

/**
 * The object under the key of a task. `ours`: it has the id of the task. `unknown`: the key is claimed, and
 * the object has no id, because something else stored it or the bucket's CORS rule hides the id. `foreign`:
 * any other object.
 */
export type Inspection = {
  object: 'none' | 'ours' | 'foreign' | 'unknown'
  /** Whether the object is as long as the file. */
  hasSameSize: boolean
  /** Whether the object has as many parts as the file. */
  hasSamePartCount: boolean
}

const noObject: Inspection = { object: 'none', hasSameSize: false, hasSamePartCount: false }

/** Returns to whom the object under the key of a task belongs (`Inspection`). */
const classifyOwner = ({ id, remote }: SavedTask, { madeBy }: FoundObject): Inspection['object'] => {
  if (madeBy === id) return 'ours'
  return madeBy === undefined && isClaimed(remote) ? 'unknown' : 'foreign'
}

/** Finds out what the object store has under the key of a task. */
export const inspectRemote = async ({
  attempt,
  ports,
  task,
  signal,
}: UploadJob): StorageResult<Inspection> => {
  const head = await attempt(() => ports.transport.head(getObjectKey(task), { signal }), signal)
  if (!head.ok) return head.error.kind === 'not-found' ? ok(noObject) : head
  const { size, partSize } = task.saved
  // The ETag of an object that was uploaded in parts ends with their number. For any other ETag, this is NaN.
  const partsSuffix = /-(\d+)"?$/.exec(head.value.eTag ?? '')
  const partCount = Number(partsSuffix?.[1])
  return ok({
    object: classifyOwner(task.saved, head.value),
    hasSameSize: head.value.size === size,
    hasSamePartCount: partCount === countParts(size, partSize),
  })
}

/**
 * Whether the object is the whole file of the task, because a Complete or a PUT succeeded although its
 * response was lost. An object without an id is treated as ours if its size and its number of parts match.
 */
export const isWholeFile = ({ object, hasSameSize, hasSamePartCount }: Inspection): boolean =>
  hasSameSize && (object === 'ours' || (object === 'unknown' && hasSamePartCount))

/**
 * Whether a part that was named in the request to complete the upload is missing in the object store, or has
 * been replaced there.
 */
export const isInvalidPart = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' && failure.code === 'InvalidPart'

/** The failure that the object store returns if another object has taken the key since the claim. */
export const keyTakenSinceClaim = { kind: 'refused', code: 'PreconditionFailed' } as const

/**
 * Whether the object store found an object under a key that was free when the task claimed it: from another
 * device, or from a request of this task whose response was lost.
 */
export const isKeyTakenSinceClaim = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' && failure.code === keyTakenSinceClaim.code
