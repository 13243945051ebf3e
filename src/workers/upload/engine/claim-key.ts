import { ok } from '../../../lib/result.ts'
import { datedKey, freeKey, objectKey } from '../object-key.ts'
import type { Answer } from '../storage-failure.ts'
import type { LiveTask } from './live-task.ts'
import type { UploadPorts } from './upload-file.ts'

/**
 * Finds a key that no stored file has, once in the life of a task: phones call every photo `image.jpg`, and an upload
 * must not replace what somebody stored before. A store that does not say what exists is believed to have nothing.
 */
export const claimKey = async (
  { attempt, ports: { transport }, changed }: UploadPorts,
  task: LiveTask,
  identityId: string,
  signal: AbortSignal,
): Answer<void> => {
  const { saved } = task
  const dated = datedKey(saved.key, saved.createdAt)
  const tried = new Set<string>()
  while (!saved.claimed) {
    const key = objectKey(saved.level, identityId, saved.key)
    const found = await attempt(() => transport.head(key), signal, { acknowledged: 0 })
    if (!found.ok && found.error.kind !== 'not-found' && found.error.kind !== 'refused') return found
    if (found.ok) {
      tried.add(saved.key)
      saved.key = tried.has(dated) ? freeKey(dated, (candidate) => tried.has(candidate)) : dated
    } else saved.claimed = true
  }
  changed(task)
  return ok(undefined)
}
