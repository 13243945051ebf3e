import { fail, ok } from '../../../lib/result.ts'
import { countParts } from '../../../uploads/plan-parts.ts'
import type { UploadJob, UploadContext } from '../parts/upload-job.ts'
import { getObjectKey, recordFact, setPhase, type LiveTask } from '../task/live-task.ts'
import { isClaimed, findUploadId, type Fact } from '../task/remote-state.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageFailure, StorageResult } from '../transport/storage-failure.ts'
import { isKeyTaken } from './claim-key.ts'
import { abortUploads } from './discard.ts'
import {
  inspectRemote,
  isInvalidPart,
  isKeyTakenSinceClaim,
  isWholeFile,
  keyTakenSinceClaim,
} from './inspect-remote.ts'
import { abortOrphans } from './orphans.ts'
import { listUsableParts } from './stored-parts.ts'

/** The fact that the object exists. Its checksum is not known, so `verifyObject` checks its size later. */
const storedFact: Fact = { kind: 'stored', verified: false }

/** Sends Complete, the request that makes an object of the parts of an upload. */
export const completeUpload = async (
  job: UploadJob,
  uploadId: string,
  parts: StoredPart[],
): StorageResult<void> => {
  const { attempt, publishTask, ports, save, task, signal } = job
  recordFact(task, { kind: 'all-sent' })
  setPhase(task, 'finishing')
  publishTask(task)
  if (signal.aborted) return fail({ kind: 'aborted' })
  // Not awaited: if the page ends before the task is saved, the object store's list of parts shows after a
  // restart that all parts were sent.
  void save(task)
  // Complete has the condition that no object has the key. Some object stores ignore it, and would replace an
  // object that another device has stored under the key.
  const takenResult = await isKeyTaken(job)
  if (!takenResult.ok) return takenResult
  if (takenResult.value) return fail(keyTakenSinceClaim)
  if (signal.aborted) return fail({ kind: 'aborted' })
  // The signal does not abort the request, because a cancel must know whether the object exists before it
  // cleans up.
  const completion = await attempt(
    () => ports.transport.complete(getObjectKey(task), uploadId, parts),
    signal,
  )
  if (!completion.ok) return completion
  recordFact(task, storedFact)
  return ok(undefined)
}

/** The S3 error code for a missing object. */
const missingCode = 'NotFound'

/**
 * Resolves to the size of the object in bytes, without retries. Something other than the object store may
 * answer the HEAD that the object is missing, and the coach would have to send the whole video again. So a
 * missing object is also looked for in a list, which can come only from the object store. If the object store
 * refuses to list, returns a failure that is retried.
 */
const findStoredSize = async ({ ports, task, signal }: UploadJob): StorageResult<number> => {
  const key = getObjectKey(task)
  const head = await ports.transport.head(key, { signal })
  if (head.ok) return ok(head.value.size)
  if (head.error.kind !== 'not-found') return head
  const listing = await ports.transport.listObjects(key, { signal })
  if (!listing.ok)
    return listing.error.kind === 'refused' ? fail({ kind: 'busy', code: missingCode }) : listing
  const object = listing.value.find((listed) => listed.key === key)
  return object ? ok(object.size) : fail({ kind: 'refused', code: missingCode })
}

/**
 * Checks that the object is as long as the file (specification §5), and aborts other open uploads of the
 * task.
 */
export const verifyObject = async (job: UploadJob): StorageResult<void> => {
  const { attempt, publishTask, task, signal } = job
  const { remote } = task.saved
  if (remote.kind === 'object' && remote.verified) return ok(undefined)
  setPhase(task, 'finishing')
  publishTask(task)
  const [sizeResult, removal] = await Promise.all([
    attempt(() => findStoredSize(job), signal),
    attempt(() => abortOrphans(job), signal),
  ])
  if (sizeResult.ok && sizeResult.value === task.saved.size) return removal
  if (sizeResult.ok) {
    recordFact(task, { kind: 'object-wrong' })
    return fail({ kind: 'refused', code: 'SizeMismatch' })
  }
  const { error } = sizeResult
  if ('code' in error && error.code === missingCode) recordFact(task, { kind: 'object-wrong' })
  return sizeResult
}

