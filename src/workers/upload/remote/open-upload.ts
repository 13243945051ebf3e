import { ok } from '../../../lib/result.ts'
import type { Answer } from '../transport/storage-failure.ts'
import { createUpload } from './create-upload.ts'
import type { LiveTask } from '../task/live-task.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { OpenUpload } from '../parts/send-parts.ts'
import { findStoredParts } from '../parts/stored-parts.ts'
import type { Source, Work } from '../parts/work.ts'

type Opened = Pick<OpenUpload, 'uploadId'> & { stored: StoredPart[] }

/** The upload of a task in the store and the parts that it has: the one from before, or a new one. */
export const openUpload = async (
  work: Work,
  task: LiveTask,
  { file, key, isNew }: Source,
  signal: AbortSignal,
): Answer<Opened> => {
  const { uploadId } = task.saved
  if (uploadId !== undefined && isNew) return ok({ uploadId, stored: [] })
  if (uploadId !== undefined) {
    const stored = await findStoredParts(work, { task, file, key, uploadId }, signal)
    return stored.ok ? ok({ uploadId, stored: stored.value }) : stored
  }
  const created = await createUpload(work, task, key, signal)
  if (!created.ok) return created
  // Before the first byte leaves: a worker that dies from here on leaves a task that can go on.
  await work.save(task)
  return ok({ ...created.value, stored: [] })
}
