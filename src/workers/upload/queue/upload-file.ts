import { fail, ok } from '../../../lib/result.ts'
import { maximumParts, partCount } from '../../../uploads/plan-parts.ts'
import { openCopy, openFile } from '../files/open-file.ts'
import { createReadAhead, type ReadAhead } from '../parts/read-ahead.ts'
import { sendParts, sendWhole } from '../parts/send-parts.ts'
import type { Job } from '../parts/job.ts'
import { begin, claimKey, leaveKey } from '../remote/begin.ts'
import { complete, finishWithoutFile, isStored, mayFinishWithoutFile, verify } from '../remote/complete.ts'
import { isInvalidPart, isKeyTakenSince } from '../remote/inspect-remote.ts'
import { abortOrphans } from '../remote/orphans.ts'
import { recordFact, setPhase } from '../task/live-task.ts'
import { isClaimed, findUploadId } from '../task/remote.ts'
import { setSource } from '../task/source.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageFailure, StorageResult } from '../transport/storage-failure.ts'

/**
 * Does the whole upload of a task, from opening the file to checking what the object store has. If the file
 * changes or vanishes on the way, its copy replaces it, if there is one. A copy that cannot be read to its
 * end no longer counts as a copy.
 */
export const uploadFile = async (job: Job): StorageResult<void> => {
  const { ports, task, signal } = job
  const result = await uploadOnce(job)
  if (result.ok || result.error.kind !== 'file-needed' || signal.aborted) return result
  if (!(await openCopy(task, ports))) return result
  const secondResult = await uploadOnce(job)
  if (secondResult.ok || secondResult.error.kind !== 'file-needed' || signal.aborted) return secondResult
  setSource(task, { kind: 'lost' })
  return fail({ kind: 'file-needed', because: 'restart' })
}

const uploadOnce = async (job: Job): StorageResult<void> => {
  const file = await openFile(job.task, job.ports)
  if (!file.ok && !mayFinishWithoutFile(job.task)) return file
  const identity = await ensureIdentity(job)
  if (!identity.ok) return file.ok ? identity : file
  const result = file.ok ? await send(job, file.value) : await finishWithoutFile(job, file.error)
  return result.ok ? verify(job) : result
}

/**
 * Sets the identity that the file is stored under, in the first run of a task. Later, fails if the current
 * identity is another one.
 */
const ensureIdentity = async ({ attempt, ports, task: { saved }, signal }: Job): StorageResult<void> => {
  const identity = await attempt(ports.identityId, signal)
  if (!identity.ok) return identity
  saved.identityId ??= identity.value
  return saved.identityId === identity.value ? ok(undefined) : fail({ kind: 'sign-in-needed' })
}

/**
 * How often one run may still repair each kind of loss, so that an object store that loses everything does
 * not get a whole film again and again.
 */
type Recoveries = { keys: number; uploads: number; parts: number }

/**
 * Sends what the object store lacks of a file, until it is complete there. If another device stored something
 * under the key meanwhile, that object stays and the file goes under another key. If the object store forgot
 * the upload, the upload begins again; if it lost parts, they are sent again.
 */
const send = async (job: Job, file: File): StorageResult<void> => {
  const { saved } = job.task
  if (partCount(saved.size, saved.partSize) > maximumParts)
    return fail({ kind: 'refused', code: 'TooManyParts' })
  const sendOnce = saved.size <= saved.partSize ? sendInOne : sendInParts
  const recoveries: Recoveries = { keys: 2, uploads: 1, parts: 1 }
  while (saved.remote.kind !== 'object') {
    const result = await sendOnce(job, file)
    if (result.ok) return result
    const recovery = await recover(job, result.error, recoveries)
    if (!recovery.ok) return recovery
  }
  return ok(undefined)
}

/**
 * Repairs what can be sent again, or finds that the file is stored although an error said otherwise.
 * Otherwise returns the failure.
 */
const recover = async (job: Job, failure: StorageFailure, recoveries: Recoveries): StorageResult<void> => {
  const { task, save } = job
  if (isInvalidPart(failure) && recoveries.parts > 0) {
    recoveries.parts -= 1
    recordFact(task, { kind: 'parts-missing' })
    return ok(undefined)
  }
  const isKeyTaken = isKeyTakenSince(failure)
  if (!isKeyTaken && failure.kind !== 'no-such-upload') return fail(failure)
  const isWholeStored = await isStored(job)
  if (!isWholeStored.ok) return isWholeStored
  if (isWholeStored.value) return ok(undefined)
  if (isKeyTaken) {
    recoveries.keys -= 1
    return recoveries.keys < 0 ? fail(failure) : leaveKey(job)
  }
  recordFact(task, { kind: 'upload-gone' })
  await save(task)
  recoveries.uploads -= 1
  return recoveries.uploads < 0 ? fail({ kind: 'refused', code: 'NoSuchUpload' }) : ok(undefined)
}

/** Starts to read the parts of a file that are not stored. */
const startReadAhead = (
  { ports, task, signal }: Job,
  file: File,
  storedParts?: Map<number, StoredPart>,
): ReadAhead =>
  createReadAhead(
    ports.checksum,
    { ...task.saved, file, isStored: (part) => storedParts?.has(part) ?? false },
    signal,
  )

/** Sends a small file in one request. The file is read while its key is looked up. */
const sendInOne = async (job: Job, file: File): StorageResult<void> => {
  const nextPart = startReadAhead(job, file)
  if (isClaimed(job.task.saved.remote)) {
    // The file was sent before: the object store may have it although the request failed.
    const isWholeStored = await isStored(job)
    if (!isWholeStored.ok) return isWholeStored
    if (isWholeStored.value) return ok(undefined)
  }
  const claim = await claimKey(job, file)
  if (!claim.ok) return claim
  return job.signal.aborted ? fail({ kind: 'aborted' }) : sendWhole(job, nextPart)
}

/**
 * Sends a file in parts, from the beginning or from what the object store already has. If an upload exists,
 * its parts are listed first; otherwise the file is read meanwhile.
 */
const sendInParts = async (job: Job, file: File): StorageResult<void> => {
  const { attempt, publishTask, task, signal } = job
  const isNew = findUploadId(task.saved.remote) === undefined
  const earlyParts = isNew ? startReadAhead(job, file) : undefined
  const upload = await begin(job, file)
  if (!upload.ok) return upload
  const { uploadId } = upload.value
  const storedParts = new Map(upload.value.storedParts.map((part) => [part.number, part]))
  task.progress.begin(upload.value.storedParts.reduce((sum, part) => sum + part.size, 0))
  setPhase(task, 'sending')
  publishTask(task)
  const nextPart = earlyParts ?? startReadAhead(job, file, storedParts)
  // Runs while the parts are sent, so that the person does not wait for it at the end. After a failure,
  // `verify` tries it again.
  const orphanRemoval = attempt(() => abortOrphans(job), signal)
  const parts = await sendParts(job, { uploadId, storedParts, nextPart })
  const result = parts.ok ? await complete(job, uploadId, parts.value) : parts
  await orphanRemoval
  return result
}
