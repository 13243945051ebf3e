import { createHash } from 'node:crypto'
import { isSameSignature, sign } from '../../../node/aws-signature.ts'
import { S3Error } from '../http/errors.ts'
import type { Caller } from '../signature/authenticate.ts'

/*
 * In the encoding `aws-chunked`, a body is a series of chunks and then *trailers*. Each chunk begins with a
 * line that has its size in hexadecimal digits and, in a signed body, its signature. A chunk of size 0 ends
 * the series. A trailer is a line such as `x-amz-checksum-crc32:sOO8/Q==`, which a client can send only after
 * the bytes because it computes the value while it sends them.
 */

/** Limit of one line (chunk header or trailer), so that a body without line ends cannot fill the memory. */
const maxLineBytes = 16 * 1024

const lineFeed = 0x0a

/** Reads lines and exact numbers of bytes from a stream of pieces of any size. */
const createByteReader = (source: AsyncIterable<Buffer>) => {
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

/** The hash of no bytes. It takes the place of a hash of headers, which chunks do not have. */
const emptyHash = createHash('sha256').digest('hex')

/**
 * Verifies the signatures in a chunked body. They form a chain: each signs its chunk and the previous
 * signature, and the first one follows the signature of the request. Throws SignatureDoesNotMatch at the end
 * of a chunk, or of the trailers, if its signature is missing or wrong.
 */
export const createChunkVerifier = ({
  key,
  time,
  scope,
  signature: firstSignature,
}: Caller['chunkSigning']) => {
  let previousSignature = firstSignature
  let chunkHash = createHash('sha256')

  const assertSignature = (algorithm: string, lines: readonly string[], signature: string | undefined) => {
    const expected = sign(key, [algorithm, time, scope, previousSignature, ...lines].join('\n'))
    if (signature === undefined || !isSameSignature(expected, signature)) {
      throw new S3Error('SignatureDoesNotMatch')
    }
    previousSignature = expected
  }

  return {
    /** Adds bytes to the current chunk. */
    update: (bytes: Buffer) => chunkHash.update(bytes),
    endChunk: (signature: string | undefined) => {
      assertSignature('AWS4-HMAC-SHA256-PAYLOAD', [emptyHash, chunkHash.digest('hex')], signature)
      chunkHash = createHash('sha256')
    },
    endTrailers: (trailers: string, signature: string | undefined) =>
      assertSignature(
        'AWS4-HMAC-SHA256-TRAILER',
        [createHash('sha256').update(trailers).digest('hex')],
        signature,
      ),
  }
}

type ChunkVerifier = ReturnType<typeof createChunkVerifier>

type ChunkedBody = {
  source: AsyncIterable<Buffer>
  /** Absent for a body without signatures (STREAMING-UNSIGNED-PAYLOAD-TRAILER). */
  chunkVerifier?: ChunkVerifier
  /** Whether the client declared trailers. In a signed body, the trailers are signed too. */
  hasTrailers: boolean
  /** An output: `readChunkedBody` adds the trailers after the last chunk, by their name in lower case. */
  trailers: Map<string, string>
}

type ByteReader = ReturnType<typeof createByteReader>

/**
 * Limit of all trailers, which contain a checksum and a signature, so that many lines cannot fill the memory.
 */
const maxTrailerBytes = 16 * 1024

/** For example `10000;chunk-signature=ad80…`. The signature is optional. */
const chunkHeaderPattern = /^([0-9a-f]{1,16})(?:;chunk-signature=([0-9a-f]{64}))?$/i

const readChunkHeader = async (reader: ByteReader) => {
  const line = await reader.readLine()
  if (line === undefined) throw new S3Error('IncompleteBody')
  const [, size, signature] = chunkHeaderPattern.exec(line) ?? []
  if (size === undefined) throw new S3Error('InvalidRequest', {}, 'A chunk header is malformed.')
  return { size: Number.parseInt(size, 16), signature }
}

/** Reads the trailers until an empty line or the end of the body. Checks their signature in a signed body. */
const readTrailers = async (reader: ByteReader, { chunkVerifier, hasTrailers, trailers }: ChunkedBody) => {
  const startBytes = reader.getConsumedBytes()
  /** The trailers as the text that their signature covers. */
  let signedText = ''
  let signature: string | undefined
  for (let line = await reader.readLine(); line; line = await reader.readLine()) {
    if (reader.getConsumedBytes() - startBytes > maxTrailerBytes) {
      throw new S3Error('InvalidRequest', {}, 'The trailers are too long.')
    }
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'x-amz-trailer-signature') {
      signature = value
    } else {
      trailers.set(name, value)
      signedText += `${name}:${value}\n`
    }
  }
  if (hasTrailers) chunkVerifier?.endTrailers(signedText, signature)
}

/**
 * Decodes a body in `aws-chunked`. Yields the bytes as they arrive, checks each chunk's signature at the end
 * of the chunk, and then reads the trailers. Since a check comes after its bytes, they are trustworthy only
 * after the generator has ended without an error.
 */
export async function* readChunkedBody(body: ChunkedBody) {
  const reader = createByteReader(body.source)
  for (;;) {
    const { size, signature } = await readChunkHeader(reader)
    for await (const piece of reader.readBytes(size)) {
      body.chunkVerifier?.update(piece)
      yield piece
    }
    body.chunkVerifier?.endChunk(signature)
    if (size === 0) break
    // A line end follows the bytes of each chunk except the last, which is empty.
    if ((await reader.readLine()) !== '') {
      throw new S3Error('InvalidRequest', {}, 'A chunk is longer than its header says.')
    }
  }
  await readTrailers(reader, body)
}
