import { fail, ok } from '../../../lib/result.ts'
import type { UploadJob } from '../parts/upload-job.ts'
import { findUploadId } from '../task/remote-state.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import { claimKey } from './claim-key.ts'
import { createUpload } from './create-upload.ts'
import { findStoredParts } from './stored-parts.ts'

/**
 * Resolves to the open upload of a task and its stored parts: the existing upload, or a new upload under a
 * claimed key.
 */
export const startOrResumeUpload = async (
  job: UploadJob,
  file: File,
): StorageResult<{ uploadId: string; storedParts: StoredPart[] }> => {
  const { task, signal, save } = job
  const earlierId = findUploadId(task.saved.remote)
  const claim = await claimKey(job, file)
  if (!claim.ok) return claim
  if (signal.aborted) return fail({ kind: 'aborted' })
  const uploadId = findUploadId(task.saved.remote)
  // The upload of an earlier run may already have parts.
  if (uploadId !== undefined && uploadId === earlierId) {
    const partsResult = await findStoredParts(job, file, uploadId)
    return partsResult.ok ? ok({ uploadId, storedParts: partsResult.value }) : partsResult
  }
  // `claimKey` has just created the upload, so it has no parts.
  if (uploadId !== undefined) return ok({ uploadId, storedParts: [] })
  // The key is claimed, but it has no open upload yet.
  const creation = await createUpload(job)
  if (!creation.ok) return creation
  // Saved before the first byte is sent, so if the worker is killed, the task can be resumed.
  await save(task)
  return ok({ uploadId: creation.value, storedParts: [] })
}
