import { ok } from '../../../lib/result.ts'
import { partCount } from '../../../uploads/plan-parts.ts'
import type { Job } from '../parts/work.ts'
import { keyOf } from '../task/live-task.ts'
import { isClaimed } from '../task/remote.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { FoundObject } from '../transport/object-transport.ts'
import type { StorageResult, StorageFailure } from '../transport/storage-failure.ts'

/**
 * The object under the key of a task. An object that carries the id of the task is ours; before the key is
 * claimed, nothing else is. `unknown` if the object carries no id: something else stored it, or the bucket's
 * CORS rule hides the id.
 */
export type Inspection = {
  found: 'nothing' | 'ours' | 'foreign' | 'unknown'
  /** The object is as long as the file. */
  sameSize: boolean
  /** The object has as many parts as the file. */
  sameParts: boolean
}

const ownerOf = ({ id, remote }: SavedTask, { madeBy }: FoundObject): Inspection['found'] => {
  if (madeBy === id) return 'ours'
  return madeBy === undefined && isClaimed(remote) ? 'unknown' : 'foreign'
}

export const inspectRemote = async ({ attempt, ports, task, signal }: Job): StorageResult<Inspection> => {
  const head = await attempt(() => ports.transport.head(keyOf(task), { signal }), signal)
  if (!head.ok)
    return head.error.kind === 'not-found'
      ? ok({ found: 'nothing', sameSize: false, sameParts: false })
      : head
  const { size, partSize } = task.saved
  const parts = /-(\d+)"?$/.exec(head.value.eTag ?? '')?.[1]
  return ok({
    found: ownerOf(task.saved, head.value),
    sameSize: head.value.size === size,
    sameParts: Number(parts) === partCount(size, partSize),
  })
}

/** Whether the key is taken. If the store refuses to say what exists, the key counts as free. */
export const isTaken = async (job: Job): StorageResult<boolean> => {
  const inspected = await inspectRemote(job)
  if (inspected.ok) return ok(inspected.value.found !== 'nothing')
  const { error } = inspected
  return error.kind === 'refused' && error.code === 'AccessDenied' ? ok(false) : inspected
}

/**
 * Whether the object is the whole file of the task, because a Complete or a PUT succeeded although its
 * response was lost. An object without an id counts as ours if its size and its number of parts match.
 */
export const isWhole = ({ found, sameSize, sameParts }: Inspection): boolean =>
  sameSize && (found === 'ours' || (found === 'unknown' && sameParts))

/** Whether the store lacks a part that Complete named, or has another part in its place. */
export const arePartsMissing = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' && failure.code === 'InvalidPart'

/**
 * Whether the store found an object under the key that was free before: from another device, or from a
 * request of ours whose response was lost.
 */
export const isTakenSince = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' && failure.code === takenSince.code

/** The failure that the store returns. */
export const takenSince = { kind: 'refused', code: 'PreconditionFailed' } as const
