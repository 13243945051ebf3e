import { fail, ok } from '../../../lib/result.ts'
import type { Answer, StorageFailure } from '../transport/storage-failure.ts'
import { complete, isStored, isTakenSince } from './complete-upload.ts'
import { keyOf, type LiveTask } from '../task/live-task.ts'
import { partCount } from '../../../uploads/plan-parts.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import { usableParts } from '../parts/stored-parts.ts'
import type { Work } from '../parts/work.ts'

/** What the store has of a task. */
type Found = { has: 'the object' | 'all parts' | 'less'; parts: StoredPart[] }

const onlyTold = (has: Found['has']) => ok({ has, parts: [] })

/** Looks what the store has of a task whose file is not at hand. */
export const findInStore = async (work: Work, task: LiveTask, signal: AbortSignal): Answer<Found> => {
  const { uploadId, identityId, size, partSize, doubtful } = task.saved
  if (task.stored === true) return onlyTold('the object')
  if (uploadId === undefined || identityId === undefined) return onlyTold('less')
  const key = keyOf(task)
  const list = () => work.ports.transport.listParts(key, uploadId, { signal })
  const listed = await work.attempt(list, signal, { acknowledged: 0 })
  if (listed.ok) {
    const parts = usableParts(task, listed.value).sort((a, b) => a.number - b.number)
    // A part that may be of another file can only be told from that file.
    const isWhole = !doubtful && parts.length === partCount(size, partSize)
    return ok({ has: isWhole ? 'all parts' : 'less', parts })
  }
  if (listed.error.kind !== 'no-such-upload') return listed
  const stored = await isStored(work, task, key, signal)
  return stored.ok ? onlyTold(stored.value ? 'the object' : 'less') : stored
}

/**
 * Ends an upload whose file is gone, where the store has all of it already: a tab that was closed in the middle of the
 * Complete leaves nothing to ask the person for. `needed` says what is the matter with the file.
 */
export const finishWithoutFile = async (
  work: Work,
  task: LiveTask,
  needed: StorageFailure,
  signal: AbortSignal,
): Answer<void> => {
  const { uploadId, allSent } = task.saved
  const found = await findInStore(work, task, signal)
  // Nobody who waits for a connection should have to wait to hear of the file, if it is needed.
  if (!found.ok) return allSent || found.error.kind === 'aborted' ? found : fail(needed)
  const { has, parts } = found.value
  if (has === 'the object') {
    task.stored = true
    return ok(undefined)
  }
  if (has === 'less' || uploadId === undefined) return fail(needed)
  task.progress.begin(task.saved.size)
  const key = keyOf(task)
  const completed = await complete(work, { task, key, uploadId }, parts, signal)
  if (completed.ok || !isTakenSince(completed.error)) return completed
  // Under another name it has to be sent again.
  const stored = await isStored(work, task, key, signal)
  if (!stored.ok) return stored
  task.stored = stored.value
  return stored.value ? ok(undefined) : fail(needed)
}
