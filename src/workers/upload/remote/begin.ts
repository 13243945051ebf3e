import { fail, ok } from '../../../lib/result.ts'
import { folderOf, freeKey, keyFor, markedKey } from '../../../uploads/object-key.ts'
import type { Job } from '../parts/work.ts'
import { keyOf, learn } from '../task/live-task.ts'
import { isClaimed, uploadIdOf } from '../task/remote.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import { endUpload } from './discard.ts'
import { findRepeat } from './find-repeat.ts'
import { isTaken } from './inspect-remote.ts'
import type { SavedTask } from '../task/saved-task.ts'
import { abortOrphans } from './orphans.ts'
import { findStoredParts } from './stored-parts.ts'

/** Creates an upload in the store, where the task has none. Its id is the task's also when it was cancelled meanwhile. */
const createUpload = async (job: Job): StorageResult<string> => {
  const { attempt, ports, save, task, signal } = job
  const { saved } = task
  const known = uploadIdOf(saved.remote)
  if (known !== undefined) return ok(known)
  const once = async (): StorageResult<{ uploadId: string }> => {
    const swept = await abortOrphans(job)
    if (!swept.ok) return swept
    learn(task, { kind: 'create-sent' })
    // Before it leaves: a worker that dies, or a cancel, leaves a record of what the store may have begun.
    await save(task)
    if (!signal.aborted)
      return ports.transport.create({ key: keyOf(task), type: saved.type, madeBy: saved.id })
    learn(task, { kind: 'orphans-gone' })
    return fail({ kind: 'aborted' })
  }
  // Not cut by the signal: an id that arrives after a cancel is needed to abort the upload on the server.
  const created = await attempt(once, signal)
  if (!created.ok) return created
  const { uploadId } = created.value
  learn(task, { kind: 'created', uploadId })
  return ok(uploadId)
}

/** Names that are looked up for one file: with a list of what is stored, the second one is free as a rule. */
const mostNames = 5

/** The key that a task had when its file was chosen. */
const firstKey = ({ name, key }: SavedTask): string => keyFor({ name, folder: folderOf(key) })

/** Gives a task whose key is taken the next one that is free: `match (2).mp4`, as for a file that is chosen twice. */
const rename = async (job: Job): Promise<void> => {
  const { saved } = job.task
  const stored = new Set((await job.storedFiles(job.task)).map(({ key }) => key))
  // What was stored since is not on the list.
  stored.add(saved.key)
  saved.key = freeKey(firstKey(saved), (key) => stored.has(key) || job.isKeyOfAnother(job.task, key))
}

/**
 * Finds a key that no stored file has, once in the life of a task: phones call every photo `image.jpg`, and an upload
 * must not replace what somebody stored before. A file that is stored already, or is being stored by another task, is not
 * sent without a yes (docs/decisions/079). An upload in parts is created meanwhile, one way to the store and back earlier:
 * until the key is claimed, no byte of it leaves (docs/decisions/027).
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
    // Before the first byte leaves: a worker that dies leaves a task that can be resumed.
    await job.save(task)
  }
  const searching = saved.sendAnyway ? undefined : findRepeat(job, file)
  for (let names = 1; names < mostNames; names++) {
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
  // This one is the task's alone, and needs no check.
  saved.key = markedKey(firstKey(saved), saved.id)
  await claim()
  return ok(undefined)
}

/** Gives up a key that was taken since it was claimed; the next one is claimed again. */
export const leaveKey = async (job: Job): StorageResult<void> => {
  const ended = await endUpload(job)
  if (!ended.ok) return ended
  await rename(job)
  learn(job.task, { kind: 'left' })
  return ok(undefined)
}

/** The upload of a task in the store and the parts that it has: the one from before, or a new one under a claimed key. */
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
  // Before the first byte leaves, as the claim above.
  await save(task)
  return ok({ uploadId: created.value, stored: [] })
}
