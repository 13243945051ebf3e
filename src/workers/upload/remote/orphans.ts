import { fail, ok } from '../../../lib/result.ts'
import type { UploadJob } from '../parts/upload-job.ts'
import { getObjectKey, recordFact } from '../task/live-task.ts'
import { mayHaveOrphans, findUploadId } from '../task/remote-state.ts'
import type { StorageResult } from '../transport/storage-failure.ts'

/**
 * Aborts the open uploads of a key that have no parts, except the upload of the task, which continues. This
 * can abort the upload of another device whose first part is not stored yet. That device then starts again.
 * If this device used such an upload instead of aborting it, two files could be mixed. Resolves to true if
 * the uploads could be listed.
 */
const abortEmptyUploads = async ({
  ports: { transport },
  task,
  signal,
}: UploadJob): StorageResult<boolean> => {
  const key = getObjectKey(task)
  const continuingId = findUploadId(task.saved.remote)
  const listing = await transport.listUploads(key, { signal })
  if (!listing.ok) return listing.error.kind === 'refused' ? ok(false) : listing
  for (const uploadId of listing.value) {
    if (uploadId === continuingId) continue
    const partListing = await transport.listParts(key, uploadId, { signal })
    if (signal.aborted) return fail({ kind: 'aborted' })
    if (partListing.ok && partListing.value.length > 0) continue
    const abort = partListing.ok ? await transport.abort(key, uploadId) : partListing
    if (!abort.ok && abort.error.kind !== 'no-such-upload') return abort
  }
  return ok(true)
}

/**
 * Aborts the orphans of a task, if there may be any: uploads from its create requests, other than its own
 * upload. Makes one attempt; callers decide about retries. If the object store refuses to list them, they may
 * still exist, and the bucket's lifecycle rule has to remove them.
 */
export const abortOrphans = async (job: UploadJob): StorageResult<void> => {
  const { ports, task } = job
  if (!mayHaveOrphans(task.saved.remote)) return ok(undefined)
  const abortResult = await abortEmptyUploads(job)
  if (!abortResult.ok) return abortResult
  const wereListed = abortResult.value
  if (wereListed) recordFact(task, { kind: 'orphans-gone' })
  else ports.log.warn('Open uploads cannot be listed. The lifecycle rule has to remove those that were lost')
  return ok(undefined)
}
