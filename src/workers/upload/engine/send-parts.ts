import { fail, ok } from '../../../lib/result.ts'
import type { Answer, StorageFailure } from '../storage-failure.ts'
import type { Attempt, Tally } from './attempt.ts'
import type { LiveTask } from './live-task.ts'
import { partCount, partOf, type Part } from './plan-parts.ts'
import type { EnginePorts, StoredPart } from './ports.ts'
import { concurrentParts, type Slots } from './slots.ts'

export type Sending = {
  ports: Pick<EnginePorts, 'transport' | 'checksum'>
  slots: Slots
  attempt: Attempt
  changed: (task: LiveTask) => void
}

/** One upload of a task's file under way. */
export type OpenUpload = { task: LiveTask; file: File; key: string; uploadId: string }

const sendPart = async (
  { ports, attempt, changed }: Sending,
  { task, file, key, uploadId }: OpenUpload,
  part: Part,
  signal: AbortSignal,
  tally: Tally,
): Answer<StoredPart> => {
  const { number } = part
  const size = part.end - part.start
  const body = file.slice(part.start, part.end)
  const onProgress = (bytes: number) => {
    task.progress.sending(number, Math.min(bytes, size))
    changed(task)
  }
  const once = async (): Answer<StoredPart> => {
    const checksum = await ports.checksum(body, signal).catch(() => undefined)
    if (signal.aborted) return fail({ kind: 'aborted' })
    if (checksum === undefined) return fail({ kind: 'file-needed', because: 'changed' })
    const sent = await ports.transport.sendPart(
      { key, uploadId, number, body, checksum },
      { signal, onProgress },
    )
    if (sent.ok) return ok({ number, size, eTag: sent.value.eTag, checksum })
    task.progress.failed(number)
    changed(task)
    return sent
  }
  const answer = await attempt(once, signal, tally)
  if (answer.ok) {
    tally.acknowledged++
    task.progress.acknowledged(number, size)
    changed(task)
  }
  return answer
}

/**
 * Sends the parts that the store does not have, four at a time over all tasks, and resolves to the list of all parts in
 * order. The first failure cuts the others: what they got through is found by listing the parts when the task goes on.
 */
export const sendParts = async (
  sending: Sending,
  upload: OpenUpload,
  stored: StoredPart[],
  signal: AbortSignal,
): Answer<StoredPart[]> => {
  const { size, partSize, id } = upload.task.saved
  const parts = new Map(stored.map((part) => [part.number, part]))
  const tally: Tally = { acknowledged: 0 }
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  let failure: StorageFailure | undefined
  let position = 0

  const nextMissing = (): Part | undefined => {
    while (++position <= partCount(size, partSize))
      if (!parts.has(position)) return partOf(size, partSize, position)
    return undefined
  }

  const lane = async () => {
    for (;;) {
      const release = await sending.slots.take(id, either)
      const part = release && nextMissing()
      const answer = part && (await sendPart(sending, upload, part, either, tally))
      release?.()
      if (!answer) return
      if (answer.ok) parts.set(answer.value.number, answer.value)
      else {
        failure ??= answer.error
        return stop.abort()
      }
    }
  }

  await Promise.all(Array.from({ length: concurrentParts }, lane))
  if (signal.aborted) return fail({ kind: 'aborted' })
  return failure ? fail(failure) : ok([...parts.values()].sort((a, b) => a.number - b.number))
}
