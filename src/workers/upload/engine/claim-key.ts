import { ok } from '../../../lib/result.ts'
import { datedKey, markedKey, objectKey } from '../object-key.ts'
import type { Answer } from '../storage-failure.ts'
import type { LiveTask } from './live-task.ts'
import type { UploadPorts } from './upload-file.ts'

/**
 * Finds a key that no stored file has, once in the life of a task: phones call every photo `image.jpg`, and an upload
 * must not replace what somebody stored before. A store that does not say what exists is believed to have nothing.
 */
export const claimKey = async (
  { attempt, ports: { transport }, changed }: Pick<UploadPorts, 'attempt' | 'ports' | 'changed'>,
  task: LiveTask,
  identityId: string,
  signal: AbortSignal,
): Answer<void> => {
  const { saved } = task
  if (saved.claimed) return ok(undefined)
  // The last one is this task's alone, and needs no question.
  const alternatives = [datedKey(saved.key, saved.createdAt), markedKey(saved.key, saved.id)]
  for (const alternative of alternatives) {
    const key = objectKey(saved.level, identityId, saved.key)
    const found = await attempt(() => transport.head(key), signal, { acknowledged: 0 })
    if (!found.ok && found.error.kind !== 'not-found' && found.error.kind !== 'refused') return found
    if (!found.ok) break
    saved.key = alternative
  }
  saved.claimed = true
  changed(task)
  return ok(undefined)
}
