import { S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'
import type { Caller } from '../signature/authenticate.ts'
import { createChunkVerifier } from './chunk-verifier.ts'
import { readChunkedBody } from './chunked-body.ts'
import { type ExpectedDigests, readExpectedDigests } from './expected-digests.ts'
import { type BodyDigests, createBodyVerifier } from './verification.ts'

/** A request body that is decoded and checked while it streams. */
type Payload = {
  /** The iteration throws at its end if the body does not match what the client declared. */
  bytes: AsyncIterable<Buffer>
  /** Returns the digests of the body. Throws before the last byte. */
  getDigests: () => BodyDigests
}

/** As in S3, one request may store at most 5 GiB. */
const maxBytes = 5 * 1024 ** 3

/**
 * The ways to send a body in chunks, by the value of `x-amz-content-sha256`. For a body that is not in
 * chunks, this header has the body's SHA-256 or UNSIGNED-PAYLOAD.
 */
const chunkedEncodings = new Map([
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', { isSigned: false, hasTrailers: true }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', { isSigned: true, hasTrailers: false }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', { isSigned: true, hasTrailers: true }],
])

/** Throws if `x-amz-content-sha256` has none of the values above. */
const assertValidPayloadHashHeader = (payloadHashHeader: string) => {
  const encodingNames = [...chunkedEncodings.keys(), 'UNSIGNED-PAYLOAD']
  if (encodingNames.includes(payloadHashHeader) || /^[0-9a-f]{64}$/.test(payloadHashHeader)) return
  const message = `x-amz-content-sha256 must be ${encodingNames.join(', ')}, or a valid sha256 value.`
  throw new S3Error('InvalidArgument', { ArgumentName: 'x-amz-content-sha256' }, message)
}

/** Reads the declared size of a body, in bytes. Throws if it is missing or above the limit. */
const readBodySize = (request: S3Request, headerName: string) => {
  const size = getHeader(request, headerName)
  if (size === undefined || !/^\d{1,15}$/.test(size)) throw new S3Error('MissingContentLength')
  if (Number(size) > maxBytes) {
    throw new S3Error('EntityTooLarge', { ProposedSize: size, MaxSizeAllowed: maxBytes })
  }
  return Number(size)
}

/**
 * Prepares to read a request's body as a stream: removes the chunks of `aws-chunked` and computes digests. At
 * the end, the stream throws if the bytes do not match their declared size or `expected`.
 */
export const openPayload = (
  request: S3Request,
  caller: Caller,
  expected: ExpectedDigests = readExpectedDigests(request),
): Payload => {
  assertValidPayloadHashHeader(caller.payloadHashHeader)
  const encoding = chunkedEncodings.get(caller.payloadHashHeader)
  const sizeBytes = readBodySize(request, encoding ? 'x-amz-decoded-content-length' : 'content-length')
  const trailers = new Map<string, string>()
  const bodyVerifier = createBodyVerifier(expected, caller.payloadHashHeader, trailers)
  let digests: BodyDigests | undefined

  const decodeBody = (): AsyncIterable<Buffer> => {
    // By default, Node closes the socket if reading stops early. A browser would not get the error response.
    const source: AsyncIterable<Buffer> = request.message.iterator({ destroyOnReturn: false })
    if (!encoding) return source
    const { isSigned, hasTrailers } = encoding
    return readChunkedBody({
      source,
      trailers,
      hasTrailers,
      ...(isSigned && { chunkVerifier: createChunkVerifier(caller.chunkSigning) }),
    })
  }

  async function* bytes() {
    let receivedBytes = 0
    for await (const piece of decodeBody()) {
      receivedBytes += piece.length
      // The check after the loop throws.
      if (receivedBytes > sizeBytes) break
      bodyVerifier.update(piece)
      yield piece
    }
    if (receivedBytes !== sizeBytes) throw new S3Error('IncompleteBody')
    digests = bodyVerifier.verify()
  }

  const getDigests = () => {
    if (digests === undefined) throw new Error('The digests of the payload are available only after its end.')
    return digests
  }
  return { bytes: bytes(), getDigests }
}

/** Reads a whole body into memory, such as an XML document. Throws if it has more than `limitBytes`. */
export const readText = async (payload: Payload, limitBytes: number) => {
  const pieces: Buffer[] = []
  let receivedBytes = 0
  for await (const piece of payload.bytes) {
    receivedBytes += piece.length
    if (receivedBytes > limitBytes) throw new S3Error('EntityTooLarge', { MaxSizeAllowed: limitBytes })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
