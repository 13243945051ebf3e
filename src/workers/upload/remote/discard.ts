import { ok } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import type { UploadJob, UploadContext } from '../parts/upload-job.ts'
import { getObjectKey, recordFact, type LiveTask } from '../task/live-task.ts'
import type { TaskRecords } from '../task/records.ts'
import { isClaimed, findUploadId } from '../task/remote-state.ts'
import { dropFile } from '../task/source.ts'
import type { TaskList } from '../task/task-list.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import { inspectRemote } from './inspect-remote.ts'
import { abortOrphans } from './orphans.ts'

/**
 * Aborts the open uploads under the key of a task: its own upload, and orphans of its create requests.
 * Resolves to true if its own upload was open until now.
 */
export const abortUploads = async (job: UploadJob): StorageResult<boolean> => {
  const { attempt, ports, task, signal } = job
  const uploadId = findUploadId(task.saved.remote)
  let wasOpen = false
  if (uploadId !== undefined) {
    const abort = await attempt(() => ports.transport.abort(getObjectKey(task), uploadId), signal)
    if (!abort.ok && abort.error.kind !== 'no-such-upload') return abort
    wasOpen = abort.ok
    recordFact(task, { kind: 'upload-gone' })
  }
  const removal = await attempt(() => abortOrphans(job), signal)
  return removal.ok ? ok(wasOpen) : removal
}

/**
 * Deletes the object if it belongs to this task, because another device of the same coach may have stored a
 * similar object under the key. If the object has no id, it belongs to the task only if the object store
 * acknowledged it. Each attempt checks again, because a delete whose response was lost has freed the key, and
 * another object may have it now.
 */
const removeObject = async (job: UploadJob): StorageResult<void> => {
  const { attempt, ports, task, signal } = job
  const removeOnce = async (): StorageResult<void> => {
    // Without its own retries, because `attempt` repeats the inspection together with the delete.
    const inspection = await inspectRemote({ ...job, attempt: (request) => request() })
    if (!inspection.ok) return inspection
    const { object } = inspection.value
    const isOurs = object === 'ours' || (object === 'unknown' && task.saved.remote.kind === 'object')
    return isOurs ? ports.transport.remove(getObjectKey(task)) : ok(undefined)
  }
  return attempt(removeOnce, signal)
}

/**
 * Removes what a cancelled task left in the object store: its open upload, or the object if the cancel came
 * after the last byte. Runs after the requests of the task have ended.
 */
const discardRemote = async (job: UploadJob): StorageResult<void> => {
  const { saved } = job.task
  // Without an identity, no request was sent to this bucket.
  if (saved.identityId === undefined) return ok(undefined)
  const abortResult = await abortUploads(job)
  if (!abortResult.ok) return abortResult
  const wasOpen = abortResult.value
  // If the upload was open until now, no object was made of it.
  const canBeObject = isClaimed(saved.remote) && !wasOpen
  return canBeObject ? removeObject(job) : ok(undefined)
}

/**
 * Removes what cancelled tasks left in the object store, immediately or as soon as the object store can be
 * reached.
 */
export type Discard = {
  /** Removes what one task left. Concurrent calls for a task share one removal. */
  discardTask: (task: LiveTask) => Promise<void>
  /** Removes what could not be removed before. */
  discardRemaining: () => void
}

export const createDiscard = (
  uploadContext: UploadContext,
  records: TaskRecords,
  tasks: Pick<TaskList, 'all' | 'getOwnTasks'>,
  log: Log,
): Discard => {
  const currentDiscards = new Map<LiveTask, Promise<void>>()

  const discard = async (task: LiveTask) => {
    // Saved first, so if the object store cannot be reached now, the next start of the app discards the task.
    if (task.saved.identityId !== undefined) await uploadContext.save(task)
    dropFile(task)
    const result = await discardRemote({ ...uploadContext, task, signal: new AbortController().signal })
    if (!result.ok)
      return log.warn('A cancelled upload is still in the object store', { kind: result.error.kind })
    // A dismissed task is hidden, and was only needed until now.
    if (task.saved.dismissed) tasks.all.delete(task.saved.id)
    await records.remove([task])
  }

  const discardTask = (task: LiveTask): Promise<void> => {
    const currentDiscard =
      currentDiscards.get(task) ?? discard(task).finally(() => currentDiscards.delete(task))
    currentDiscards.set(task, currentDiscard)
    return currentDiscard
  }

  return {
    discardTask,
    discardRemaining: () => {
      const cancelled = tasks.getOwnTasks().filter(({ saved }) => saved.status.state === 'CANCELLED')
      // The row of a cancelled task stays in the database until the task is discarded.
      const remaining = cancelled.filter((task) => !task.run && records.has(task))
      for (const task of remaining) void discardTask(task)
    },
  }
}
