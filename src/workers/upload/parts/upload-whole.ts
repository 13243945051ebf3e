import { fail, ok } from '../../../lib/result.ts'
import type { Answer } from '../transport/storage-failure.ts'
import type { LiveTask } from '../task/live-task.ts'
import { createReadAhead } from './read-ahead.ts'
import type { Source, Work } from './work.ts'

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

/** Sends a small file in one request. */
export const uploadWhole = async (
  { ports, slots, attempt, changed }: Work,
  task: LiveTask,
  { file, key, early }: Source,
  signal: AbortSignal,
): Answer<void> => {
  const { id, size, partSize, type } = task.saved
  const object = { key, type, madeBy: id }
  const next =
    early ?? createReadAhead(ports.checksum, { file, size, partSize, isStored: () => false }, signal)
  const release = await slots.take(id, signal)
  const part = release && next()
  if (!part) return fail({ kind: 'aborted' })
  task.progress.begin(0)
  const once = async (): Answer<void> => {
    const checksum = await part.checksum()
    if (signal.aborted) return fail({ kind: 'aborted' })
    if (checksum === undefined) return fail({ kind: 'file-needed', because: 'changed' })
    const cut = untilAllSent(signal, size)
    const onProgress = (bytes: number) => {
      cut.onSent(bytes)
      if (cut.allSent()) task.phase = 'finishing'
      task.progress.sending(1, Math.min(bytes, size))
      changed(task)
    }
    task.phase = 'sending'
    // From here on the store may have it, whatever is heard of that.
    task.stored = 'perhaps'
    const sent = await ports.transport.put({ ...object, body: part.body, checksum }, { ...cut, onProgress })
    if (sent.ok) {
      task.verified = sent.value.checksum === checksum
      return ok(undefined)
    }
    task.progress.failed(1)
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
