import { fromBase64 } from '../../../lib/base64.ts'
import { partBody, partCount, partOf } from '../../../uploads/plan-parts.ts'
import type { Job } from '../parts/work.ts'

/** Stored files of the same size that a file is compared with at most. */
const mostCompared = 5

/** The number of parts whose checksums a checksum was made of; 0 where it is that of the whole. */
const partsIn = (checksum: string): number => Number(/-(\d+)$/.exec(checksum)?.[1] ?? 0)

/** The checksum that a store has of a file which came in so many parts; undefined where our parts would be others. */
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
 * The key of a stored file of the same level with the same bytes, by size and CRC32; undefined where none is known. A file
 * is read only if a stored one is as long and has a checksum (docs/decisions/079).
 */
export const findRepeat = async (job: Job, file: File): Promise<string | undefined> => {
  const { key: ownKey, size } = job.task.saved
  // All empty files are the same, and nothing of them is sent.
  if (size === 0) return undefined
  const sameSize = (await job.storedFiles(job.task)).filter((stored) => stored.size === size)
  const likely = sameSize.sort((a, b) => Number(b.key === ownKey) - Number(a.key === ownKey))
  /** By number of parts: each is computed when it is needed first. */
  const own = new Map<number, string | undefined>()
  for (const stored of likely.slice(0, mostCompared)) {
    const checksum = await stored.checksum()
    if (checksum === undefined) continue
    const parts = partsIn(checksum)
    if (!own.has(parts)) own.set(parts, await checksumInParts(job, file, parts).catch(() => undefined))
    // A checksum that was cut is of less than the file.
    if (own.get(parts) === checksum && !job.signal.aborted) return stored.key
  }
  return undefined
}
