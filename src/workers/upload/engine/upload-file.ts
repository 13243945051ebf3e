import { fail, ok } from '../../../lib/result.ts'
import { claimKey } from './claim-key.ts'
import { objectKey } from '../object-key.ts'
import type { Answer } from '../storage-failure.ts'
import type { LiveTask } from './live-task.ts'
import { openFile } from './open-file.ts'
import type { EnginePorts } from './ports.ts'
import { uploadInParts, type PartsPorts } from './upload-in-parts.ts'

/** Cuts a request only as long as the store cannot have the whole body: afterwards its answer is needed. */
const untilAllSent = (signal: AbortSignal, size: number) => {
  const controller = new AbortController()
  let sent = 0
  signal.addEventListener('abort', () => sent < size && controller.abort())
  return {
    signal: controller.signal,
    onSent: (bytes: number) => {
      sent = bytes
    },
    allSent: () => sent >= size,
  }
}

const uploadWhole = async (
  { ports, slots, attempt, changed }: PartsPorts,
  task: LiveTask,
  { file, key }: { file: File; key: string },
  signal: AbortSignal,
): Answer<void> => {
  const { id, size, type } = task.saved
  const release = await slots.take(id, signal)
  if (!release) return fail({ kind: 'aborted' })
  task.progress.begin(0)
  task.phase = 'sending'
  const once = async (): Answer<void> => {
    const checksum = await ports.checksum(file, signal).catch(() => undefined)
    if (signal.aborted) return fail({ kind: 'aborted' })
    if (checksum === undefined) return fail({ kind: 'file-needed', because: 'changed' })
    const cut = untilAllSent(signal, size)
    const onProgress = (bytes: number) => {
      cut.onSent(bytes)
      task.progress.sending(1, Math.min(bytes, size))
      changed(task)
    }
    const sent = await ports.transport.put({ key, body: file, checksum, type }, { ...cut, onProgress })
    if (sent.ok) return ok(undefined)
    task.progress.failed(1)
    if (cut.allSent()) task.stored = 'perhaps'
    return sent
  }
  const answer = await attempt(once, signal, { acknowledged: 0 })
  release()
  if (answer.ok) {
    task.stored = true
    task.progress.acknowledged(1, size)
  }
  return answer
}

/** What the store has must be as long as the file (specification §5). */
const verify = async (work: PartsPorts, task: LiveTask, key: string, signal: AbortSignal): Answer<void> => {
  const found = await work.attempt(() => work.ports.transport.head(key), signal, { acknowledged: 0 })
  if (!found.ok) return found
  if (found.value.size === task.saved.size) return ok(undefined)
  task.stored = false
  delete task.saved.uploadId
  return fail({ kind: 'refused', code: 'SizeMismatch' })
}

export type UploadPorts = Omit<PartsPorts, 'ports'> & {
  ports: PartsPorts['ports'] & Pick<EnginePorts, 'identityId' | 'digest'>
}

/** Does the whole upload of a task, from opening the file to the check of what the store has. */
export const uploadFile = async (work: UploadPorts, task: LiveTask, signal: AbortSignal): Answer<void> => {
  const { saved } = task
  const opened = await openFile(task, work.ports.digest)
  if (!opened.ok) return opened
  const identity = await work.attempt(work.ports.identityId, signal, { acknowledged: 0 })
  if (!identity.ok) return identity
  saved.identityId ??= identity.value
  if (saved.identityId !== identity.value) return fail({ kind: 'sign-in-needed' })
  const claimed = await claimKey(work, task, identity.value, signal)
  if (!claimed.ok) return claimed
  if (signal.aborted) return fail({ kind: 'aborted' })
  // Before the first byte leaves: a worker that dies from here on leaves a task that can go on.
  await work.save(task)
  const key = objectKey(saved.level, saved.identityId, saved.key)
  const source = { file: opened.value, key }
  if (saved.size <= saved.partSize)
    return task.stored === true ? ok(undefined) : uploadWhole(work, task, source, signal)
  const uploaded = task.stored === true ? ok(undefined) : await uploadInParts(work, task, source, signal)
  return uploaded.ok ? verify(work, task, key, signal) : uploaded
}
