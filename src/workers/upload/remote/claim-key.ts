import { fail, ok } from '../../../lib/result.ts'
import { addIdToKey, findFreeKey, getFolder, getKey } from '../../../uploads/object-key.ts'
import type { UploadJob } from '../parts/upload-job.ts'
import { getObjectKey, recordFact } from '../task/live-task.ts'
import { isClaimed } from '../task/remote-state.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import { createUpload } from './create-upload.ts'
import { abortUploads } from './discard.ts'
import { findRepeat } from './find-repeat.ts'

/**
 * Whether an object of this or another task exists under the key. If the object store refuses the request,
 * the key is treated as free.
 */
export const isKeyTaken = async ({ attempt, ports, task, signal }: UploadJob): StorageResult<boolean> => {
  const head = await attempt(() => ports.transport.head(getObjectKey(task), { signal }), signal)
  if (head.ok) return ok(true)
  const { error } = head
  const isFree = error.kind === 'not-found' || (error.kind === 'refused' && error.code === 'AccessDenied')
  return isFree ? ok(false) : head
}

/**
 * The maximum number of names for one file, including the last name, which is not checked with a HEAD
 * request. The second name is usually free, because it is not in the list of stored files.
 */
const maxNames = 5

/** Returns the key that a task would have without a number or an id before its extension. */
const getOriginalKey = ({ name, key }: SavedTask): string => getKey({ name, folder: getFolder(key) })

/** Gives a task whose key is taken the next free key: `match (2).mp4`, as for a file that is chosen twice. */
const renameKey = async (job: UploadJob): Promise<void> => {
  const { saved } = job.task
  const storedKeys = new Set((await job.listStoredFiles(job.task)).map(({ key }) => key))
  // The list may be older than the object that has this key.
  storedKeys.add(saved.key)
  saved.key = findFreeKey(
    getOriginalKey(saved),
    (key) => storedKeys.has(key) || job.isKeyOfAnother(job.task, key),
  )
}

/** Records that the key of a task is free and that the task uses it. */
const recordClaim = async ({ task, publishTask, save }: UploadJob): Promise<void> => {
  recordFact(task, { kind: 'key-claimed' })
  publishTask(task)
  // Saved before the first byte is sent, so if the worker is killed, the task can be resumed.
  await save(task)
}

/**
 * Claims a key for a task that has none: finds a key that no stored file has, and records that the task uses
 * it. Phones call every photo `image.jpg`, and an upload must not replace a file that was stored before.
 * Fails with `already-stored` if the object store has the same file, or another task is storing it, and the
 * coach has not agreed yet to send it again (docs/decisions/079).
 *
 * An upload in parts is created while the HEAD request checks the key, which saves one round trip. No byte of
 * it is sent until the key is claimed (docs/decisions/027).
 */
export const claimKey = async (job: UploadJob, file: File): StorageResult<void> => {
  const { task } = job
  const { saved } = task
  if (isClaimed(saved.remote)) return ok(undefined)
  const earlierTask = saved.size > 0 && !saved.sendAnyway ? job.findEarlierSameFile(task) : undefined
  if (earlierTask)
    return fail({ kind: 'already-stored', key: earlierTask.saved.key, uploading: earlierTask.saved.id })
  // The search reads the file, so it runs once, and its result is used for every name.
  const repeatSearch = saved.sendAnyway ? undefined : findRepeat(job, file)
  for (let nameCount = 1; nameCount < maxNames; nameCount++) {
    const [takenResult, creation, repeat] = await Promise.all([
      isKeyTaken(job),
      saved.size > saved.partSize ? createUpload(job) : ok(undefined),
      repeatSearch,
    ])
    if (!takenResult.ok) return takenResult
    if (repeat !== undefined) {
      const abortResult = await abortUploads(job)
      return abortResult.ok ? fail({ kind: 'already-stored', key: repeat }) : abortResult
    }
    if (!takenResult.value) {
      await recordClaim(job)
      return creation.ok ? ok(undefined) : creation
    }
    // The upload that was just created has the key that is taken.
    const abortResult = await abortUploads(job)
    if (!abortResult.ok) return abortResult
    await renameKey(job)
  }
  // This key contains the id of the task, so it needs no check.
  saved.key = addIdToKey(getOriginalKey(saved), saved.id)
  await recordClaim(job)
  return ok(undefined)
}

/** Gives up a key that another object has taken since the claim. The task then claims another key. */
export const leaveKey = async (job: UploadJob): StorageResult<void> => {
  const abortResult = await abortUploads(job)
  if (!abortResult.ok) return abortResult
  await renameKey(job)
  recordFact(job.task, { kind: 'key-left' })
  return ok(undefined)
}
