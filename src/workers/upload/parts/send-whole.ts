import { fail, ok } from '../../../lib/result.ts'
import { keyOf, learn, setPhase } from '../task/live-task.ts'
import type { StorageResult } from '../transport/storage-failure.ts'
import type { ReadAhead } from './read-ahead.ts'
import type { Job } from './work.ts'

/**
 * Aborts a request only until the whole body was sent. After that the store may have the body, so the result
 * is needed.
 */
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

export const sendWhole = async (
  { ports, slots, attempt, changed, task, signal }: Job,
  next: ReadAhead,
): StorageResult<void> => {
  const { id, size, type } = task.saved
  const object = { key: keyOf(task), type, madeBy: id }
  const release = await slots.take(id, signal)
  const part = release && next()
  if (!part) return fail({ kind: 'aborted' })
  task.progress.begin(0)
  const once = async (): StorageResult<void> => {
    const checksum = await part.checksum()
    if (signal.aborted) return fail({ kind: 'aborted' })
    if (checksum === undefined) return fail({ kind: 'file-needed', because: 'changed' })
    const cut = untilAllSent(signal, size)
    const onProgress = (bytes: number) => {
      cut.onSent(bytes)
      if (cut.allSent()) setPhase(task, 'finishing')
      task.progress.sending(1, Math.min(bytes, size))
      changed(task)
    }
    setPhase(task, 'sending')
    const sent = await ports.transport.put({ ...object, body: part.body, checksum }, { ...cut, onProgress })
    if (sent.ok) {
      learn(task, { kind: 'stored', verified: sent.value.checksum === checksum })
      return ok(undefined)
    }
    task.progress.failed(1)
    return sent
  }
  const result = await attempt(once, signal, { acknowledged: 0 })
  release()
  if (result.ok) task.progress.acknowledged(1, size)
  return result
}
