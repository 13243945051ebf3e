import { fail, ok } from '../../../lib/result.ts'
import { partCount } from '../../../uploads/plan-parts.ts'
import type { Job, Work } from '../parts/work.ts'
import { keyOf, learn, setPhase, type LiveTask } from '../task/live-task.ts'
import { isClaimed, uploadIdOf, type Fact } from '../task/remote.ts'
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

/** Completes the upload: the store makes an object of the parts. */
export const complete = async (job: Job, uploadId: string, parts: StoredPart[]): StorageResult<void> => {
  const { attempt, changed, ports, save, task, signal } = job
  learn(task, { kind: 'all-sent' })
  setPhase(task, 'finishing')
  changed(task)
  if (signal.aborted) return fail({ kind: 'aborted' })
  // Not awaited: if the save is lost, the list of parts gives the same information.
  void save(task)
  // Some stores ignore the condition of Complete, and would replace an object that was stored meanwhile.
  const taken = await isTaken(job)
  if (!taken.ok) return taken
  if (taken.value) return fail(takenSince)
  if (signal.aborted) return fail({ kind: 'aborted' })
  // The signal does not abort the request: a cancel must know whether the object exists before it cleans up.
  const completed = await attempt(() => ports.transport.complete(keyOf(task), uploadId, parts), signal)
  if (!completed.ok) return completed
  learn(task, stored)
  return ok(undefined)
}

/** The S3 code for a missing object. */
const missing = 'NotFound'

/**
 * Bytes of the object; tried once. A response to HEAD does not show who sent it: something other than the
 * store may answer that the object is missing, and the coach would have to send the whole film again. A list
 * shows its sender. If the store refuses to list, the HEAD is repeated.
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

/**
 * Checks that the object is as long as the file (specification §5), and that the store has nothing else of
 * the task.
 */
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

/** Whether the store has the whole object although the response to a request was lost. */
export const isStored = async (job: Job): StorageResult<boolean> => {
  const inspected = await inspectRemote(job)
  if (!inspected.ok) return inspected
  if (!isWhole(inspected.value)) return ok(false)
  // The object may come from an earlier upload than the open one.
  const ended = await endUpload(job)
  if (!ended.ok) return ended
  learn(job.task, stored)
  return ok(true)
}

/**
 * Whether the store may have enough of a task to complete it without its file. A claimed key may already have
 * the whole object.
 */
export const mayFinishWithoutFile = ({ saved: { remote } }: LiveTask): boolean =>
  isClaimed(remote) || uploadIdOf(remote) !== undefined

type Found = { has: 'the object' | 'all parts' | 'less'; parts: StoredPart[] }

/** Finds out what the store has of a task whose file is not available. */
const findWithoutFile = async (job: Job): StorageResult<Found> => {
  const { identityId, size, partSize, remote } = job.task.saved
  if (remote.kind === 'object') return ok({ has: 'the object', parts: [] })
  if (identityId === undefined) return ok({ has: 'less', parts: [] })
  const uploadId = uploadIdOf(remote)
  const listed =
    uploadId === undefined ? fail({ kind: 'no-such-upload' } as const) : await listUsableParts(job, uploadId)
  if (listed.ok) {
    const parts = listed.value.sort((a, b) => a.number - b.number)
    // A part that may come from another file can only be compared with the file.
    const isCompared = remote.kind !== 'upload' || remote.parts === 'trusted'
    return ok({ has: isCompared && parts.length === partCount(size, partSize) ? 'all parts' : 'less', parts })
  }
  if (listed.error.kind !== 'no-such-upload') return listed
  const inspected = await inspectRemote(job)
  return inspected.ok ? ok({ has: isWhole(inspected.value) ? 'the object' : 'less', parts: [] }) : inspected
}

/**
 * Completes an upload whose file is gone, if the store has all of it already: a tab that was closed during
 * Complete needs nothing from the person. `needed` is the failure that describes what is wrong with the file.
 */
export const finishWithoutFile = async (job: Job, needed: StorageFailure): StorageResult<void> => {
  const { task } = job
  const { remote } = task.saved
  const uploadId = uploadIdOf(remote)
  const found = await findWithoutFile(job)
  // The person should not have to wait for a connection to learn that the file is needed.
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
  // If the object is not ours, the file has to be sent again under another name.
  const isOurs = await isStored(job)
  if (!isOurs.ok) return isOurs
  return isOurs.value ? ok(undefined) : fail(needed)
}

/**
 * Shows the progress of a task before a restart, while it waits for its file. Resolves to whether the task
 * can complete without its file.
 */
export const restoreProgress = async (work: Work, task: LiveTask): Promise<boolean> => {
  if (!mayFinishWithoutFile(task) || task.saved.status.state !== 'PAUSED') return false
  const found = await findWithoutFile({ ...work, task, signal: new AbortController().signal })
  if (!found.ok || task.run) return false
  const { has, parts } = found.value
  task.progress.begin(parts.reduce((sum, { size }) => sum + size, 0))
  work.changed(task)
  return has !== 'less'
}
