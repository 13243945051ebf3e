import { chunkSize, type DownloadedModule } from './downloaded-modules.ts'

/**
 * Cuts what arrives into chunks and stores each as soon as it is whole, so that a connection that is lost costs less
 * than a chunk. Returns how many bytes are stored; fewer than `size` when the body ended early.
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
    // What is still on its way after a full disk is not worth its bytes.
    await reader.cancel().catch(() => undefined)
  }
}
