import { fail, ok } from '../../../lib/result.ts'
import { maximumParts, partCount } from '../../../uploads/plan-parts.ts'
import { openCopy, openFile } from '../files/open-file.ts'
import { createReadAhead, type ReadAhead } from '../parts/read-ahead.ts'
import { sendParts, sendWhole } from '../parts/send-parts.ts'
import type { Job } from '../parts/work.ts'
import { begin, claimKey, leaveKey } from '../remote/begin.ts'
import { complete, finishWithoutFile, isStored, mayFinishWithoutFile, verify } from '../remote/complete.ts'
import { arePartsMissing, isTakenSince } from '../remote/inspect-remote.ts'
import { abortOrphans } from '../remote/orphans.ts'
import { learn, setPhase } from '../task/live-task.ts'
import { isClaimed, uploadIdOf } from '../task/remote.ts'
import { setSource } from '../task/source.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageFailure, StorageResult } from '../transport/storage-failure.ts'

/**
 * Does the whole upload of a task, from opening the file to checking what the store has. If the file changes
 * or vanishes on the way, its copy replaces it, if there is one. A copy that cannot be read to its end no
 * longer counts as a copy.
 */
export const uploadFile = async (job: Job): StorageResult<void> => {
  const { ports, task, signal } = job
  const result = await uploadOnce(job)
  if (result.ok || result.error.kind !== 'file-needed' || signal.aborted) return result
  if (!(await openCopy(task, ports))) return result
  const again = await uploadOnce(job)
  if (again.ok || again.error.kind !== 'file-needed' || signal.aborted) return again
  setSource(task, { kind: 'lost' })
  return fail({ kind: 'file-needed', because: 'restart' })
}

const uploadOnce = async (job: Job): StorageResult<void> => {
  const opened = await openFile(job.task, job.ports)
  if (!opened.ok && !mayFinishWithoutFile(job.task)) return opened
  const identity = await takeIdentity(job)
  if (!identity.ok) return opened.ok ? identity : opened
  const sent = opened.ok ? await send(job, opened.value) : await finishWithoutFile(job, opened.error)
  return sent.ok ? verify(job) : sent
}

/**
 * The identity that the file is stored under. The first run sets it, and the current identity must match it.
 */
const takeIdentity = async ({ attempt, ports, task: { saved }, signal }: Job): StorageResult<void> => {
  const identity = await attempt(ports.identityId, signal)
  if (!identity.ok) return identity
  saved.identityId ??= identity.value
  return saved.identityId === identity.value ? ok(undefined) : fail({ kind: 'sign-in-needed' })
}

/**
 * How often one run repairs each kind of loss: a store that loses everything does not get a whole film again
 * and again.
 */
type Recoveries = { keys: number; uploads: number; parts: number }

/**
 * Sends what the store lacks of a file, until the store has it. If another device stored something under the
 * key meanwhile, that object stays and the file goes under another key. If the store forgot the upload, the
 * upload begins again; if the store lost parts, the missing parts are sent again.
 */
const send = async (job: Job, file: File): StorageResult<void> => {
  const { saved } = job.task
  if (partCount(saved.size, saved.partSize) > maximumParts)
    return fail({ kind: 'refused', code: 'TooManyParts' })
  const sendOnce = saved.size <= saved.partSize ? sendInOne : sendInParts
  const recoveries: Recoveries = { keys: 2, uploads: 1, parts: 1 }
  while (saved.remote.kind !== 'object') {
    const sent = await sendOnce(job, file)
    if (sent.ok) return sent
    const recovered = await recover(job, sent.error, recoveries)
    if (!recovered.ok) return recovered
  }
  return ok(undefined)
}

/**
 * Repairs what can be sent again, or finds that the file is stored although an error said otherwise.
 * Otherwise returns the failure.
 */
const recover = async (job: Job, failure: StorageFailure, recoveries: Recoveries): StorageResult<void> => {
  const { task, save } = job
  if (arePartsMissing(failure) && recoveries.parts > 0) {
    recoveries.parts -= 1
    learn(task, { kind: 'parts-missing' })
    return ok(undefined)
  }
  const isTaken = isTakenSince(failure)
  if (!isTaken && failure.kind !== 'no-such-upload') return fail(failure)
  const stored = await isStored(job)
  if (!stored.ok) return stored
  if (stored.value) return ok(undefined)
  if (isTaken) {
    recoveries.keys -= 1
    return recoveries.keys < 0 ? fail(failure) : leaveKey(job)
  }
  learn(task, { kind: 'upload-gone' })
  await save(task)
  recoveries.uploads -= 1
  return recoveries.uploads < 0 ? fail({ kind: 'refused', code: 'NoSuchUpload' }) : ok(undefined)
}

const readAhead = ({ ports, task, signal }: Job, file: File, stored?: Map<number, StoredPart>): ReadAhead =>
  createReadAhead(
    ports.checksum,
    { ...task.saved, file, isStored: (part) => stored?.has(part) ?? false },
    signal,
  )

/** Sends a small file in one request. The file is read while its key is looked up. */
const sendInOne = async (job: Job, file: File): StorageResult<void> => {
  const next = readAhead(job, file)
  if (isClaimed(job.task.saved.remote)) {
    // It was sent before: the store may have the file although the request failed.
    const stored = await isStored(job)
    if (!stored.ok || stored.value) return stored.ok ? ok(undefined) : stored
  }
  const claimed = await claimKey(job, file)
  if (!claimed.ok) return claimed
  return job.signal.aborted ? fail({ kind: 'aborted' }) : sendWhole(job, next)
}

/**
 * Sends a file in parts, from the beginning or from what the store already has. If an upload exists, its
 * parts are listed first; otherwise the file is read meanwhile.
 */
const sendInParts = async (job: Job, file: File): StorageResult<void> => {
  const { attempt, changed, task, signal } = job
  const isNew = uploadIdOf(task.saved.remote) === undefined
  const early = isNew ? readAhead(job, file) : undefined
  const begun = await begin(job, file)
  if (!begun.ok) return begun
  const { uploadId } = begun.value
  const stored = new Map(begun.value.stored.map((part) => [part.number, part]))
  task.progress.begin(begun.value.stored.reduce((sum, part) => sum + part.size, 0))
  setPhase(task, 'sending')
  changed(task)
  const next = early ?? readAhead(job, file, stored)
  // Runs while the parts are sent, so that the person does not wait for it at the end. A failure is retried
  // then.
  const sweeping = attempt(() => abortOrphans(job), signal)
  const sent = await sendParts(job, { uploadId, stored, next })
  const done = sent.ok ? await complete(job, uploadId, sent.value) : sent
  await sweeping
  return done
}
