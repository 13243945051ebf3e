import { ok } from '../../../lib/result.ts'
import { partCount } from '../../../uploads/plan-parts.ts'
import type { Job } from '../parts/work.ts'
import { keyOf } from '../task/live-task.ts'
import { isClaimed } from '../task/remote.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { FoundObject } from '../transport/object-transport.ts'
import type { StorageResult, StorageFailure } from '../transport/storage-failure.ts'

/**
 * What lies under the key of a task: an object that carries the id of the task is ours, and before the key was claimed
 * nothing else is. `unknown` where it carries no id: somebody else made it, or the bucket's CORS rule hides the id.
 */
export type Inspection = {
  found: 'nothing' | 'ours' | 'foreign' | 'unknown'
  /** It is as long as the file. */
  sameSize: boolean
  /** It was made of as many parts as the file has. */
  sameParts: boolean
}

const ownerOf = ({ id, remote }: SavedTask, { madeBy }: FoundObject): Inspection['found'] => {
  if (madeBy === id) return 'ours'
  return madeBy === undefined && isClaimed(remote) ? 'unknown' : 'foreign'
}

/** Finds out what the object store has under the key of a task. */
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

/** Whether the key is taken. A store that may not say what exists is believed to have nothing. */
export const isTaken = async (job: Job): StorageResult<boolean> => {
  const inspected = await inspectRemote(job)
  if (inspected.ok) return ok(inspected.value.found !== 'nothing')
  const { error } = inspected
  return error.kind === 'refused' && error.code === 'AccessDenied' ? ok(false) : inspected
}

/**
 * Whether the object is the whole file of the task: of a Complete or a PUT that succeeded although its response was
 * lost. Where it carries no id, an object of the same size and as many parts is taken for ours.
 */
export const isWhole = ({ found, sameSize, sameParts }: Inspection): boolean =>
  sameSize && (found === 'ours' || (found === 'unknown' && sameParts))

/** Whether the store lacks a part that Complete named, or has another one in its place. */
export const arePartsMissing = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' && failure.code === 'InvalidPart'

/** Whether the store found something under the key that was free before: of another device, or ours of a lost result. */
export const isTakenSince = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' && failure.code === takenSince.code

/** As the store says it */
export const takenSince = { kind: 'refused', code: 'PreconditionFailed' } as const