/** Whether the object store has the whole object although the response to a request was lost. */
export const isStored = async (job: UploadJob): StorageResult<boolean> => {
  const inspection = await inspectRemote(job)
  if (!inspection.ok) return inspection
  if (!isWholeFile(inspection.value)) return ok(false)
  // The object may come from an earlier upload. The upload that is open now is then no longer needed.
  const abortResult = await abortUploads(job)
  if (!abortResult.ok) return abortResult
  recordFact(job.task, storedFact)
  return ok(true)
}

/**
 * Whether the object store may have enough of a task to complete it without its file. A claimed key may
 * already have the whole object.
 */
export const mayFinishWithoutFile = ({ saved: { remote } }: LiveTask): boolean =>
  isClaimed(remote) || findUploadId(remote) !== undefined

/** How much of a file the object store has. `parts` are the parts of the open upload, in order. */
type StoredContent = { extent: 'object' | 'all-parts' | 'incomplete'; parts: StoredPart[] }

/** Finds out how much the object store has of a task whose file is not available. */
const findStoredContent = async (job: UploadJob): StorageResult<StoredContent> => {
  const { identityId, size, partSize, remote } = job.task.saved
  if (remote.kind === 'object') return ok({ extent: 'object', parts: [] })
  // Without an identity, no request was sent to this bucket.
  if (identityId === undefined) return ok({ extent: 'incomplete', parts: [] })
  const uploadId = findUploadId(remote)
  const listing =
    uploadId === undefined ? fail({ kind: 'no-such-upload' } as const) : await listUsableParts(job, uploadId)
  if (listing.ok) {
    const parts = listing.value.sort((a, b) => a.number - b.number)
    // A part that may come from another file can only be compared with the file.
    const canTrustParts = remote.kind !== 'upload' || remote.parts === 'trusted'
    return ok({
      extent: canTrustParts && parts.length === countParts(size, partSize) ? 'all-parts' : 'incomplete',
      parts,
    })
  }
  if (listing.error.kind !== 'no-such-upload') return listing
  // The upload may be gone because an earlier Complete, whose response was lost, made it an object.
  const inspection = await inspectRemote(job)
  if (!inspection.ok) return inspection
  return ok({ extent: isWholeFile(inspection.value) ? 'object' : 'incomplete', parts: [] })
}

/**
 * Completes an upload without its file, if the object store has all of it already. A coach whose tab was closed
 * during Complete then does not have to choose the file again. `fileFailure` is the reason why the file
 * is not available.
 */
export const finishWithoutFile = async (job: UploadJob, fileFailure: StorageFailure): StorageResult<void> => {
  const { task } = job
  const { remote } = task.saved
  const uploadId = findUploadId(remote)
  const contentResult = await findStoredContent(job)
  if (!contentResult.ok) {
    // The coach should not have to wait for a connection to learn that the file is needed. It is probably not
    // needed if all parts are stored.
    const isFileNeeded = remote.kind !== 'all-parts' && contentResult.error.kind !== 'aborted'
    return isFileNeeded ? fail(fileFailure) : contentResult
  }
  const { extent, parts } = contentResult.value
  if (extent === 'object') {
    recordFact(task, storedFact)
    return ok(undefined)
  }
  if (extent === 'incomplete' || uploadId === undefined) return fail(fileFailure)
  task.progress.reset(task.saved.size)
  const completion = await completeUpload(job, uploadId, parts)
  if (completion.ok) return completion
  if (isInvalidPart(completion.error)) {
    recordFact(task, { kind: 'parts-missing' })
    return fail(fileFailure)
  }
  if (!isKeyTakenSinceClaim(completion.error)) return completion
  // If the object is not from this task, the file has to be sent again under another key.
  const storedResult = await isStored(job)
  if (!storedResult.ok) return storedResult
  return storedResult.value ? ok(undefined) : fail(fileFailure)
}

/**
 * Restores the progress of a paused task after a restart, from what the object store has. Resolves to true if
 * the task can complete without its file.
 */
export const restoreProgress = async (uploadContext: UploadContext, task: LiveTask): Promise<boolean> => {
  if (!mayFinishWithoutFile(task) || task.saved.status.state !== 'PAUSED') return false
  const contentResult = await findStoredContent({
    ...uploadContext,
    task,
    signal: new AbortController().signal,
  })
  // The task may have been resumed during the requests. Its run then counts the progress.
  if (!contentResult.ok || task.run) return false
  const { extent, parts } = contentResult.value
  task.progress.reset(parts.reduce((sum, { size }) => sum + size, 0))
  uploadContext.publishTask(task)
  return extent !== 'incomplete'
}
