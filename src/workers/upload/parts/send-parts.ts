import { fail, ok } from '../../../lib/result.ts'
import type { StorageResult, StorageFailure } from '../transport/storage-failure.ts'
import type { Tally } from '../network/attempt.ts'
import { keyOf, learn, setPhase } from '../task/live-task.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { ReadAhead, ReadyPart } from './read-ahead.ts'
import { concurrentParts } from './slots.ts'
import type { Job } from './work.ts'
import { anySignal } from '../../../lib/async/any-signal.ts'

/** The parts of an open upload: the parts that the store has, and the source of the others. */
type Parts = { uploadId: string; stored: Map<number, StoredPart>; next: ReadAhead }

const sendPart = async (
  { ports, attempt, changed, save, task, signal }: Job,
  { uploadId, tally }: { uploadId: string; tally: Tally },
  { number, body, checksum: read }: ReadyPart,
): StorageResult<StoredPart> => {
  const { size } = body
  const onProgress = (bytes: number) => {
    task.progress.sending(number, Math.min(bytes, size))
    changed(task)
  }
  const once = async (): StorageResult<StoredPart> => {
    const checksum = await read()
    if (signal.aborted) return fail({ kind: 'aborted' })
    if (checksum === undefined) return fail({ kind: 'file-needed', because: 'changed' })
    const part = { key: keyOf(task), uploadId, number, body, checksum }
    const sent = await ports.transport.sendPart(part, { signal, onProgress })
    if (sent.ok) return ok({ number, size, eTag: sent.value.eTag, checksum })
    task.progress.failed(number)
    changed(task)
    return sent
  }
  const result = await attempt(once, signal, tally)
  if (result.ok) {
    tally.acknowledged++
    task.progress.acknowledged(number, size)
    changed(task)
    // For a person who comes back without a connection. Not awaited. A task that was cancelled meanwhile is
    // not saved again.
    if (!signal.aborted) void save(task)
  }
  return result
}

/**
 * Sends the parts that the store does not have, four at a time over all tasks, and resolves to the list of
 * all parts in order. The first failure aborts the other requests: when the task resumes, listing the parts
 * finds what was stored.
 */
export const sendParts = async (job: Job, { uploadId, stored, next }: Parts): StorageResult<StoredPart[]> => {
  const tally: Tally = { acknowledged: 0 }
  const stop = new AbortController()
  const either = { ...job, signal: anySignal(job.signal, stop.signal) }
  let failure: StorageFailure | undefined

  const lane = async () => {
    for (;;) {
      const release = await job.slots.take(job.task.saved.id, either.signal)
      const part = release && next()
      const result = part && (await sendPart(either, { uploadId, tally }, part))
      release?.()
      if (!result) return
      if (!result.ok) {
        failure ??= result.error
        return stop.abort()
      }
      stored.set(result.value.number, result.value)
    }
  }

  await Promise.all(Array.from({ length: concurrentParts }, lane))
  if (job.signal.aborted) return fail({ kind: 'aborted' })
  return failure ? fail(failure) : ok([...stored.values()].sort((a, b) => a.number - b.number))
}

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
    const request = untilAllSent(signal, size)
    const onProgress = (bytes: number) => {
      request.onSent(bytes)
      if (request.allSent()) setPhase(task, 'finishing')
      task.progress.sending(1, Math.min(bytes, size))
      changed(task)
    }
    setPhase(task, 'sending')
    const sent = await ports.transport.put(
      { ...object, body: part.body, checksum },
      { ...request, onProgress },
    )
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
