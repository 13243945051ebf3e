import { fail, ok } from '../../../lib/result.ts'
import { maximumParts, partCount } from '../../../uploads/plan-parts.ts'
import { openCopy } from '../files/open-file.ts'
import { openFile } from '../files/open-file.ts'
import { createReadAhead, type ReadAhead } from '../parts/read-ahead.ts'
import { sendParts } from '../parts/send-parts.ts'
import { sendWhole } from '../parts/send-whole.ts'
import type { Work } from '../parts/work.ts'
import { begin, claimKey, leaveKey } from '../remote/begin.ts'
import { complete, finishWithoutFile, isStored, mayFinishWithoutFile, verify } from '../remote/complete.ts'
import { isTakenSince } from '../remote/inspect-remote.ts'
import { abortOrphans } from '../remote/orphans.ts'
import { learn, setPhase, type LiveTask } from '../task/live-task.ts'
import { uploadIdOf } from '../task/remote.ts'
import type { Outcome } from '../transport/storage-failure.ts'

/**
 * Does the whole upload of a task, from opening the file to the check of what the store has. A file that changes or
 * vanishes on the way is replaced by its copy, where there is one.
 */
export const uploadFile = async (work: Work, task: LiveTask, signal: AbortSignal): Outcome<void> => {
  const result = await uploadOnce(work, task, signal)
  if (result.ok || result.error.kind !== 'file-needed' || signal.aborted) return result
  const copy = task.source.kind === 'held' && (await openCopy(task, work.ports))
  return copy ? uploadOnce(work, task, signal) : result
}

const uploadOnce = async (work: Work, task: LiveTask, signal: AbortSignal): Outcome<void> => {
  const opened = await openFile(task, work.ports)
  if (!opened.ok && !mayFinishWithoutFile(task)) return opened
  const identity = await takeIdentity(work, task, signal)
  if (!identity.ok) return opened.ok ? identity : opened
  const sent = opened.ok
    ? await send(work, task, opened.value, signal)
    : await finishWithoutFile(work, task, opened.error, signal)
  return sent.ok ? verify(work, task, signal) : sent
}

/**
 * Under which identity the file lies: that of the first run, which must be the present one's. A public file lies under
 * none: whoever the customer is now can resume it.
 */
const takeIdentity = async (
  { attempt, ports }: Work,
  { saved }: LiveTask,
  signal: AbortSignal,
): Outcome<void> => {
  const identity = await attempt(ports.identityId, signal)
  if (!identity.ok) return identity
  saved.identityId ??= identity.value
  const isTheirs = saved.level === 'public' || saved.identityId === identity.value
  return isTheirs ? ok(undefined) : fail({ kind: 'sign-in-needed' })
}

/**
 * Sends what the store lacks of a file. What another device stored under its key meanwhile stays: the file goes under another key
 * then. An upload that the store forgot is begun again, once.
 */
const send = async (work: Work, task: LiveTask, file: File, signal: AbortSignal): Outcome<void> => {
  const { saved } = task
  if (partCount(saved.size, saved.partSize) > maximumParts)
    return fail({ kind: 'refused', code: 'TooManyParts' })
  const sendOnce = saved.size <= saved.partSize ? sendInOne : sendInParts
  for (let restarted = false; saved.remote.kind !== 'object';) {
    const sent = await sendOnce(work, task, file, signal)
    if (sent.ok) return sent
    const isTaken = isTakenSince(sent.error)
    if (!isTaken && sent.error.kind !== 'no-such-upload') return sent
    const stored = await isStored(work, task, signal)
    if (!stored.ok) return stored
    if (stored.value) break
    if (isTaken) {
      const left = await leaveKey(work, task, signal)
      if (!left.ok) return left
    } else {
      learn(task, { kind: 'upload-gone' })
      await work.save(task)
      if (restarted) return fail({ kind: 'refused', code: 'NoSuchUpload' })
    }
    restarted = !isTaken
  }
  return ok(undefined)
}

const readAhead = ({ ports }: Work, { saved }: LiveTask, file: File, signal: AbortSignal): ReadAhead =>
  createReadAhead(ports.checksum, { ...saved, file, isStored: () => false }, signal)

/** A small file, in one request. It is read while its key is looked up. */
const sendInOne = async (work: Work, task: LiveTask, file: File, signal: AbortSignal): Outcome<void> => {
  const next = readAhead(work, task, file, signal)
  const claimed = await claimKey(work, task, signal)
  if (!claimed.ok) return claimed
  return signal.aborted ? fail({ kind: 'aborted' }) : sendWhole(work, task, next, signal)
}

/**
 * In parts, from the beginning or from what the store already has. Stored parts are listed first; otherwise the file is
 * read meanwhile.
 */
const sendInParts = async (work: Work, task: LiveTask, file: File, signal: AbortSignal): Outcome<void> => {
  const isNew = uploadIdOf(task.saved.remote) === undefined
  const early = isNew ? readAhead(work, task, file, signal) : undefined
  const begun = await begin(work, task, file, signal)
  if (!begun.ok) return begun
  const { uploadId } = begun.value
  const stored = new Map(begun.value.stored.map((part) => [part.number, part]))
  const rest = { ...task.saved, file, isStored: (number: number) => stored.has(number) }
  task.progress.begin(begun.value.stored.reduce((sum, part) => sum + part.size, 0))
  setPhase(task, 'sending')
  work.changed(task)
  const next = early ?? createReadAhead(work.ports.checksum, rest, signal)
  // Runs beside the parts, because the person would wait for it at the end. What fails now is tried again then.
  const sweeping = work.attempt(() => abortOrphans(work, task), signal)
  const sent = await sendParts(work, { task, uploadId }, { stored, next }, signal)
  const done = sent.ok ? await complete(work, task, { uploadId, parts: sent.value }, signal) : sent
  await sweeping
  return done
}
