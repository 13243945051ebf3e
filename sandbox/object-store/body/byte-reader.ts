import { S3Error } from '../http/errors.ts'

/** Limit of a chunk header or trailer line, so that a body without line ends cannot fill the memory. */
const maxLineBytes = 16 * 1024

const lineFeed = 0x0a

/** Reads lines and exact numbers of bytes from a stream of pieces. */
export const createByteReader = (source: AsyncIterable<Buffer>) => {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** Bytes that lines and `take` have consumed. */
  let bytesRead = 0

  /** Reads the next piece. False at the end of the source. */
  const refill = async () => {
    const next = await pieces.next()
    if (next.done === true) return false
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
    return true
  }

  const split = (length: number) => {
    bytesRead += length
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }

  /** The next line without its line end. Undefined at the end of the source. */
  const line = async () => {
    while (!rest.includes(lineFeed)) {
      if (rest.length > maxLineBytes) throw new S3Error('InvalidRequest', {}, 'A chunk header is too long.')
      if (!(await refill())) return undefined
    }
    return split(rest.indexOf(lineFeed) + 1)
      .toString('latin1')
      .trimEnd()
  }

  /** Yields exactly `length` bytes, in pieces as they arrive. */
  async function* take(length: number) {
    for (let missing = length; missing > 0;) {
      if (rest.length === 0 && !(await refill())) throw new S3Error('IncompleteBody')
      const piece = split(Math.min(missing, rest.length))
      missing -= piece.length
      yield piece
    }
  }

  return { line, take, bytesRead: () => bytesRead }
}
