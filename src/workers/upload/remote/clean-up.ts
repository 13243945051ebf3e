import { ok } from '../../../lib/result.ts'
import type { Answer } from '../transport/storage-failure.ts'
import { isStored } from './complete-upload.ts'
import { keyOf, type LiveTask } from '../task/live-task.ts'
import { sweepOrphans } from './orphans.ts'
import type { Work } from '../parts/work.ts'

const noTally = () => ({ acknowledged: 0 })

/** The open upload, by its id. */
const abortUpload = async (work: Work, task: LiveTask, key: string, signal: AbortSignal): Answer<void> => {
  const { attempt, ports } = work
  const { uploadId } = task.saved
  if (task.stored === true || uploadId === undefined) return ok(undefined)
  const aborted = await attempt(() => ports.transport.abort(key, uploadId), signal, noTally())
  if (aborted.ok || aborted.error.kind !== 'no-such-upload') return aborted
  const stored = await isStored(work, task, key, signal)
  if (!stored.ok) return stored
  task.stored = stored.value && 'perhaps'
  return ok(undefined)
}

/**
 * The object, if it is ours: a device of the same person may have stored its like since. Where nobody says who made it, it
 * is ours only if the store said so when it was made.
 */
const removeObject = async (work: Work, task: LiveTask, key: string, signal: AbortSignal): Answer<void> => {
  const { attempt, ports } = work
  if (!task.stored) return ok(undefined)
  const found = await attempt(() => ports.transport.head(key), signal, noTally())
  if (!found.ok) return found.error.kind === 'not-found' ? ok(undefined) : found
  const { madeBy } = found.value
  const isOurs = madeBy === undefined ? task.stored === true : madeBy === task.saved.id
  return isOurs ? attempt(() => ports.transport.remove(key), signal, noTally()) : ok(undefined)
}

/**
 * Takes back from the store what a cancelled task left there: its open upload, or the object if the cancel came after
 * the last byte. Runs after the requests of the task have ended.
 */
export const cleanUp = async (work: Work, task: LiveTask, signal: AbortSignal): Answer<void> => {
  // It never came as far as to ask the store for anything.
  if (task.saved.identityId === undefined) return ok(undefined)
  const key = keyOf(task)
  const aborted = await abortUpload(work, task, key, signal)
  if (!aborted.ok) return aborted
  const swept = await sweepOrphans(work, task, key, signal)
  return swept.ok ? removeObject(work, task, key, signal) : swept
}
