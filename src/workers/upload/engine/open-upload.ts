import { fail, ok } from '../../../lib/result.ts'
import type { Answer } from '../storage-failure.ts'
import type { LiveTask } from './live-task.ts'
import { abortOrphans } from './orphans.ts'
import type { StoredPart } from './ports.ts'
import type { OpenUpload } from './send-parts.ts'
import { findStoredParts } from './stored-parts.ts'
import type { PartsPorts } from './upload-in-parts.ts'

type Opened = Pick<OpenUpload, 'uploadId'> & { stored: StoredPart[] }

const create = (
  { ports: { transport }, attempt, save }: PartsPorts,
  task: LiveTask,
  key: string,
  signal: AbortSignal,
): Answer<{ uploadId: string }> => {
  const { saved } = task
  const once = async (): Answer<{ uploadId: string }> => {
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
    return transport.create(key, saved.type)
  }
  // Not cut by the signal: an id that arrives after a cancel is needed to abort the upload on the server.
  return attempt(once, signal, { acknowledged: 0 })
}

/** The upload of a task in the store and the parts that it has: the one from before, or a new one. */
export const openUpload = async (
  work: PartsPorts,
  task: LiveTask,
  { file, key }: Pick<OpenUpload, 'file' | 'key'>,
  signal: AbortSignal,
): Answer<Opened> => {
  const { uploadId } = task.saved
  if (uploadId !== undefined) {
    const stored = await findStoredParts(work, { task, file, key, uploadId }, signal)
    return stored.ok ? ok({ uploadId, stored: stored.value }) : stored
  }
  const created = await create(work, task, key, signal)
  if (!created.ok) return created
  task.saved.uploadId = created.value.uploadId
  // Before the first byte leaves: a worker that dies from here on leaves a task that can go on.
  await work.save(task)
  return ok({ uploadId: created.value.uploadId, stored: [] })
}
