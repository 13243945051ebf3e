import { fail, ok } from '../../../lib/result.ts'
import type { Answer, StorageFailure } from '../transport/storage-failure.ts'
import type { LiveTask } from '../task/live-task.ts'
import { partCount } from '../../../uploads/plan-parts.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { Work } from '../parts/work.ts'

/**
 * Whether the object under the key is ours: a Complete or a PUT that was done, and not heard. Where nobody says who made
 * it, an object of the same size and as many parts is taken for ours.
 */
export const isStored = async (
  { ports: { transport }, attempt }: Work,
  { saved }: LiveTask,
  key: string,
  signal: AbortSignal,
): Answer<boolean> => {
  // Before the key was found free, what lies there is somebody else's, however much it is like ours.
  if (!saved.claimed) return ok(false)
  const found = await attempt(() => transport.head(key), signal, { acknowledged: 0 })
  if (!found.ok) return found.error.kind === 'not-found' ? ok(false) : found
  const { size, eTag, madeBy } = found.value
  if (madeBy !== undefined) return ok(madeBy === saved.id && size === saved.size)
  const parts = /-(\d+)"?$/.exec(eTag ?? '')?.[1]
  return ok(size === saved.size && Number(parts) === partCount(saved.size, saved.partSize))
}

/** Whether the store found something under the key that was free before: of another device, or ours of a lost answer. */
export const isTakenSince = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' && failure.code === 'PreconditionFailed'

/** Makes the object of its parts. */
export const complete = async (
  { ports: { transport }, attempt, changed, save }: Work,
  { task, key, uploadId }: { task: LiveTask; key: string; uploadId: string },
  parts: StoredPart[],
  signal: AbortSignal,
): Answer<void> => {
  task.phase = 'finishing'
  task.saved.allSent = true
  changed(task)
  if (signal.aborted) return fail({ kind: 'aborted' })
  // Nobody waits for it: where it is lost, the list of parts says the same.
  void save(task)
  // Not cut by the signal: whether the object exists must be known before a cancel cleans up.
  const completed = await attempt(() => transport.complete(key, uploadId, parts), signal, { acknowledged: 0 })
  if (!completed.ok) return completed
  task.stored = true
  return ok(undefined)
}
