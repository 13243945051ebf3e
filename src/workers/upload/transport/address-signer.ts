import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner'
import type { RequestSigner } from '@smithy/types'
import type { S3Client } from './s3-client.ts'

/**
 * Signs in the address instead of in headers. A browser sends such a request at once; with a signature in
 * headers it would send a CORS preflight first, which costs one round trip for every new address. Valid for
 * 900 s (specification §9).
 */
export const createAddressSigner = (config: S3Client['config']): RequestSigner => {
  const presigner = new S3RequestPresigner(config)
  return {
    sign: (request, options) => {
      // The header is only informative, and makes a browser send a preflight.
      delete request.headers['content-type']
      return presigner.presign(request, options)
    },
  }
}
