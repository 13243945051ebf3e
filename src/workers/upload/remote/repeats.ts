import { fromBase64 } from '../../../lib/base64.ts'
import { partBody, partCount, partOf } from '../../../uploads/plan-parts.ts'
import { isFinal, isRepeat } from '../../../uploads/task.ts'
import type { Job } from '../parts/job.ts'
import type { LiveTask } from '../task/live-task.ts'
import { isClaimed } from '../task/remote.ts'
import type { TaskList } from '../task/task-list.ts'

/** The maximum number of stored files of the same size that a file is compared with. */
const maxCompared = 5

/** The number of parts that a checksum was computed from; 0 if it is the checksum of the whole file. */
const partCountIn = (checksum: string): number => Number(/-(\d+)$/.exec(checksum)?.[1] ?? 0)

/**
 * Computes the checksum that a file has if it is stored in so many parts; undefined if this app would divide
 * the file differently.
 */
const checksumInParts = async ({ ports, task, signal }: Job, file: File, parts: number) => {
  if (parts === 0) return ports.checksum(file, signal)
  const { size, partSize } = task.saved
  if (parts !== partCount(size, partSize)) return undefined
  const checksums: Uint8Array<ArrayBuffer>[] = []
  for (let number = 1; number <= parts && !signal.aborted; number++)
    checksums.push(fromBase64(await ports.checksum(partBody(file, partOf(size, partSize, number)), signal)))
  return `${await ports.checksum(new Blob(checksums), signal)}-${parts}`
}

/**
 * The key of a stored file of the same level with the same bytes, by size and CRC32; undefined if no such
 * file is known. The file is read only if a stored file has the same size and a checksum
 * (docs/decisions/079).
 */
export const findRepeat = async (job: Job, file: File): Promise<string | undefined> => {
  const { key: ownKey, size } = job.task.saved
  // All empty files are equal, and nothing of them is sent.
  if (size === 0) return undefined
  const sameSize = (await job.storedFiles(job.task)).filter((storedFile) => storedFile.size === size)
  const candidates = sameSize.sort((a, b) => Number(b.key === ownKey) - Number(a.key === ownKey))
  /** The checksums of the file, by the number of parts. Each is computed when it is needed first. */
  const ownChecksums = new Map<number, string | undefined>()
  for (const storedFile of candidates.slice(0, maxCompared)) {
    const checksum = await storedFile.checksum()
    if (checksum === undefined) continue
    const parts = partCountIn(checksum)
    if (!ownChecksums.has(parts))
      ownChecksums.set(parts, await checksumInParts(job, file, parts).catch(() => undefined))
    // A checksum whose computation was aborted covers less than the file.
    if (ownChecksums.get(parts) === checksum && !job.signal.aborted) return storedFile.key
  }
  return undefined
}

type Tasks = Pick<TaskList, 'all'>

/**
 * An unfinished upload of the same bytes, by size and sample, that comes before a task: it is under way
 * already, or earlier in the queue. An upload that is a repeat itself does not count: it waits for the
 * person's decision.
 */
export const sameFileBefore = ({ all }: Tasks, { saved }: LiveTask): LiveTask | undefined =>
  [...all.values()].find(
    ({ saved: other }) =>
      other.id !== saved.id &&
      other.customer === saved.customer &&
      other.level === saved.level &&
      other.size === saved.size &&
      other.sample === saved.sample &&
      !isFinal(other.status) &&
      !isRepeat(other.status) &&
      (isClaimed(other.remote) || other.order < saved.order),
  )

/** The tasks that were held back because one of these tasks was storing the same bytes. */
export const heldBackBy = ({ all }: Tasks, tasks: readonly LiveTask[]): LiveTask[] => {
  const ids = new Set(tasks.map(({ saved }) => saved.id))
  return [...all.values()].filter(
    ({ saved: { status } }) =>
      status.state === 'PAUSED' &&
      status.reason.kind === 'already-stored' &&
      status.reason.uploading !== undefined &&
      ids.has(status.reason.uploading),
  )
}
