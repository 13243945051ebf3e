import { ok } from '../../../lib/result.ts'
import { objectKey } from '../object-key.ts'
import type { Answer } from '../storage-failure.ts'
import type { LiveTask } from './live-task.ts'
import { isStored, type PartsPorts } from './upload-in-parts.ts'

/**
 * Takes back from the store what a cancelled task left there: its open upload, or the object if the cancel came after
 * the last byte. Runs after the requests of the task have ended.
 */
export const cleanUp = async (
  work: Pick<PartsPorts, 'ports' | 'attempt'>,
  task: LiveTask,
  signal: AbortSignal,
): Answer<void> => {
  const { attempt } = work
  const { transport } = work.ports
  const { uploadId, identityId, level } = task.saved
  if (identityId === undefined) return ok(undefined)
  const key = objectKey(level, identityId, task.saved.key)
  const tally = { acknowledged: 0 }
  if (task.stored !== true && uploadId !== undefined) {
    const aborted = await attempt(() => transport.abort(key, uploadId), signal, tally)
    if (aborted.ok || aborted.error.kind !== 'no-such-upload') return aborted
    const stored = await isStored(work, task, key, signal)
    if (!stored.ok) return stored
    task.stored = stored.value
  }
  if (task.stored === 'perhaps') {
    const found = await attempt(() => transport.head(key), signal, tally)
    if (!found.ok && found.error.kind !== 'not-found') return found
    task.stored = found.ok && found.value.size === task.saved.size
  }
  return task.stored ? attempt(() => transport.remove(key), signal, tally) : ok(undefined)
}
