import { fail, ok } from '../../../lib/result.ts'
import { partBody, partCount, partOf } from '../../../uploads/plan-parts.ts'
import type { Work } from '../parts/work.ts'
import { keyOf, learn, type LiveTask } from '../task/live-task.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { Outcome } from '../transport/storage-failure.ts'

/** The parts of the expected size: one of another size was sent by a version that cut the file differently. */
export const listUsableParts = async (
  { ports: { transport }, attempt }: Work,
  task: LiveTask,
  uploadId: string,
  signal: AbortSignal,
): Outcome<StoredPart[]> => {
  const { size, partSize } = task.saved
  const listed = await attempt(() => transport.listParts(keyOf(task), uploadId, { signal }), signal)
  if (!listed.ok) return listed
  return ok(
    listed.value.filter((part) => {
      const { start, end } = partOf(size, partSize, part.number)
      return part.number <= partCount(size, partSize) && part.size === end - start
    }),
  )
}

/** Of the stored parts those that hold what the file holds now; rejects where it cannot be read. */
const unchangedParts = async (
  { ports: { checksum } }: Work,
  { saved: { size, partSize } }: LiveTask,
  { file, parts }: { file: File; parts: StoredPart[] },
  signal: AbortSignal,
): Promise<StoredPart[]> => {
  const unchanged: StoredPart[] = []
  for (const part of parts) {
    const body = partBody(file, partOf(size, partSize, part.number))
    if (part.checksum === (await checksum(body, signal))) unchanged.push(part)
  }
  return unchanged
}

/** What the store has of an upload, and the file still has as well: this is not sent again. */
export const findStoredParts = async (
  work: Work,
  task: LiveTask,
  { file, uploadId }: { file: File; uploadId: string },
  signal: AbortSignal,
): Outcome<StoredPart[]> => {
  const listed = await listUsableParts(work, task, uploadId, signal)
  const { remote } = task.saved
  if (!listed.ok || remote.kind !== 'upload' || remote.parts === 'trusted') return listed
  const parts = listed.value
  const unchanged = await unchangedParts(work, task, { file, parts }, signal).catch(() => undefined)
  if (signal.aborted) return fail({ kind: 'aborted' })
  if (unchanged === undefined) return fail({ kind: 'file-needed', because: 'changed' })
  // A part that differs stays in the store until it was sent again: only then can all of them be trusted.
  if (unchanged.length === parts.length) learn(task, { kind: 'parts-match' })
  return ok(unchanged)
}
