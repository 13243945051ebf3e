import { createHash } from 'node:crypto'
import { isSameSignature, sign } from '../../../node/aws-signature.ts'
import { S3Error } from '../http/errors.ts'
import type { Caller } from '../signature/authenticate.ts'

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

export type ChunkVerifier = ReturnType<typeof createChunkVerifier>
