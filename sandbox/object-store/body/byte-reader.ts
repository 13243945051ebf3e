import { S3Error } from '../http/errors.ts'

/** A chunk header or trailer line is short; without a limit a body without line ends would fill the memory. */
const maxLineBytes = 16 * 1024

const lineFeed = 0x0a

/** Reads lines and counted bytes from a stream of pieces. */
export const createByteReader = (source: AsyncIterable<Buffer>) => {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** What lines and counted bytes have taken so far. */
  let bytesRead = 0

  /** False at the end of the source. */
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

  /** The next line without its line end; undefined at the end of the source. */
  const line = async () => {
    while (!rest.includes(lineFeed)) {
      if (rest.length > maxLineBytes) throw new S3Error('InvalidRequest', {}, 'A chunk header is too long.')
      if (!(await refill())) return undefined
    }
    return split(rest.indexOf(lineFeed) + 1)
      .toString('latin1')
      .trimEnd()
  }

  /** Exactly so many bytes, piece by piece as they come. */
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
