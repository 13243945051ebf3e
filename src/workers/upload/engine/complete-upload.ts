import { fail, ok } from '../../../lib/result.ts'
import type { Answer } from '../storage-failure.ts'
import type { LiveTask } from './live-task.ts'
import { partCount } from './plan-parts.ts'
import type { StoredPart } from './ports.ts'
import type { PartsPorts } from './upload-in-parts.ts'

/** What a question to the store needs. */
export type Asking = Pick<PartsPorts, 'attempt'> & { ports: Pick<PartsPorts['ports'], 'transport'> }
export type Completing = Asking & Pick<PartsPorts, 'changed' | 'save'>

/** Whether the object is there and was made of as many parts as ours: a Complete that was done, and not heard. */
export const isStored = async (
  { ports: { transport }, attempt }: Asking,
  { saved }: LiveTask,
  key: string,
  signal: AbortSignal,
): Answer<boolean> => {
  // Before the key was found free, what lies there is somebody else's, however much it is like ours.
  if (!saved.claimed) return ok(false)
  const found = await attempt(() => transport.head(key), signal, { acknowledged: 0 })
  if (!found.ok) return found.error.kind === 'not-found' ? ok(false) : found
  const { size, eTag } = found.value
  const parts = /-(\d+)"?$/.exec(eTag ?? '')?.[1]
  return ok(size === saved.size && Number(parts) === partCount(saved.size, saved.partSize))
}

/** Makes the object of its parts. */
export const complete = async (
  { ports: { transport }, attempt, changed, save }: Completing,
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
