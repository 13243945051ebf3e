import { computeChecksumInParts, parsePartCount } from '../files/checksum.ts'
import type { UploadJob } from '../parts/upload-job.ts'

/** The maximum number of stored files of the same size that a file is compared with. Each costs a request. */
const maxComparedFiles = 5

/**
 * Finds a repeat of the file: a stored file of the same level with the same bytes, by size and CRC32.
 * Resolves to its key, or to undefined if no such file is known. The file is read only if a stored file has
 * the same size and a checksum (docs/decisions/079).
 */
export const findRepeat = async (
  { ports, task, signal, listStoredFiles }: UploadJob,
  file: File,
): Promise<string | undefined> => {
  const { key: ownKey, size } = task.saved
  // All empty files are equal, and have no bytes to send.
  if (size === 0) return undefined
  const filesOfSize = (await listStoredFiles(task)).filter((storedFile) => storedFile.size === size)
  // A file with the same key comes first, because it is the most likely repeat.
  const candidates = filesOfSize.sort((a, b) => Number(b.key === ownKey) - Number(a.key === ownKey))
  const computeChecksum = (partCount: number) =>
    computeChecksumInParts(ports.computeChecksum, { ...task.saved, file, partCount }, signal)
  /** The checksums of the file, by the number of parts. Each is computed when it is needed first. */
  const ownChecksums = new Map<number, string | undefined>()
  for (const storedFile of candidates.slice(0, maxComparedFiles)) {
    const checksum = await storedFile.requestChecksum()
    if (checksum === undefined) continue
    const partCount = parsePartCount(checksum)
    if (!ownChecksums.has(partCount))
      ownChecksums.set(partCount, await computeChecksum(partCount).catch(() => undefined))
    // A checksum whose computation was aborted covers less than the file.
    if (ownChecksums.get(partCount) === checksum && !signal.aborted) return storedFile.key
  }
  return undefined
}
