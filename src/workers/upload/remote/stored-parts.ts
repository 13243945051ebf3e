import { fail, ok } from '../../../lib/result.ts'
import { partBody, partCount, partOf } from '../../../uploads/plan-parts.ts'
import type { Job } from '../parts/work.ts'
import { keyOf, learn } from '../task/live-task.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'

/**
 * The stored parts of the expected size. A part of another size comes from a version that divided the file
 * differently.
 */
export const listUsableParts = async (
  { ports, attempt, task, signal }: Job,
  uploadId: string,
): StorageResult<StoredPart[]> => {
  const { size, partSize } = task.saved
  const listed = await attempt(() => ports.transport.listParts(keyOf(task), uploadId, { signal }), signal)
  if (!listed.ok) return listed
  return ok(
    listed.value.filter((part) => {
      const { start, end } = partOf(size, partSize, part.number)
      return part.number <= partCount(size, partSize) && part.size === end - start
    }),
  )
}

/** The stored parts whose content equals the file's present content; rejects if the file cannot be read. */
const unchangedParts = async (
  { ports, task, signal }: Job,
  file: File,
  parts: StoredPart[],
): Promise<StoredPart[]> => {
  const { size, partSize } = task.saved
  const unchanged: StoredPart[] = []
  for (const part of parts) {
    const body = partBody(file, partOf(size, partSize, part.number))
    if (part.checksum === (await ports.checksum(body, signal))) unchanged.push(part)
  }
  return unchanged
}

/** The stored parts that still match the file: they are not sent again. */
export const findStoredParts = async (
  job: Job,
  file: File,
  uploadId: string,
): StorageResult<StoredPart[]> => {
  const { task, signal } = job
  const listed = await listUsableParts(job, uploadId)
  const { remote } = task.saved
  if (!listed.ok || remote.kind !== 'upload' || remote.parts === 'trusted') return listed
  const parts = listed.value
  const unchanged = await unchangedParts(job, file, parts).catch(() => undefined)
  if (signal.aborted) return fail({ kind: 'aborted' })
  if (unchanged === undefined) return fail({ kind: 'file-needed', because: 'changed' })
  // A part that differs stays in the store until it is sent again: only then can all parts be trusted.
  if (unchanged.length === parts.length) learn(task, { kind: 'parts-match' })
  return ok(unchanged)
}
