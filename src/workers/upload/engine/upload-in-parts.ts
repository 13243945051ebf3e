import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Answer, StorageFailure } from '../storage-failure.ts'
import type { LiveTask } from './live-task.ts'
import { openUpload } from './open-upload.ts'
import { maximumParts, partCount } from './plan-parts.ts'
import type { EnginePorts, StoredPart } from './ports.ts'
import { createReadAhead, type ReadAhead } from './read-ahead.ts'
import { sendParts, type OpenUpload, type Sending } from './send-parts.ts'

export type PartsPorts = Omit<Sending, 'ports'> & {
  ports: Sending['ports'] & Pick<EnginePorts, 'transport'>
  save: (task: LiveTask) => Promise<void>
}

/** Where the bytes come from and where they go; `early` is what was read before the store was asked. */
export type Source = Pick<OpenUpload, 'file' | 'key'> & { early?: ReadAhead | undefined }

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

const complete = async (
  { ports: { transport }, attempt, changed }: PartsPorts,
  { task, key, uploadId }: OpenUpload,
  parts: StoredPart[],
  signal: AbortSignal,
): Answer<void> => {
  task.phase = 'finishing'
  changed(task)
  if (signal.aborted) return aborted()
  // Not cut by the signal: whether the object exists must be known before a cancel cleans up.
  const completed = await attempt(() => transport.complete(key, uploadId, parts), signal, { acknowledged: 0 })
  if (!completed.ok) return completed
  task.stored = true
  return ok(undefined)
}

const tryOnce = async (
  work: PartsPorts,
  task: LiveTask,
  { file, key, early }: Source,
  signal: AbortSignal,
): Answer<void> => {
  const { size, partSize } = task.saved
  const opened = await openUpload(work, task, { file, key }, signal)
  if (!opened.ok) return opened
  const stored = new Map(opened.value.stored.map((part) => [part.number, part]))
  const source = { file, size, partSize, isStored: (number: number) => stored.has(number) }
  task.progress.begin(opened.value.stored.reduce((sum, part) => sum + part.size, 0))
  task.phase = 'sending'
  work.changed(task)
  const upload = { task, file, key, uploadId: opened.value.uploadId }
  const next = early ?? createReadAhead(work.ports.checksum, source, signal)
  const sent = await sendParts(work, upload, { stored, next }, signal)
  return sent.ok ? complete(work, upload, sent.value, signal) : sent
}

/** Uploads a file in parts, from nothing or from what the store already has; begins again once if the upload is gone. */
export const uploadInParts = async (
  work: PartsPorts,
  task: LiveTask,
  source: Source,
  signal: AbortSignal,
): Answer<void> => {
  const { saved } = task
  if (partCount(saved.size, saved.partSize) > maximumParts)
    return fail({ kind: 'refused', code: 'TooManyParts' })
  for (let restarted = false; ; restarted = true) {
    const answer = await tryOnce(work, task, restarted ? { ...source, early: undefined } : source, signal)
    if (answer.ok || answer.error.kind !== 'no-such-upload') return answer
    const stored = await isStored(work, task, source.key, signal)
    if (!stored.ok) return stored
    if (stored.value) {
      task.stored = true
      return ok(undefined)
    }
    delete saved.uploadId
    delete saved.doubtful
    await work.save(task)
    if (restarted) return fail({ kind: 'refused', code: 'NoSuchUpload' })
  }
}
