import { anySignal } from '../../../lib/async/any-signal.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { RequestBody, StoredBodies } from '../network/attempt.ts'
import { getObjectKey, recordFact, setPhase } from '../task/live-task.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageFailure, StorageResult } from '../transport/storage-failure.ts'
import { maxConcurrentParts } from './concurrent-parts.ts'
import type { UploadJob } from './upload-job.ts'
import type { TakeNextPart, ReadyPart } from './read-ahead.ts'

/** The parts of an open upload: those that the object store has, and a function that returns the others. */
type Parts = { uploadId: string; storedParts: Map<number, StoredPart>; takeNextPart: TakeNextPart }

/** Describes a body of a task for `attempt`. */
const describeBody = ({ ports, task, signal }: UploadJob, storedBodies: StoredBodies): RequestBody => ({
  storedBodies,
  checkSignature: () => ports.transport.head(getObjectKey(task), { signal }),
})

/** Sends one part, again if necessary, and counts its progress. */
const sendPart = async (
  job: UploadJob,
  { uploadId, storedBodies }: { uploadId: string; storedBodies: StoredBodies },
  { number, body, readChecksum }: ReadyPart,
): StorageResult<StoredPart> => {
  const { ports, attempt, publishTask, save, task, signal } = job
  const { size } = body
  const onProgress = (bytes: number) => {
    task.progress.setSent(number, Math.min(bytes, size))
    publishTask(task)
  }
  const sendOnce = async (): StorageResult<StoredPart> => {
    const checksum = await readChecksum()
    if (signal.aborted) return fail({ kind: 'aborted' })
    if (checksum === undefined) return fail({ kind: 'file-needed', because: 'changed' })
    const part = { key: getObjectKey(task), uploadId, number, body, checksum }
    const response = await ports.transport.sendPart(part, { signal, onProgress })
    if (response.ok) return ok({ number, size, eTag: response.value.eTag, checksum })
    task.progress.dropPart(number)
    publishTask(task)
    return response
  }
  const result = await attempt(sendOnce, signal, describeBody(job, storedBodies))
  if (result.ok) {
    storedBodies.count++
    task.progress.acknowledge(number, size)
    publishTask(task)
    // Saves the progress, so that a coach who opens the app without a connection sees it. A task that was
    // cancelled in the meantime is not saved again.
    if (!signal.aborted) void save(task)
  }
  return result
}

/**
 * Sends the parts that the object store does not have, four at a time over all tasks, and resolves to the
 * list of all parts in order. The first failure aborts the other requests. When the task resumes, it lists
 * the parts that the object store has by then, so they are not sent again.
 */
export const sendParts = async (
  job: UploadJob,
  { uploadId, storedParts, takeNextPart }: Parts,
): StorageResult<StoredPart[]> => {
  const storedBodies: StoredBodies = { count: 0 }
  const stopController = new AbortController()
  const abortableJob = { ...job, signal: anySignal(job.signal, stopController.signal) }
  let failure: StorageFailure | undefined

  /** Sends the next part in a free slot. Resolves to undefined after an abort, and after the last part. */
  const sendNextPart = () =>
    job.slots.use(job.task.saved.id, abortableJob.signal, async () => {
      const part = takeNextPart()
      return part && sendPart(abortableJob, { uploadId, storedBodies }, part)
    })

  /** Sends one part after the other. Four of these loops run at the same time. */
  const sendNextParts = async () => {
    for (;;) {
      const result = await sendNextPart()
      if (!result) return
      if (!result.ok) {
        failure ??= result.error
        return stopController.abort()
      }
      storedParts.set(result.value.number, result.value)
    }
  }

  try {
    await Promise.all(Array.from({ length: maxConcurrentParts }, sendNextParts))
  } finally {
    // After an unexpected error, the other loops end too.
    stopController.abort()
  }
  if (job.signal.aborted) return fail({ kind: 'aborted' })
  return failure ? fail(failure) : ok([...storedParts.values()].sort((a, b) => a.number - b.number))
}

/**
 * Creates a signal that passes on an abort only until the whole body is sent. After that the object store may
 * have the body, so the result of the request is needed.
 */
const createAbortUntilSent = (signal: AbortSignal, size: number) => {
  const controller = new AbortController()
  let sentBytes = 0
  signal.addEventListener('abort', () => sentBytes < size && controller.abort())
  return {
    signal: controller.signal,
    onSent: (bytes: number) => {
      sentBytes = bytes
    },
    isSent: () => sentBytes >= size,
  }
}

/** Sends the whole file in one request, again if necessary, and counts its progress. */
const putFile = (job: UploadJob, { body, readChecksum }: ReadyPart): StorageResult<void> => {
  const { ports, attempt, publishTask, task, signal } = job
  const { id, size, type } = task.saved
  const object = { key: getObjectKey(task), type, madeBy: id }
  task.progress.reset(0)
  const sendOnce = async (): StorageResult<void> => {
    const [checksum, thumbnail] = await Promise.all([readChecksum(), task.thumbnail])
    if (signal.aborted) return fail({ kind: 'aborted' })
    if (checksum === undefined) return fail({ kind: 'file-needed', because: 'changed' })
    const abortUntilSent = createAbortUntilSent(signal, size)
    const onProgress = (bytes: number) => {
      abortUntilSent.onSent(bytes)
      if (abortUntilSent.isSent()) setPhase(task, 'finishing')
      task.progress.setSent(1, Math.min(bytes, size))
      publishTask(task)
    }
    setPhase(task, 'sending')
    const response = await ports.transport.put(
      { ...object, thumbnail, body, checksum },
      { signal: abortUntilSent.signal, onProgress },
    )
    if (response.ok) {
      recordFact(task, { kind: 'stored', verified: response.value.checksum === checksum })
      return ok(undefined)
    }
    task.progress.dropPart(1)
    return response
  }
  return attempt(sendOnce, signal, describeBody(job, { count: 0 }))
}

/** Sends a small file in one request. */
export const sendSmallFile = async (job: UploadJob, takeNextPart: TakeNextPart): StorageResult<void> => {
  const { id, size } = job.task.saved
  const result = await job.slots.use(id, job.signal, async () => {
    const part = takeNextPart()
    return part && putFile(job, part)
  })
  if (result?.ok) job.task.progress.acknowledge(1, size)
  return result ?? fail({ kind: 'aborted' })
}
