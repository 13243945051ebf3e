import { fail, ok } from '../../../lib/result.ts'
import type { UploadJob } from '../parts/upload-job.ts'
import { getObjectKey, recordFact } from '../task/live-task.ts'
import { findUploadId } from '../task/remote-state.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import { abortOrphans } from './orphans.ts'

/**
 * Creates an upload in the object store if the task has none. The task gets the id of the upload even if it
 * is cancelled during the request.
 */
export const createUpload = async (job: UploadJob): StorageResult<string> => {
  const { attempt, ports, save, task, signal } = job
  const { saved } = task
  const existingId = findUploadId(saved.remote)
  if (existingId !== undefined) return ok(existingId)
  const createOnce = async (): StorageResult<{ uploadId: string }> => {
    const removal = await abortOrphans(job)
    if (!removal.ok) return removal
    recordFact(task, { kind: 'create-sent' })
    // Saved before the request is sent, so if the worker is killed or the task is cancelled, the saved task
    // still shows that the object store may have created an upload.
    await save(task)
    const thumbnail = await task.thumbnail
    if (!signal.aborted)
      return ports.transport.create({
        key: getObjectKey(task),
        type: saved.type,
        madeBy: saved.id,
        thumbnail,
      })
    // The create request was not sent, so there is no upload whose id is unknown.
    recordFact(task, { kind: 'orphans-gone' })
    return fail({ kind: 'aborted' })
  }
  // The signal does not abort the request, because an id that arrives after a cancel is needed to abort the
  // upload in the object store.
  const creation = await attempt(createOnce, signal)
  if (!creation.ok) return creation
  const { uploadId } = creation.value
  recordFact(task, { kind: 'created', uploadId })
  return ok(uploadId)
}
