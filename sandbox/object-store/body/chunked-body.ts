import { createHash } from 'node:crypto'
import { S3Error } from '../http/errors.ts'
import type { Caller } from '../signature/authenticate.ts'
import { isSameSignature, sign } from '../../../node/aws-signature.ts'

/** Limit of a chunk header or trailer line, so that a body without line ends cannot fill the memory. */
const maxLineBytes = 16 * 1024

const lineFeed = 0x0a

/** Reads lines and exact numbers of bytes from a stream of pieces. */
const createByteReader = (source: AsyncIterable<Buffer>) => {
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

const emptyHash = createHash('sha256').digest('hex')

/** Checks the chain of signatures in a chunked body. Each signs its chunk and the previous signature. */
export const createChunkSignatures = ({ key, time, scope, signature }: Caller['chunkSigning']) => {
  let previous = signature
  let hash = createHash('sha256')

  const check = (algorithm: string, lines: readonly string[], given: string | undefined) => {
    const expected = sign(key, [algorithm, time, scope, previous, ...lines].join('\n'))
    if (given === undefined || !isSameSignature(expected, given)) throw new S3Error('SignatureDoesNotMatch')
    previous = expected
  }

  return {
    update: (bytes: Buffer) => hash.update(bytes),
    closeChunk: (given: string | undefined) => {
      check('AWS4-HMAC-SHA256-PAYLOAD', [emptyHash, hash.digest('hex')], given)
      hash = createHash('sha256')
    },
    closeTrailers: (trailers: string, given: string | undefined) =>
      check('AWS4-HMAC-SHA256-TRAILER', [createHash('sha256').update(trailers).digest('hex')], given),
  }
}

type ChunkSignatures = ReturnType<typeof createChunkSignatures>

type ChunkedBody = {
  source: AsyncIterable<Buffer>
  /** Absent for STREAMING-UNSIGNED-PAYLOAD-TRAILER */
  signatures?: ChunkSignatures
  /** Whether the client announced trailers; a signed body then also signs them */
  hasTrailers: boolean
  /** Filled with the trailers after the last chunk, names in lower case */
  trailers: Map<string, string>
}

type Reader = ReturnType<typeof createByteReader>

/** A trailer is a checksum or a signature. Without a limit, trailers would fill the memory line by line. */
const maxTrailerBytes = 16 * 1024

/** `size in hexadecimal digits[;chunk-signature=...]` */
const chunkHeader = /^([0-9a-f]{1,16})(?:;chunk-signature=([0-9a-f]{64}))?$/i

const readChunkHeader = async (reader: Reader) => {
  const line = await reader.line()
  if (line === undefined) throw new S3Error('IncompleteBody')
  const [, size, signature] = chunkHeader.exec(line) ?? []
  if (size === undefined) throw new S3Error('InvalidRequest', {}, 'A chunk header is malformed.')
  return { size: Number.parseInt(size, 16), signature }
}

const readTrailers = async (reader: Reader, { signatures, hasTrailers, trailers }: ChunkedBody) => {
  const start = reader.bytesRead()
  let signed = ''
  let signature: string | undefined
  for (let line = await reader.line(); line; line = await reader.line()) {
    if (reader.bytesRead() - start > maxTrailerBytes) {
      throw new S3Error('InvalidRequest', {}, 'The trailers are too long.')
    }
    const at = line.indexOf(':')
    const name = line.slice(0, at).trim().toLowerCase()
    const value = line.slice(at + 1).trim()
    if (name === 'x-amz-trailer-signature') {
      signature = value
    } else {
      trailers.set(name, value)
      signed += `${name}:${value}\n`
    }
  }
  if (hasTrailers) signatures?.closeTrailers(signed, signature)
}

/**
 * Decodes `aws-chunked`: yields the bytes as they arrive, checks each chunk's signature at its end, then
 * reads the trailers. The bytes are trustworthy only when the generator has ended.
 */
export async function* readChunkedBody(body: ChunkedBody) {
  const reader = createByteReader(body.source)
  for (;;) {
    const { size, signature } = await readChunkHeader(reader)
    for await (const piece of reader.take(size)) {
      body.signatures?.update(piece)
      yield piece
    }
    body.signatures?.closeChunk(signature)
    if (size === 0) break
    if ((await reader.line()) !== '') {
      throw new S3Error('InvalidRequest', {}, 'A chunk is longer than its header says.')
    }
  }
  await readTrailers(reader, body)
}
