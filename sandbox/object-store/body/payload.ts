import { S3Error } from '../http/errors.ts'
import { header, type S3Request } from '../http/request.ts'
import type { Caller } from '../signature/authenticate.ts'
import { readChunkedBody, createChunkSignatures } from './chunked-body.ts'
import { type ExpectedDigests, expectedDigests } from './expected-digests.ts'
import { createVerification, type Found } from './verification.ts'

/** A request body that is decoded and checked while it streams. */
type Payload = {
  /** Throws at its end if the body does not match what the client announced. */
  bytes: AsyncIterable<Buffer>
  /** Call only after the last byte. */
  found: () => Found
}

/** Limit of what one request may store. */
const maxBytes = 5 * 1024 ** 3

/** The ways to send a body in chunks, with their properties. */
const chunkings = new Map([
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', { isSigned: false, hasTrailers: true }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', { isSigned: true, hasTrailers: false }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', { isSigned: true, hasTrailers: true }],
])

const checkPayloadHash = (payloadHash: string) => {
  const known = [...chunkings.keys(), 'UNSIGNED-PAYLOAD']
  if (known.includes(payloadHash) || /^[0-9a-f]{64}$/.test(payloadHash)) return
  const message = `x-amz-content-sha256 must be ${known.join(', ')}, or a valid sha256 value.`
  throw new S3Error('InvalidArgument', { ArgumentName: 'x-amz-content-sha256' }, message)
}

const readLength = (request: S3Request, name: string) => {
  const length = header(request, name)
  if (length === undefined || !/^\d{1,15}$/.test(length)) throw new S3Error('MissingContentLength')
  if (Number(length) > maxBytes) {
    throw new S3Error('EntityTooLarge', { ProposedSize: length, MaxSizeAllowed: maxBytes })
  }
  return Number(length)
}

/** Prepares to read a request's body. Buffers nothing; checks the announced values after the last byte. */
export const openPayload = (
  request: S3Request,
  caller: Caller,
  expected: ExpectedDigests = expectedDigests(request),
): Payload => {
  checkPayloadHash(caller.payloadHash)
  const chunking = chunkings.get(caller.payloadHash)
  const length = readLength(request, chunking ? 'x-amz-decoded-content-length' : 'content-length')
  const trailers = new Map<string, string>()
  const verification = createVerification(expected, caller.payloadHash, trailers)
  let found: Found | undefined

  const decoded = (): AsyncIterable<Buffer> => {
    // Do not destroy the socket when leaving early: a browser would not see the error that caused it.
    const source: AsyncIterable<Buffer> = request.message.iterator({ destroyOnReturn: false })
    if (!chunking) return source
    const signatures = chunking.isSigned ? { signatures: createChunkSignatures(caller.chunkSigning) } : {}
    return readChunkedBody({ source, trailers, hasTrailers: chunking.hasTrailers, ...signatures })
  }

  async function* bytes() {
    let received = 0
    for await (const piece of decoded()) {
      received += piece.length
      if (received > length) break
      verification.update(piece)
      yield piece
    }
    if (received !== length) throw new S3Error('IncompleteBody')
    found = verification.verify()
  }

  const foundAtEnd = () => {
    if (found === undefined) throw new Error('The digests of the payload were requested before its end.')
    return found
  }
  return { bytes: bytes(), found: foundAtEnd }
}

/** Reads a whole body that must be small, such as an XML document. */
export const readText = async (payload: Payload, maxLength: number) => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of payload.bytes) {
    length += piece.length
    if (length > maxLength) throw new S3Error('EntityTooLarge', { MaxSizeAllowed: maxLength })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
