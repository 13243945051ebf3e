import { createCRC32 } from 'hash-wasm'
import { fromBase64, toBase64 } from '../../../lib/base64.ts'
import { slicePart, countParts, getPart } from '../../../uploads/plan-parts.ts'

type Hasher = Awaited<ReturnType<typeof createCRC32>>

/**
 * Computes the CRC32 of a range of a file, in base64. Rejects if the file can no longer be read. If the
 * signal aborts, resolves to the checksum of only a part of the range, so callers check the signal.
 */
export type ComputeChecksum = (body: Blob, signal: AbortSignal) => Promise<string>

/**
 * Creates the function that computes checksums. It reads a Blob as a stream, so no part is ever in memory as
 * a whole. Slices of 1 MiB, as in specification §9, would need 50 % more processor time (docs/decisions/026).
 */
export const createComputeChecksum = (): ComputeChecksum => {
  /** Hashers that no call uses. Concurrent calls need one each. */
  const idleHashers: Hasher[] = []
  return async (body, signal) => {
    const hasher = idleHashers.pop() ?? (await createCRC32())
    try {
      hasher.init()
      const reader = body.stream().getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done || signal.aborted) break
        hasher.update(value)
      }
      return toBase64(hasher.digest('binary'))
    } finally {
      idleHashers.push(hasher)
    }
  }
}

/**
 * Returns the number of parts that a checksum was computed from, such as 3 for `AAAAAA==-3`, or 0 if it is
 * the checksum of the whole file.
 */
export const parsePartCount = (checksum: string): number => Number(/-(\d+)$/.exec(checksum)?.[1] ?? 0)

/**
 * Computes the checksum that a file has in the object store if it was uploaded in `partCount` parts (0: in
 * one request). The checksum of several parts is computed from their checksums. Resolves to undefined if this
 * app would divide the file into another number of parts. If the signal aborts, the checksum covers only a
 * part of the file.
 */
export const computeChecksumInParts = async (
  computeChecksum: ComputeChecksum,
  { file, size, partSize, partCount }: { file: File; size: number; partSize: number; partCount: number },
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (partCount === 0) return computeChecksum(file, signal)
  if (partCount !== countParts(size, partSize)) return undefined
  const partChecksums: Uint8Array<ArrayBuffer>[] = []
  for (let number = 1; number <= partCount && !signal.aborted; number++) {
    const part = slicePart(file, getPart(size, partSize, number))
    partChecksums.push(fromBase64(await computeChecksum(part, signal)))
  }
  return `${await computeChecksum(new Blob(partChecksums), signal)}-${partCount}`
}
