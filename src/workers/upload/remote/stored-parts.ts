import { fail, ok } from '../../../lib/result.ts'
import { slicePart, countParts, getPart } from '../../../uploads/plan-parts.ts'
import type { UploadJob } from '../parts/upload-job.ts'
import { getObjectKey, recordFact } from '../task/live-task.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { StorageResult } from '../transport/storage-failure.ts'

/**
 * Lists the stored parts that have the expected size. A part of another size comes from a version of the app
 * that divided the file differently.
 */
export const listUsableParts = async (
  { ports, attempt, task, signal }: UploadJob,
  uploadId: string,
): StorageResult<StoredPart[]> => {
  const { size, partSize } = task.saved
  const listing = await attempt(
    () => ports.transport.listParts(getObjectKey(task), uploadId, { signal }),
    signal,
  )
  if (!listing.ok) return listing
  return ok(
    listing.value.filter((part) => {
      const { start, end } = getPart(size, partSize, part.number)
      return part.number <= countParts(size, partSize) && part.size === end - start
    }),
  )
}

/**
 * Finds the stored parts whose content equals the current content of the file. Rejects if the file cannot be
 * read.
 */
const findUnchangedParts = async (
  { ports, task, signal }: UploadJob,
  file: File,
  parts: StoredPart[],
): Promise<StoredPart[]> => {
  const { size, partSize } = task.saved
  const unchanged: StoredPart[] = []
  for (const part of parts) {
    const body = slicePart(file, getPart(size, partSize, part.number))
    if (part.checksum === (await ports.computeChecksum(body, signal))) unchanged.push(part)
  }
  return unchanged
}

/** Finds the stored parts that match the file and do not have to be sent again. */
export const findStoredParts = async (
  job: UploadJob,
  file: File,
  uploadId: string,
): StorageResult<StoredPart[]> => {
  const { task, signal } = job
  const listing = await listUsableParts(job, uploadId)
  const { remote } = task.saved
  // Stored parts are compared with the file only if the file may have changed, or parts were lost.
  const mustCompare = remote.kind === 'upload' && remote.parts === 'to-compare'
  if (!listing.ok || !mustCompare) return listing
  const parts = listing.value
  const unchanged = await findUnchangedParts(job, file, parts).catch(() => undefined)
  if (signal.aborted) return fail({ kind: 'aborted' })
  if (unchanged === undefined) return fail({ kind: 'file-needed', because: 'changed' })
  // If a stored part differs, this fact is not recorded, so the parts are compared again after a restart.
  if (unchanged.length === parts.length) recordFact(task, { kind: 'parts-match' })
  return ok(unchanged)
}
