import { createHash } from 'node:crypto'
import { S3Error } from '../http/errors.ts'
import type { Caller } from '../signature/authenticate.ts'
import { isSameSignature, sign } from '../../../node/aws-signature.ts'

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

export type ChunkSignatures = ReturnType<typeof createChunkSignatures>
