import { S3Error } from '../http/errors.ts'
import { createByteReader } from './byte-reader.ts'
import type { ChunkSignatures } from './chunk-signatures.ts'

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
