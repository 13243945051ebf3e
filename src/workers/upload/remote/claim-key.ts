import { ok } from '../../../lib/result.ts'
import { datedKey, markedKey } from '../../../uploads/object-key.ts'
import type { Answer } from '../transport/storage-failure.ts'
import { createUpload } from './create-upload.ts'
import { keyOf, type LiveTask } from '../task/live-task.ts'
import { sweepOrphans } from './orphans.ts'
import type { Work } from '../parts/work.ts'

/** Whether a file lies under a key. A store that may not say what exists is believed to have nothing. */
const isTaken = async ({ attempt, ports }: Work, key: string, signal: AbortSignal): Answer<boolean> => {
  const found = await attempt(() => ports.transport.head(key), signal, { acknowledged: 0 })
  if (found.ok) return ok(true)
  const { error } = found
  const mayNotSay = error.kind === 'refused' && error.code === 'AccessDenied'
  return mayNotSay || error.kind === 'not-found' ? ok(false) : found
}

/** Ends what was begun under a key that somebody else has. */
const giveBack = async (work: Work, task: LiveTask, key: string, signal: AbortSignal): Answer<void> => {
  const { attempt, ports } = work
  const { uploadId } = task.saved
  if (uploadId !== undefined) {
    const aborted = await attempt(() => ports.transport.abort(key, uploadId), signal, { acknowledged: 0 })
    if (!aborted.ok && aborted.error.kind !== 'no-such-upload') return aborted
    delete task.saved.uploadId
  }
  return sweepOrphans(work, task, key, signal)
}

/** Gives a key up under which somebody stored something since it was claimed; the next one is claimed anew. */
export const leaveKey = async (work: Work, task: LiveTask, signal: AbortSignal): Answer<void> => {
  const { saved } = task
  task.stored = false
  const given = await giveBack(work, task, keyOf(task), signal)
  if (!given.ok) return given
  saved.key = datedKey(saved.key, saved.createdAt)
  for (const known of ['claimed', 'allSent', 'doubtful'] as const) delete saved[known]
  return ok(undefined)
}

/**
 * Finds a key that no stored file has, once in the life of a task: phones call every photo `image.jpg`, and an upload
 * must not replace what somebody stored before. An upload in parts is created meanwhile, one way to the store and back
 * earlier: until the key is claimed, no byte of it leaves, and nothing under the key is ours.
 */
export const claimKey = async (work: Work, task: LiveTask, signal: AbortSignal): Answer<void> => {
  const { saved } = task
  if (saved.claimed) return ok(undefined)
  const claim = async () => {
    saved.claimed = true
    work.changed(task)
    // Before the first byte leaves: from here on what lies under the key may be ours, and a worker that dies leaves a
    // task that can go on.
    await work.save(task)
  }
  // The last one is this task's alone, and needs no question.
  for (const alternative of [datedKey(saved.key, saved.createdAt), markedKey(saved.key, saved.id)]) {
    const key = keyOf(task)
    const [taken, created] = await Promise.all([
      isTaken(work, key, signal),
      saved.size > saved.partSize ? createUpload(work, task, key, signal) : ok(undefined),
    ])
    if (!taken.ok) return taken
    if (!taken.value) {
      await claim()
      return created.ok ? ok(undefined) : created
    }
    const given = await giveBack(work, task, key, signal)
    if (!given.ok) return given
    saved.key = alternative
  }
  await claim()
  return ok(undefined)
}
