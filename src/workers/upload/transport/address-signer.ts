import type { S3Client } from '@aws-sdk/client-s3'
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner'

type Signer = Exclude<S3Client['config']['signer'], undefined>

/** They only inform, and each of them makes a browser send a preflight. */
const informing = ['amz-sdk-invocation-id', 'amz-sdk-request', 'x-amz-user-agent', 'content-type']

/**
 * Signs in the address instead of in headers: a browser sends such a request at once, where it would send a preflight
 * first (a CORS preflight, one way to the store and back for every new address). Valid for 900 s (specification §9).
 */
export const createAddressSigner = (configOf: () => S3Client['config']): Signer => {
  let presigner: S3RequestPresigner | undefined
  return async () => ({
    sign: (request, options) => {
      presigner ??= new S3RequestPresigner({ ...configOf() })
      for (const name of informing) delete request.headers[name]
      return presigner.presign(request, options)
    },
  })
}
