import { chunkSize, type DownloadedModule } from './downloaded-modules.ts'

/**
 * Splits a body into chunks and stores each complete chunk immediately, so that a lost connection costs less
 * than a chunk. Resolves to the number of received bytes, which is below `size` if the body ended early.
 */
export const writeChunks = async (
  copy: Pick<DownloadedModule, 'putChunk'>,
  body: ReadableStream<Uint8Array>,
  { from, size, onReceived }: { from: number; size: number; onReceived: (bytes: number) => void },
): Promise<number> => {
  const reader = body.getReader()
  let index = from / chunkSize
  let received = from
  let held = new Blob()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      received += value.byteLength
      held = new Blob([held, new Uint8Array(value)])
      while (held.size >= chunkSize) {
        await copy.putChunk(index, held.slice(0, chunkSize))
        held = held.slice(chunkSize)
        index += 1
      }
      onReceived(received)
    }
    if (received === size && held.size > 0) await copy.putChunk(index, held)
    return received
  } finally {
    // After a full disk, the rest of the body is not worth downloading.
    await reader.cancel().catch(() => undefined)
  }
}
