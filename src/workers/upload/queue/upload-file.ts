import { fail, ok } from '../../../lib/result.ts'
import { takeCopy } from '../files/open-copy.ts'
import type { Answer } from '../transport/storage-failure.ts'
import { claimKey, leaveKey } from '../remote/claim-key.ts'
import { isStored, isTakenSince } from '../remote/complete-upload.ts'
import { finishWithoutFile } from '../remote/finish-without-file.ts'
import { keyOf, type LiveTask } from '../task/live-task.ts'
import { openFile } from '../files/open-file.ts'
import { sweepOrphans } from '../remote/orphans.ts'
import { maximumParts, partCount } from '../../../uploads/plan-parts.ts'
import { createReadAhead, type ReadAhead } from '../parts/read-ahead.ts'
import { uploadInParts } from './upload-in-parts.ts'
import { uploadWhole } from '../parts/upload-whole.ts'
import type { Work } from '../parts/work.ts'

/** What the store has must be as long as the file (specification §5), and all that it has of it. */
const verify = async (work: Work, task: LiveTask, signal: AbortSignal): Answer<void> => {
  if (task.verified) return ok(undefined)
  const key = keyOf(task)
  task.phase = 'finishing'
  work.changed(task)
  const [found, swept] = await Promise.all([
    work.attempt(() => work.ports.transport.head(key), signal, { acknowledged: 0 }),
    sweepOrphans(work, task, key, signal),
  ])
  if (!found.ok) return found
  if (found.value.size === task.saved.size) return swept
  task.stored = false
  delete task.saved.uploadId
  delete task.saved.allSent
  return fail({ kind: 'refused', code: 'SizeMismatch' })
}

/** Begins to read while the store is asked for a place; what the store has of an older upload is to be heard first. */
const readEarly = (
  { ports }: Work,
  { saved, stored }: LiveTask,
  file: File,
  signal: AbortSignal,
): ReadAhead | undefined =>
  saved.uploadId === undefined && stored !== true
    ? createReadAhead(ports.checksum, { ...saved, file, isStored: () => false }, signal)
    : undefined

/**
 * Under which identity the file lies: that of the first run, which must be the present one's. A public file lies under
 * none: whoever the customer is now can go on with it.
 */
const takeIdentity = async (
  { attempt, ports }: Work,
  { saved }: LiveTask,
  signal: AbortSignal,
): Answer<void> => {
  const identity = await attempt(ports.identityId, signal, { acknowledged: 0 })
  if (!identity.ok) return identity
  saved.identityId ??= identity.value
  const isTheirs = saved.level === 'public' || saved.identityId === identity.value
  return isTheirs ? ok(undefined) : fail({ kind: 'sign-in-needed' })
}

/** Sends what the store lacks of a file under the key that it has, or finds. */
const sendOnce = async (work: Work, task: LiveTask, file: File, signal: AbortSignal): Answer<void> => {
  const { saved } = task
  const early = readEarly(work, task, file, signal)
  const isNew = saved.uploadId === undefined
  const claimed = await claimKey(work, task, signal)
  if (!claimed.ok) return claimed
  if (signal.aborted) return fail({ kind: 'aborted' })
  if (task.stored === true) return ok(undefined)
  const upload = saved.size <= saved.partSize ? uploadWhole : uploadInParts
  return upload(work, task, { file, key: keyOf(task), early, isNew }, signal)
}

/** Sends a file. What somebody stored under its key meanwhile stays: the file goes under another one then. */
const send = async (work: Work, task: LiveTask, file: File, signal: AbortSignal): Answer<void> => {
  const { saved } = task
  if (partCount(saved.size, saved.partSize) > maximumParts)
    return fail({ kind: 'refused', code: 'TooManyParts' })
  for (;;) {
    const sent = await sendOnce(work, task, file, signal)
    if (sent.ok || !isTakenSince(sent.error)) return sent
    const stored = await isStored(work, task, keyOf(task), signal)
    if (!stored.ok) return stored
    if (stored.value) {
      task.stored = true
      return ok(undefined)
    }
    const left = await leaveKey(work, task, signal)
    if (!left.ok) return left
  }
}

const uploadOnce = async (work: Work, task: LiveTask, signal: AbortSignal): Answer<void> => {
  const opened = await openFile(task, work.ports)
  if (!opened.ok && task.saved.uploadId === undefined) return opened
  const identity = await takeIdentity(work, task, signal)
  if (!identity.ok) return opened.ok ? identity : opened
  const sent = opened.ok
    ? await send(work, task, opened.value, signal)
    : await finishWithoutFile(work, task, opened.error, signal)
  return sent.ok ? verify(work, task, signal) : sent
}

/**
 * Does the whole upload of a task, from opening the file to the check of what the store has. A file that changes or
 * vanishes on the way is replaced by its copy, where there is one.
 */
export const uploadFile = async (work: Work, task: LiveTask, signal: AbortSignal): Answer<void> => {
  const answer = await uploadOnce(work, task, signal)
  if (answer.ok || answer.error.kind !== 'file-needed' || signal.aborted) return answer
  return (await takeCopy(task, work.ports)) ? uploadOnce(work, task, signal) : answer
}
