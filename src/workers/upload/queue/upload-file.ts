import { fail, ok } from '../../../lib/result.ts'
import { maxParts, countParts } from '../../../uploads/plan-parts.ts'
import { openCopy, openFile } from '../files/open-file.ts'
import { createReadAhead, type TakeNextPart } from '../parts/read-ahead.ts'
import { sendParts, sendSmallFile } from '../parts/send-parts.ts'
import type { UploadJob } from '../parts/upload-job.ts'
import { claimKey, leaveKey } from '../remote/claim-key.ts'
import {
  completeUpload,
  finishWithoutFile,
  isStored,
  mayFinishWithoutFile,
  verifyObject,
} from '../remote/complete.ts'
import { isInvalidPart, isKeyTakenSinceClaim } from '../remote/inspect-remote.ts'
import { abortOrphans } from '../remote/orphans.ts'
import { startOrResumeUpload } from '../remote/start-or-resume-upload.ts'
import { recordFact, setPhase } from '../task/live-task.ts'
import { isClaimed, findUploadId } from '../task/remote-state.ts'
import { setSource } from '../task/source.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageFailure, StorageResult } from '../transport/storage-failure.ts'

/**
 * How many more times one run may recover: from a key that is taken, from an upload that the object store has
 * lost, and from lost parts. Without a limit, a whole video would be sent again and again to an object store
 * that loses everything.
 */
type RecoveriesLeft = { keys: number; uploads: number; parts: number }

/**
 * Corrects the state of the task after a failure, so that the file can be sent again. Also succeeds if the
 * whole file turns out to be stored despite the failure: the remote state of the task is then `object`.
 * Returns the failure if it cannot be corrected.
 */
const recover = async (
  job: UploadJob,
  failure: StorageFailure,
  recoveriesLeft: RecoveriesLeft,
): StorageResult<void> => {
  const { task, save } = job
  if (isInvalidPart(failure) && recoveriesLeft.parts > 0) {
    recoveriesLeft.parts -= 1
    recordFact(task, { kind: 'parts-missing' })
    return ok(undefined)
  }
  const isKeyTaken = isKeyTakenSinceClaim(failure)
  if (!isKeyTaken && failure.kind !== 'no-such-upload') return fail(failure)
  const storedResult = await isStored(job)
  if (!storedResult.ok) return storedResult
  if (storedResult.value) return ok(undefined)
  if (isKeyTaken) {
    recoveriesLeft.keys -= 1
    return recoveriesLeft.keys < 0 ? fail(failure) : leaveKey(job)
  }
  recordFact(task, { kind: 'upload-gone' })
  await save(task)
  recoveriesLeft.uploads -= 1
  return recoveriesLeft.uploads < 0 ? fail({ kind: 'refused', code: 'NoSuchUpload' }) : ok(undefined)
}

/** Starts to read the parts of a file that are not in `storedParts`. */
const startReadAhead = (
  { ports, task, signal }: UploadJob,
  file: File,
  storedParts?: Map<number, StoredPart>,
): TakeNextPart =>
  createReadAhead(
    ports.computeChecksum,
    { ...task.saved, file, isStored: (part) => storedParts?.has(part) ?? false },
    signal,
  )

/** Sends a small file in one request. The file is read while the key is checked and claimed. */
const sendInOneRequest = async (job: UploadJob, file: File): StorageResult<void> => {
  const takeNextPart = startReadAhead(job, file)
  if (isClaimed(job.task.saved.remote)) {
    // The file may have been sent before, so the object store may have it although the request failed.
    const storedResult = await isStored(job)
    if (!storedResult.ok) return storedResult
    if (storedResult.value) return ok(undefined)
  }
  const claim = await claimKey(job, file)
  if (!claim.ok) return claim
  return job.signal.aborted ? fail({ kind: 'aborted' }) : sendSmallFile(job, takeNextPart)
}

/**
 * Sends a file in parts, except the parts that the object store already has. They are listed before the file
 * is read. If no upload exists yet, reading starts while the upload is created.
 */
