import { S3Error } from '../http/errors.ts'

/** Limit of one line (chunk header or trailer), so that a body without line ends cannot fill the memory. */
const maxLineBytes = 16 * 1024

const lineFeed = 0x0a

/** Reads lines and exact numbers of bytes from a stream of pieces of any size. */
export const createByteReader = (source: AsyncIterable<Buffer>) => {
  const pieces = source[Symbol.asyncIterator]()
  /** Bytes that have arrived but that `readLine` and `readBytes` have not returned yet. */
  let buffer: Buffer = Buffer.alloc(0)
  /** The number of bytes that `readLine` and `readBytes` have returned, including line ends. */
  let consumedBytes = 0

  /** Appends the next piece to the buffer. Resolves to false at the end of the source. */
  const refill = async () => {
    const piece = await pieces.next()
    if (piece.done === true) return false
    buffer = buffer.length === 0 ? piece.value : Buffer.concat([buffer, piece.value])
    return true
  }

  const takeFromBuffer = (length: number) => {
    consumedBytes += length
    const bytes = buffer.subarray(0, length)
    buffer = buffer.subarray(length)
    return bytes
  }

  /** Reads the next line without its line end. Resolves to undefined at the end of the source. */
  const readLine = async () => {
    while (!buffer.includes(lineFeed)) {
      if (buffer.length > maxLineBytes) throw new S3Error('InvalidRequest', {}, 'A chunk header is too long.')
      if (!(await refill())) return undefined
    }
    return takeFromBuffer(buffer.indexOf(lineFeed) + 1)
      .toString('latin1')
      .trimEnd()
  }

  /** Yields exactly `length` bytes, in pieces as they arrive. */
  async function* readBytes(length: number) {
    for (let remainingBytes = length; remainingBytes > 0;) {
      if (buffer.length === 0 && !(await refill())) throw new S3Error('IncompleteBody')
      const piece = takeFromBuffer(Math.min(remainingBytes, buffer.length))
      remainingBytes -= piece.length
      yield piece
    }
  }

  return { readLine, readBytes, getConsumedBytes: () => consumedBytes }
}

export type ByteReader = ReturnType<typeof createByteReader>
