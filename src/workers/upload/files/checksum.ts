import { createCRC32 } from 'hash-wasm'
import { fromBase64, toBase64 } from '../../../lib/base64.ts'
import { partBody, partCount, getPart } from '../../../uploads/plan-parts.ts'

type Hasher = Awaited<ReturnType<typeof createCRC32>>

/**
 * Computes the CRC32 of a range of a file, in base64. Rejects if the file can no longer be read. If the
 * signal aborts, the result covers only a part of the range.
 */
export type Checksum = (body: Blob, signal: AbortSignal) => Promise<string>

/**
 * Reads the Blob as a stream, so no part is ever in memory as a whole. Slices of 1 MiB, as in specification
 * §9, would cost half as much processor time again (docs/decisions/026).
 */
export const createChecksum = (): Checksum => {
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

/** The number of parts that a checksum was computed from; 0 if it is the checksum of the whole file. */
export const partCountIn = (checksum: string): number => Number(/-(\d+)$/.exec(checksum)?.[1] ?? 0)

/**
 * Computes the checksum that a file has if it is stored in so many parts; undefined if this app would divide
 * the file differently.
 */
export const checksumInParts = async (
  checksum: Checksum,
  { file, size, partSize, parts }: { file: File; size: number; partSize: number; parts: number },
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (parts === 0) return checksum(file, signal)
  if (parts !== partCount(size, partSize)) return undefined
  const checksums: Uint8Array<ArrayBuffer>[] = []
  for (let number = 1; number <= parts && !signal.aborted; number++)
    checksums.push(fromBase64(await checksum(partBody(file, getPart(size, partSize, number)), signal)))
  return `${await checksum(new Blob(checksums), signal)}-${parts}`
}
