import { createCRC32 } from 'hash-wasm'
import { toBase64 } from '../../../lib/base64.ts'

type Hasher = Awaited<ReturnType<typeof createCRC32>>

/** CRC32 of a range of a file, in base64; rejects if the file can no longer be read. */
export type Checksum = (body: Blob, signal: AbortSignal) => Promise<string>

/**
 * Computes the CRC32 of a Blob in base64. The Blob is read as a stream, so no part is ever in memory as a
 * whole. Slices of 1 MiB (specification §9) would cost half as much processor time again
 * (docs/decisions/026).
 */
export const createChecksum = (): Checksum => {
  const idle: Hasher[] = []
  return async (body, signal) => {
    const hasher = idle.pop() ?? (await createCRC32())
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
      idle.push(hasher)
    }
  }
}
