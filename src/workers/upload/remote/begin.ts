import { fail, ok } from '../../../lib/result.ts'
import { getFolder, findFreeKey, getKey, addIdToKey } from '../../../uploads/object-key.ts'
import { computeChecksumInParts, parsePartCount } from '../files/checksum.ts'
import type { Job } from '../parts/job.ts'
import { getObjectKey, recordFact } from '../task/live-task.ts'
import { isClaimed, findUploadId } from '../task/remote.ts'
import type { SavedTask } from '../task/saved-task.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import { endUpload } from './discard.ts'
import { abortOrphans } from './orphans.ts'
import { findStoredParts } from './stored-parts.ts'

/**
 * Creates an upload in the object store if the task has none. The task gets the id of the upload even if it
 * is cancelled during the request.
 */
const createUpload = async (job: Job): StorageResult<string> => {
  const { attempt, ports, save, task, signal } = job
  const { saved } = task
  const existingId = findUploadId(saved.remote)
  if (existingId !== undefined) return ok(existingId)
  const createOnce = async (): StorageResult<{ uploadId: string }> => {
    const removal = await abortOrphans(job)
    if (!removal.ok) return removal
    recordFact(task, { kind: 'create-sent' })
    // Saved before the request is sent, so if the worker is killed or the task is cancelled, the saved task
    // still shows that the object store may have created an upload.
    await save(task)
    const thumbnail = await task.thumbnail
    if (!signal.aborted)
      return ports.transport.create({
        key: getObjectKey(task),
        type: saved.type,
        madeBy: saved.id,
        thumbnail,
      })
    // The create request was not sent, so there is no upload whose id is unknown.
    recordFact(task, { kind: 'orphans-gone' })
    return fail({ kind: 'aborted' })
  }
  // The signal does not abort the request, because an id that arrives after a cancel is needed to abort the
  // upload in the object store.
  const creation = await attempt(createOnce, signal)
  if (!creation.ok) return creation
  const { uploadId } = creation.value
  recordFact(task, { kind: 'created', uploadId })
  return ok(uploadId)
}

/**
 * Whether an object of this or another task exists under the key. If the object store refuses the request,
 * the key is treated as free.
 */
export const isKeyTaken = async ({ attempt, ports, task, signal }: Job): StorageResult<boolean> => {
  const head = await attempt(() => ports.transport.head(getObjectKey(task), { signal }), signal)
  if (head.ok) return ok(true)
  const { error } = head
  const isFree = error.kind === 'not-found' || (error.kind === 'refused' && error.code === 'AccessDenied')
  return isFree ? ok(false) : head
}

/**
 * The maximum number of names for one file, including the last name, which is not looked up. The second name
 * is usually free, because it is not in the list of stored files.
 */
const maxNames = 5

/** Returns the key that a task would have without a number or an id before its extension. */
const getOriginalKey = ({ name, key }: SavedTask): string => getKey({ name, folder: getFolder(key) })

/** Gives a task whose key is taken the next free key: `match (2).mp4`, as for a file that is chosen twice. */
const renameKey = async (job: Job): Promise<void> => {
  const { saved } = job.task
  const storedKeys = new Set((await job.storedFiles(job.task)).map(({ key }) => key))
  // The list may be older than the object that has this key.
  storedKeys.add(saved.key)
  saved.key = findFreeKey(
    getOriginalKey(saved),
    (key) => storedKeys.has(key) || job.isKeyOfAnother(job.task, key),
  )
}

/** The maximum number of stored files of the same size that a file is compared with. Each costs a request. */
const maxComparedFiles = 5

/**
 * Finds a repeat of the file: a stored file of the same level with the same bytes, by size and CRC32.
 * Resolves to its key, or to undefined if no such file is known. The file is read only if a stored file has
 * the same size and a checksum (docs/decisions/079).
 */
const findRepeat = async (
  { ports, task, signal, storedFiles }: Job,
  file: File,
): Promise<string | undefined> => {
  const { key: ownKey, size } = task.saved
  // All empty files are equal, and nothing of them is sent.
  if (size === 0) return undefined
  const filesOfSize = (await storedFiles(task)).filter((storedFile) => storedFile.size === size)
  // A file with the same key comes first, because it is the most likely repeat.
  const candidates = filesOfSize.sort((a, b) => Number(b.key === ownKey) - Number(a.key === ownKey))
  const computeChecksum = (partCount: number) =>
    computeChecksumInParts(ports.computeChecksum, { ...task.saved, file, partCount }, signal)
  /** The checksums of the file, by the number of parts. Each is computed when it is needed first. */
  const ownChecksums = new Map<number, string | undefined>()
  for (const storedFile of candidates.slice(0, maxComparedFiles)) {
    const checksum = await storedFile.requestChecksum()
    if (checksum === undefined) continue
    const partCount = parsePartCount(checksum)
    if (!ownChecksums.has(partCount))
      ownChecksums.set(partCount, await computeChecksum(partCount).catch(() => undefined))
    // A checksum whose computation was aborted covers less than the file.
    if (ownChecksums.get(partCount) === checksum && !signal.aborted) return storedFile.key
  }
  return undefined
}

/** Records that the key of a task is free and that the task uses it. */
const recordClaim = async ({ task, publishTask, save }: Job): Promise<void> => {
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
 * An upload in parts is created while the key is looked up, which saves one round trip. No byte of it is sent
 * until the key is claimed (docs/decisions/027).
 */
export const claimKey = async (job: Job, file: File): StorageResult<void> => {
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
      const endResult = await endUpload(job)
      return endResult.ok ? fail({ kind: 'already-stored', key: repeat }) : endResult
    }
    if (!takenResult.value) {
      await recordClaim(job)
      return creation.ok ? ok(undefined) : creation
    }
    // The upload that was just created has the key that is taken.
    const endResult = await endUpload(job)
    if (!endResult.ok) return endResult
    await renameKey(job)
  }
  // This key contains the id of the task, so it needs no check.
  saved.key = addIdToKey(getOriginalKey(saved), saved.id)
  await recordClaim(job)
  return ok(undefined)
}

/** Gives up a key that another object has taken since the claim. The task then claims another key. */
export const leaveKey = async (job: Job): StorageResult<void> => {
  const endResult = await endUpload(job)
  if (!endResult.ok) return endResult
  await renameKey(job)
  recordFact(job.task, { kind: 'key-left' })
  return ok(undefined)
}

/**
 * Resolves to the open upload of a task and its stored parts: the existing upload, or a new upload under a
 * claimed key.
 */
export const beginUpload = async (
  job: Job,
  file: File,
): StorageResult<{ uploadId: string; storedParts: StoredPart[] }> => {
  const { task, signal, save } = job
  const earlierId = findUploadId(task.saved.remote)
  const claim = await claimKey(job, file)
  if (!claim.ok) return claim
  if (signal.aborted) return fail({ kind: 'aborted' })
  const uploadId = findUploadId(task.saved.remote)
  // The upload of an earlier run may already have parts.
  if (uploadId !== undefined && uploadId === earlierId) {
    const partsResult = await findStoredParts(job, file, uploadId)
    return partsResult.ok ? ok({ uploadId, storedParts: partsResult.value }) : partsResult
  }
  // `claimKey` has just created the upload, so it has no parts.
  if (uploadId !== undefined) return ok({ uploadId, storedParts: [] })
  // The key is claimed, but it has no open upload yet.
  const creation = await createUpload(job)
  if (!creation.ok) return creation
  // Saved before the first byte is sent, so if the worker is killed, the task can be resumed.
  await save(task)
  return ok({ uploadId: creation.value, storedParts: [] })
}
