import { fail, ok } from '../../../lib/result.ts'
import type { Answer } from '../transport/storage-failure.ts'
import type { LiveTask } from '../task/live-task.ts'
import { partBody, partCount, partOf } from '../../../uploads/plan-parts.ts'
import type { StoredPart } from '../transport/object-transport.ts'
import type { OpenUpload } from './send-parts.ts'
import type { Work } from './work.ts'

/** The parts of the expected size: one of another size was sent by a version that cut the file differently. */
export const usableParts = ({ saved }: LiveTask, parts: StoredPart[]): StoredPart[] =>
  parts.filter(({ number, size }) => {
    const expected = partOf(saved.size, saved.partSize, number)
    return number <= partCount(saved.size, saved.partSize) && size === expected.end - expected.start
  })

/** Of the stored parts those that hold what the file holds now. */
const unchangedParts = async (
  { checksum }: Work['ports'],
  { file, task: { saved } }: OpenUpload,
  parts: StoredPart[],
  signal: AbortSignal,
): Promise<StoredPart[]> => {
  const unchanged: StoredPart[] = []
  for (const part of parts) {
    const body = partBody(file, partOf(saved.size, saved.partSize, part.number))
    if (part.checksum === (await checksum(body, signal))) unchanged.push(part)
  }
  return unchanged
}

/** What the store has of an upload, and the file still has as well: this is not sent again. */
export const findStoredParts = async (
  { ports, attempt }: Work,
  upload: OpenUpload,
  signal: AbortSignal,
): Answer<StoredPart[]> => {
  const { task, key, uploadId } = upload
  const list = () => ports.transport.listParts(key, uploadId, { signal })
  const listed = await attempt(list, signal, { acknowledged: 0 })
  if (!listed.ok) return listed
  const usable = usableParts(task, listed.value)
  if (!task.saved.doubtful) return ok(usable)
  const unchanged = await unchangedParts(ports, upload, usable, signal).catch(() => undefined)
  if (signal.aborted) return fail({ kind: 'aborted' })
  if (unchanged === undefined) return fail({ kind: 'file-needed', because: 'changed' })
  // A part that differs stays in the store until it was sent again: only then is there nothing to doubt.
  if (unchanged.length === usable.length) delete task.saved.doubtful
  return ok(unchanged)
}
