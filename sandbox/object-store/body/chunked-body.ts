import { S3Error } from '../http/errors.ts'
import { type ByteReader, createByteReader } from './byte-reader.ts'
import type { ChunkVerifier } from './chunk-verifier.ts'

/*
 * In the encoding `aws-chunked`, a body is a series of chunks and then *trailers*. Each chunk begins with a
 * line that has its size in hexadecimal digits and, in a signed body, its signature. A chunk of size 0 ends
 * the series. A trailer is a line such as `x-amz-checksum-crc32:sOO8/Q==`, which a client can send only after
 * the bytes because it computes the value while it sends them.
 */

type ChunkedBody = {
  source: AsyncIterable<Buffer>
  /** Absent for a body without signatures (STREAMING-UNSIGNED-PAYLOAD-TRAILER). */
  chunkVerifier?: ChunkVerifier
  /** Whether the client declared trailers. In a signed body, the trailers are signed too. */
  hasTrailers: boolean
  /** An output: `readChunkedBody` adds the trailers after the last chunk, by their name in lower case. */
  trailers: Map<string, string>
}

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