const sendInParts = async (job: UploadJob, file: File): StorageResult<void> => {
  const { attempt, publishTask, task, signal } = job
  const isNew = findUploadId(task.saved.remote) === undefined
  const earlyReadAhead = isNew ? startReadAhead(job, file) : undefined
  const startResult = await startOrResumeUpload(job, file)
  if (!startResult.ok) return startResult
  const { uploadId, storedParts: earlierParts } = startResult.value
  const storedParts = new Map(earlierParts.map((part) => [part.number, part]))
  task.progress.reset(earlierParts.reduce((sum, part) => sum + part.size, 0))
  setPhase(task, 'sending')
  publishTask(task)
  const takeNextPart = earlyReadAhead ?? startReadAhead(job, file, storedParts)
  // Open uploads from lost requests are aborted while the parts are sent, so that the coach does not wait for
  // that at the end. If this fails, `verifyObject` tries again.
  const orphanRemoval = attempt(() => abortOrphans(job), signal)
  const partsResult = await sendParts(job, { uploadId, storedParts, takeNextPart })
  const result = partsResult.ok ? await completeUpload(job, uploadId, partsResult.value) : partsResult
  await orphanRemoval
  return result
}

/**
 * Sends what is missing of a file until the object store has all of it. If another device has stored an
 * object under the key in the meantime, that object stays and the file gets another key. If the object store
 * has lost the upload, the upload starts again; if it has lost parts, they are sent again.
 */
const sendFile = async (job: UploadJob, file: File): StorageResult<void> => {
  const { ports, task } = job
  const { saved } = task
  if (countParts(saved.size, saved.partSize) > maxParts)
    return fail({ kind: 'refused', code: 'TooManyParts' })
  const sendOnce = saved.size <= saved.partSize ? sendInOneRequest : sendInParts
  const recoveriesLeft: RecoveriesLeft = { keys: 2, uploads: 1, parts: 1 }
  while (saved.remote.kind !== 'object') {
    // The thumbnail is stored when an upload is created, so an existing upload needs none.
    if (findUploadId(saved.remote) === undefined) task.thumbnail ??= ports.createThumbnail(file)
    const result = await sendOnce(job, file)
    if (result.ok) return result
    const recovery = await recover(job, result.error, recoveriesLeft)
    if (!recovery.ok) return recovery
  }
  return ok(undefined)
}

/**
 * Ensures that the credentials belong to the identity that the file is stored under. The first run of a task
 * sets this identity. Later runs fail if the current identity differs.
 */
const ensureIdentity = async ({
  attempt,
  ports,
  task: { saved },
  signal,
}: UploadJob): StorageResult<void> => {
  const identityResult = await attempt(ports.getIdentityId, signal)
  if (!identityResult.ok) return identityResult
  const currentId = identityResult.value
  saved.identityId ??= currentId
  return saved.identityId === currentId ? ok(undefined) : fail({ kind: 'sign-in-needed' })
}

/** Uploads the current source of a task, which is the chosen file or its copy, and verifies the object. */
const uploadOnce = async (job: UploadJob): StorageResult<void> => {
  const opened = await openFile(job.task, job.ports)
  if (!opened.ok && !mayFinishWithoutFile(job.task)) return opened
  const identityCheck = await ensureIdentity(job)
  // If neither the file nor the identity is available, the missing file is reported, because only the
  // coach can help.
  if (!identityCheck.ok) return opened.ok ? identityCheck : opened
  const result = opened.ok ? await sendFile(job, opened.value) : await finishWithoutFile(job, opened.error)
  return result.ok ? verifyObject(job) : result
}

/**
 * Uploads the file of a task, from opening the file to verifying the stored object. What the object store
 * already has of an earlier run is not sent again. If the file changes or vanishes during the upload, the
 * app's copy of it is used, if there is one. If the copy cannot be read to its end either, the coach has to
 * choose the file again.
 */
export const uploadFile = async (job: UploadJob): StorageResult<void> => {
  const { ports, task, signal } = job
  const isFileGone = (outcome: Awaited<StorageResult<void>>) =>
    !outcome.ok && outcome.error.kind === 'file-needed' && !signal.aborted
  const result = await uploadOnce(job)
  if (!isFileGone(result)) return result
  const copy = await openCopy(task, ports)
  if (!copy) return result
  // The copy is now the task's source.
  const resultOfCopy = await uploadOnce(job)
  if (!isFileGone(resultOfCopy)) return resultOfCopy
  // Neither the file nor its copy can be read, as after a restart without a copy.
  setSource(task, { kind: 'lost' })
  return fail({ kind: 'file-needed', because: 'restart' })
}
