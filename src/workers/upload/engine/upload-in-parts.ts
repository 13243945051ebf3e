import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Answer, StorageFailure } from '../storage-failure.ts'
import type { LiveTask } from './live-task.ts'
import { partCount } from './plan-parts.ts'
import type { EnginePorts, StoredPart } from './ports.ts'
import { sendParts, type OpenUpload, type Sending } from './send-parts.ts'
import { findStoredParts } from './stored-parts.ts'

export type PartsPorts = Omit<Sending, 'ports'> & {
  ports: Sending['ports'] & Pick<EnginePorts, 'transport'>
  save: (task: LiveTask) => Promise<void>
}

type Source = Pick<OpenUpload, 'file' | 'key'>

const aborted = (): Result<never, StorageFailure> => fail({ kind: 'aborted' })

/** Whether the object is there and was made of as many parts as ours: a Complete that was done, and not heard. */
export const isStored = async (
  { ports: { transport }, attempt }: Pick<PartsPorts, 'ports' | 'attempt'>,
  { saved }: LiveTask,
  key: string,
  signal: AbortSignal,
): Answer<boolean> => {
  const found = await attempt(() => transport.head(key), signal, { acknowledged: 0 })
  if (!found.ok) return found.error.kind === 'not-found' ? ok(false) : found
  const { size, eTag } = found.value
  const parts = /-(\d+)"?$/.exec(eTag ?? '')?.[1]
  return ok(size === saved.size && Number(parts) === partCount(saved.size, saved.partSize))
}

const begin = async (
  work: PartsPorts,
  task: LiveTask,
  { file, key }: Source,
  signal: AbortSignal,
): Answer<{ uploadId: string; stored: StoredPart[] }> => {
  const { ports, attempt, save } = work
  const { uploadId, type } = task.saved
  const tally = { acknowledged: 0 }
  if (uploadId !== undefined) {
    const stored = await findStoredParts(work, { task, file, key, uploadId }, signal)
    return stored.ok ? ok({ uploadId, stored: stored.value }) : stored
  }
  // Not cut by the signal: an id that arrives after a cancel is needed to abort the upload on the server.
  const created = await attempt(() => ports.transport.create(key, type), signal, tally)
  if (!created.ok) return created
  task.saved.uploadId = created.value.uploadId
  await save(task)
  return ok({ uploadId: created.value.uploadId, stored: [] })
}

const tryOnce = async (
  work: PartsPorts,
  task: LiveTask,
  source: Source,
  signal: AbortSignal,
): Answer<void> => {
  const { file, key } = source
  const begun = await begin(work, task, source, signal)
  if (!begun.ok) return begun
  const { uploadId, stored } = begun.value
  task.progress.begin(stored.reduce((sum, { size }) => sum + size, 0))
  task.phase = 'sending'
  work.changed(task)
  const sent = await sendParts(work, { task, file, key, uploadId }, stored, signal)
  if (!sent.ok) return sent
  task.phase = 'finishing'
  work.changed(task)
  if (signal.aborted) return aborted()
  // Not cut by the signal either: whether the object exists must be known before a cancel cleans up.
  const completed = await work.attempt(
    () => work.ports.transport.complete(key, uploadId, sent.value),
    signal,
    { acknowledged: 0 },
  )
  if (!completed.ok) return completed
  task.stored = true
  return ok(undefined)
}

/** Uploads a file in parts, from nothing or from what the store already has; begins again once if the upload is gone. */
export const uploadInParts = async (
  work: PartsPorts,
  task: LiveTask,
  source: Source,
  signal: AbortSignal,
): Answer<void> => {
  for (let restarted = false; ; restarted = true) {
    const answer = await tryOnce(work, task, source, signal)
    if (answer.ok || answer.error.kind !== 'no-such-upload') return answer
    const stored = await isStored(work, task, source.key, signal)
    if (!stored.ok) return stored
    if (stored.value) {
      task.stored = true
      return ok(undefined)
    }
    delete task.saved.uploadId
    delete task.saved.doubtful
    await work.save(task)
    if (restarted) return fail({ kind: 'refused', code: 'NoSuchUpload' })
  }
}
