import { fail, ok } from '../../../lib/result.ts'
import type { Answer } from '../transport/storage-failure.ts'
import type { LiveTask } from '../task/live-task.ts'
import { abortOrphans } from './orphans.ts'
import type { Work } from '../parts/work.ts'

type Created = { uploadId: string }

/** Begins an upload in the store, where the task has none. Its id is the task's also when it was cancelled meanwhile. */
export const createUpload = async (
  { ports: { transport }, attempt, save }: Work,
  task: LiveTask,
  key: string,
  signal: AbortSignal,
): Answer<Created> => {
  const { saved } = task
  if (saved.uploadId !== undefined) return ok({ uploadId: saved.uploadId })
  const once = async (): Answer<Created> => {
    const swept = saved.mayHaveOrphans ? await abortOrphans(transport, key) : ok(undefined)
    if (!swept.ok) return swept
    if (!saved.mayHaveOrphans) {
      saved.mayHaveOrphans = true
      // Before it is asked: a worker that dies, or a cancel, leaves word of what the store may have begun.
      await save(task)
    }
    if (signal.aborted) {
      delete saved.mayHaveOrphans
      return fail({ kind: 'aborted' })
    }
    return transport.create({ key, type: saved.type, madeBy: saved.id })
  }
  // Not cut by the signal: an id that arrives after a cancel is needed to abort the upload on the server.
  const created = await attempt(once, signal, { acknowledged: 0 })
  if (created.ok) saved.uploadId = created.value.uploadId
  return created
}
