import { fail, ok } from '../../../lib/result.ts'
import { partCount } from '../../../uploads/plan-parts.ts'
import type { Job, Work } from '../parts/work.ts'
import { keyOf, learn, setPhase, type LiveTask } from '../task/live-task.ts'
import { uploadIdOf, type Fact } from '../task/remote.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageResult, StorageFailure } from '../transport/storage-failure.ts'
import { endUpload } from './discard.ts'
import {
  arePartsMissing,
  inspectRemote,
  isTaken,
  isTakenSince,
  isWhole,
  takenSince,
} from './inspect-remote.ts'
import { abortOrphans } from './orphans.ts'
import { listUsableParts } from './stored-parts.ts'

const stored: Fact = { kind: 'stored', verified: false }

/** Makes the object of its parts. */
export const complete = async (job: Job, uploadId: string, parts: StoredPart[]): StorageResult<void> => {
  const { attempt, changed, ports, save, task, signal } = job
  learn(task, { kind: 'all-sent' })
  setPhase(task, 'finishing')
  changed(task)
  if (signal.aborted) return fail({ kind: 'aborted' })
  // Not awaited: where it is lost, the list of parts says the same.
  void save(task)
  // There are stores that ignore the condition of Complete: what was stored there meanwhile would be replaced.
  const taken = await isTaken(job)
  if (!taken.ok) return taken
  if (taken.value) return fail(takenSince)
  if (signal.aborted) return fail({ kind: 'aborted' })
  // Not cut by the signal: whether the object exists must be known before a cancel cleans up.
  const completed = await attempt(() => ports.transport.complete(keyOf(task), uploadId, parts), signal)
  if (!completed.ok) return completed
  learn(task, stored)
  return ok(undefined)
}

/** The code of S3 for an object that is not there */
const missing = 'NotFound'

/**
 * bytes of the object; tried once. The response to a HEAD does not show who gives it: that nothing is there may be said in
 * place of the store, and believed, it would cost the coach the whole film again. A list shows it. Where the store lists
 * nothing, the HEAD is repeated.
 */
const storedSize = async ({ ports, task, signal }: Job): StorageResult<number> => {
  const key = keyOf(task)
  const head = await ports.transport.head(key, { signal })
  if (head.ok) return ok(head.value.size)
  if (head.error.kind !== 'not-found') return head
  const listed = await ports.transport.listObjects(key, { signal })
  if (!listed.ok) return listed.error.kind === 'refused' ? fail({ kind: 'busy', code: missing }) : listed
  const found = listed.value.find((object) => object.key === key)
  return found ? ok(found.size) : fail({ kind: 'refused', code: missing })
}

/** What the store has must be as long as the file (specification §5), and all that it has of it. */
export const verify = async (job: Job): StorageResult<void> => {
  const { attempt, changed, task, signal } = job
  const { remote } = task.saved
  if (remote.kind === 'object' && remote.verified) return ok(undefined)
  setPhase(task, 'finishing')
  changed(task)
  const [size, swept] = await Promise.all([
    attempt(() => storedSize(job), signal),
    attempt(() => abortOrphans(job), signal),
  ])
  if (size.ok && size.value === task.saved.size) return swept
  const failure = size.ok ? ({ kind: 'refused', code: 'SizeMismatch' } as const) : size.error
  if (size.ok || ('code' in size.error && size.error.code === missing)) learn(task, { kind: 'object-wrong' })
  return fail(failure)
}

/** Whether the store has the whole object after all, of a request whose response was lost. */
export const isStored = async (job: Job): StorageResult<boolean> => {
  const inspected = await inspectRemote(job)
  if (!inspected.ok) return inspected
  if (!isWhole(inspected.value)) return ok(false)
  // The object may be of an earlier upload than the one that is open.
  const ended = await endUpload(job)
  if (!ended.ok) return ended
  learn(job.task, stored)
  return ok(true)
}

/** Whether there may be enough of a task in the store to complete it without its file. */
export const mayFinishWithoutFile = ({ saved: { remote } }: LiveTask): boolean =>
  remote.kind === 'object' || uploadIdOf(remote) !== undefined

/** What the store has of a task. */
type Found = { has: 'the object' | 'all parts' | 'less'; parts: StoredPart[] }

/** Finds out what the store has of a task whose file is not at hand. */
const findWithoutFile = async (job: Job): StorageResult<Found> => {
  const { identityId, size, partSize, remote } = job.task.saved
  if (remote.kind === 'object') return ok({ has: 'the object', parts: [] })
  const uploadId = uploadIdOf(remote)
  if (uploadId === undefined || identityId === undefined) return ok({ has: 'less', parts: [] })
  const listed = await listUsableParts(job, uploadId)
  if (listed.ok) {
    const parts = listed.value.sort((a, b) => a.number - b.number)
    // A part that may be of another file can only be compared with the file.
    const isCompared = remote.kind !== 'upload' || remote.parts === 'trusted'
    return ok({ has: isCompared && parts.length === partCount(size, partSize) ? 'all parts' : 'less', parts })
  }
  if (listed.error.kind !== 'no-such-upload') return listed
  const inspected = await inspectRemote(job)
  return inspected.ok ? ok({ has: isWhole(inspected.value) ? 'the object' : 'less', parts: [] }) : inspected
}

/**
 * Completes an upload whose file is gone, where the store has all of it already: a tab that was closed in the middle of
 * the Complete leaves nothing to ask the person for. `needed` says what is the matter with the file.
 */
export const finishWithoutFile = async (job: Job, needed: StorageFailure): StorageResult<void> => {
  const { task } = job
  const { remote } = task.saved
  const uploadId = uploadIdOf(remote)
  const found = await findWithoutFile(job)
  // A person should not have to wait for a connection to hear that the file is needed.
  if (!found.ok) return remote.kind === 'all-parts' || found.error.kind === 'aborted' ? found : fail(needed)
  const { has, parts } = found.value
  if (has === 'the object') {
    learn(task, stored)
    return ok(undefined)
  }
  if (has === 'less' || uploadId === undefined) return fail(needed)
  task.progress.begin(task.saved.size)
  const completed = await complete(job, uploadId, parts)
  if (completed.ok) return completed
  if (arePartsMissing(completed.error)) {
    learn(task, { kind: 'parts-missing' })
    return fail(needed)
  }
  if (!isTakenSince(completed.error)) return completed
  // Under another name it has to be sent again.
  const isOurs = await isStored(job)
  if (!isOurs.ok) return isOurs
  return isOurs.value ? ok(undefined) : fail(needed)
}

/** Shows how far a task had come before a restart, while it waits for its file; whether it can end without it. */
export const restoreProgress = async (work: Work, task: LiveTask): Promise<boolean> => {
  if (!mayFinishWithoutFile(task) || task.saved.status.state !== 'PAUSED') return false
  const found = await findWithoutFile({ ...work, task, signal: new AbortController().signal })
  if (!found.ok || task.run) return false
  const { has, parts } = found.value
  task.progress.begin(parts.reduce((sum, { size }) => sum + size, 0))
  work.changed(task)
  return has !== 'less'
}
