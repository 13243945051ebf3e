import { S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'
import type { Caller } from '../signature/authenticate.ts'
import { createChunkVerifier, readChunkedBody } from './chunked-body.ts'
import { type ExpectedDigests, readExpectedDigests } from './expected-digests.ts'
import { type BodyDigests, createBodyVerifier } from './verification.ts'

/** A request body that is decoded and checked while it streams. */
type Payload = {
  /** The iteration throws at its end if the body does not match what the client announced. */
  bytes: AsyncIterable<Buffer>
  /** Returns the digests of the body. Call it only after the last byte. */
  digests: () => BodyDigests
}

/** As in S3, one request may store at most 5 GiB. */
const maxBytes = 5 * 1024 ** 3

/** The ways to send a body in chunks, by the value of `x-amz-content-sha256`. */
const chunkedEncodings = new Map([
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', { isSigned: false, hasTrailers: true }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', { isSigned: true, hasTrailers: false }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', { isSigned: true, hasTrailers: true }],
])

const assertPayloadHashForm = (payloadHash: string) => {
  const encodingNames = [...chunkedEncodings.keys(), 'UNSIGNED-PAYLOAD']
  if (encodingNames.includes(payloadHash) || /^[0-9a-f]{64}$/.test(payloadHash)) return
  const message = `x-amz-content-sha256 must be ${encodingNames.join(', ')}, or a valid sha256 value.`
  throw new S3Error('InvalidArgument', { ArgumentName: 'x-amz-content-sha256' }, message)
}

const readBodySize = (request: S3Request, name: string) => {
  const length = getHeader(request, name)
  if (length === undefined || !/^\d{1,15}$/.test(length)) throw new S3Error('MissingContentLength')
  if (Number(length) > maxBytes) {
    throw new S3Error('EntityTooLarge', { ProposedSize: length, MaxSizeAllowed: maxBytes })
  }
  return Number(length)
}

/**
 * Prepares to read a request's body. Buffers nothing. The returned bytes throw after the last one if they do
 * not match `expected`.
 */
export const openPayload = (
  request: S3Request,
  caller: Caller,
  expected: ExpectedDigests = readExpectedDigests(request),
): Payload => {
  assertPayloadHashForm(caller.payloadHash)
  const encoding = chunkedEncodings.get(caller.payloadHash)
  const length = readBodySize(request, encoding ? 'x-amz-decoded-content-length' : 'content-length')
  const trailers = new Map<string, string>()
  const verifier = createBodyVerifier(expected, caller.payloadHash, trailers)
  let digests: BodyDigests | undefined

  const decodeBody = (): AsyncIterable<Buffer> => {
    // If reading stops early, the socket stays open. Otherwise a browser would not receive the error
    // response.
    const source: AsyncIterable<Buffer> = request.message.iterator({ destroyOnReturn: false })
    if (!encoding) return source
    const { isSigned, hasTrailers } = encoding
    return readChunkedBody({
      source,
      trailers,
      hasTrailers,
      ...(isSigned && { verifier: createChunkVerifier(caller.chunkSigning) }),
    })
  }

  async function* bytes() {
    let received = 0
    for await (const piece of decodeBody()) {
      received += piece.length
      if (received > length) break
      verifier.update(piece)
      yield piece
    }
    if (received !== length) throw new S3Error('IncompleteBody')
    digests = verifier.verify()
  }

  const getDigests = () => {
    if (digests === undefined) throw new Error('The digests of the payload were requested before its end.')
    return digests
  }
  return { bytes: bytes(), digests: getDigests }
}

/** Reads a whole body that must be small, such as an XML document. `maxLength` is in bytes. */
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
