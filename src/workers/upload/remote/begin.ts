import { fail, ok } from '../../../lib/result.ts'
import { folderOf, freeKey, keyFor, markedKey } from '../../../uploads/object-key.ts'
import type { Job } from '../parts/work.ts'
import { keyOf, learn } from '../task/live-task.ts'
import { isClaimed, uploadIdOf } from '../task/remote.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import { endUpload } from './discard.ts'
import { findRepeat } from './repeats.ts'
import { isTaken } from './inspect-remote.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { abortOrphans } from './orphans.ts'
import { findStoredParts } from './stored-parts.ts'

/**
 * Creates an upload in the store if the task has none. The task keeps its id even if it was cancelled
 * meanwhile.
 */
const createUpload = async (job: Job): StorageResult<string> => {
  const { attempt, ports, save, task, signal } = job
  const { saved } = task
  const known = uploadIdOf(saved.remote)
  if (known !== undefined) return ok(known)
  const once = async (): StorageResult<{ uploadId: string }> => {
    const swept = await abortOrphans(job)
    if (!swept.ok) return swept
    learn(task, { kind: 'create-sent' })
    // Saved before the request is sent: if the worker dies or the task is cancelled, a record remains of what
    // the store may have created.
    await save(task)
    if (!signal.aborted)
      return ports.transport.create({ key: keyOf(task), type: saved.type, madeBy: saved.id })
    learn(task, { kind: 'orphans-gone' })
    return fail({ kind: 'aborted' })
  }
  // The signal does not abort the request: an id that arrives after a cancel is needed to abort the upload on
  // the server.
  const created = await attempt(once, signal)
  if (!created.ok) return created
  const { uploadId } = created.value
  learn(task, { kind: 'created', uploadId })
  return ok(uploadId)
}

/**
 * The number of names that are looked up for one file. With the list of stored files, the second name is
 * usually free.
 */
const maxNamesTried = 5

/** The key that a task had when its file was chosen. */
const firstKey = ({ name, key }: SavedTask): string => keyFor({ name, folder: folderOf(key) })

/** Gives a task whose key is taken the next free key: `match (2).mp4`, as for a file that is chosen twice. */
const rename = async (job: Job): Promise<void> => {
  const { saved } = job.task
  const stored = new Set((await job.storedFiles(job.task)).map(({ key }) => key))
  // The list lacks files that were stored since.
  stored.add(saved.key)
  saved.key = freeKey(firstKey(saved), (key) => stored.has(key) || job.isKeyOfAnother(job.task, key))
}

/**
 * Finds a key that no stored file has, once in the life of a task: phones call every photo `image.jpg`, and
 * an upload must not replace a file that was stored before. If the file is stored already, or another task is
 * storing it, it is sent only after the person agrees (docs/decisions/079). An upload in parts is created
 * meanwhile, which saves one round trip: no byte of it is sent until the key is claimed (docs/decisions/027).
 */
export const claimKey = async (job: Job, file: File): StorageResult<void> => {
  const { task } = job
  const { saved } = task
  if (isClaimed(saved.remote)) return ok(undefined)
  const before = saved.size > 0 && !saved.sendAnyway ? job.sameFileBefore(task) : undefined
  if (before) return fail({ kind: 'already-stored', key: before.saved.key, uploading: before.saved.id })
  const claim = async () => {
    learn(task, { kind: 'key-claimed' })
    job.changed(task)
    // Saved before the first byte is sent: if the worker dies, the task can be resumed.
    await job.save(task)
  }
  const searching = saved.sendAnyway ? undefined : findRepeat(job, file)
  for (let names = 1; names < maxNamesTried; names++) {
    const [taken, created, repeat] = await Promise.all([
      isTaken(job),
      saved.size > saved.partSize ? createUpload(job) : ok(undefined),
      searching,
    ])
    if (!taken.ok) return taken
    if (repeat !== undefined) {
      const ended = await endUpload(job)
      return ended.ok ? fail({ kind: 'already-stored', key: repeat }) : ended
    }
    if (!taken.value) {
      await claim()
      return created.ok ? ok(undefined) : created
    }
    const ended = await endUpload(job)
    if (!ended.ok) return ended
    await rename(job)
  }
  // This key contains the id of the task, so it needs no check.
  saved.key = markedKey(firstKey(saved), saved.id)
  await claim()
  return ok(undefined)
}

/** Gives up a key that was taken after it was claimed. The task claims the next key. */
export const leaveKey = async (job: Job): StorageResult<void> => {
  const ended = await endUpload(job)
  if (!ended.ok) return ended
  await rename(job)
  learn(job.task, { kind: 'left' })
  return ok(undefined)
}

/**
 * The upload of a task in the store and its stored parts: the existing upload, or a new upload under a
 * claimed key.
 */
export const begin = async (
  job: Job,
  file: File,
): StorageResult<{ uploadId: string; stored: StoredPart[] }> => {
  const { task, signal, save } = job
  const before = uploadIdOf(task.saved.remote)
  const claimed = await claimKey(job, file)
  if (!claimed.ok) return claimed
  if (signal.aborted) return fail({ kind: 'aborted' })
  const uploadId = uploadIdOf(task.saved.remote)
  if (uploadId !== undefined && uploadId === before) {
    const stored = await findStoredParts(job, file, uploadId)
    return stored.ok ? ok({ uploadId, stored: stored.value }) : stored
  }
  if (uploadId !== undefined) return ok({ uploadId, stored: [] })
  const created = await createUpload(job)
  if (!created.ok) return created
  // Saved before the first byte is sent, like the claim above.
  await save(task)
  return ok({ uploadId: created.value, stored: [] })
}
