import { createCRC32 } from 'hash-wasm'
import { toBase64 } from '../../../lib/base64.ts'

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
