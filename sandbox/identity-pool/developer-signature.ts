import {
  createCanonicalRequest,
  isSameSignature,
  readSigningTime,
  sign,
  deriveSigningKey,
  createStringToSign,
} from '../../node/aws-signature.ts'
import { sha256 } from '../../node/sha256.ts'
import { AwsError } from '../aws-json/aws-error.ts'
import type { SignedRequest } from '../aws-json/operation.ts'

/** The AWS key of a backend that signs users in itself and vouches for them (*developer identities*). */
export type DeveloperKey = { accessKeyId: string; secretAccessKey: string }

/** `now` is in ms since the epoch. */
type Options = { key: DeveloperKey; region: string; now: number }

const service = 'cognito-identity'
/** AWS services other than S3 accept a time of signing up to five minutes before or after their own time. */
const allowedSkewMs = 5 * 60_000
const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/[^/]+\/aws4_request), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/

const createInvalidSignatureError = (reason: string) => new AwsError('InvalidSignatureException', reason)

/**
 * Parses the Authorization header. Throws if it names another key, region, service or day, or if it leaves
 * out a header that must be signed.
 */
const parseAuthorization = (authorization: string, signingTime: string, { key, region }: Options) => {
  const [, accessKeyId, scopeText = '', signedHeaders = '', signature = ''] =
    authorizationPattern.exec(authorization) ?? []
  if (accessKeyId !== key.accessKeyId) {
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    )
  }
  if (scopeText !== `${signingTime.slice(0, 8)}/${region}/${service}/aws4_request`) {
    throw createInvalidSignatureError(
      'Credential should be scoped to a valid region and the correct service.',
    )
  }
  const signedHeaderNames = signedHeaders.split(';')
  if (!signedHeaderNames.includes('host') || !signedHeaderNames.includes('x-amz-date')) {
    throw createInvalidSignatureError("'host' and 'x-amz-date' must be signed.")
  }
  return { scopeText, signedHeaderNames, signature }
}

/** Throws if a request was signed too long before or after `now`. */
const assertClockSkew = (signingTime: string, now: number) => {
  const skewMs = Math.abs(now - readSigningTime(signingTime))
  // NaN if the time is malformed.
  if (Number.isNaN(skewMs) || skewMs > allowedSkewMs)
    throw createInvalidSignatureError(`Signature expired: ${signingTime}`)
}

/**
 * Throws unless a `POST /` has a valid Signature Version 4. Checks the key, scope, date, body and signed
 * headers, so that a request can neither be altered nor be replayed later.
 */
export const assertDeveloperSignature = (request: SignedRequest, options: Options) => {
  const { authorization, ['x-amz-date']: signingTime } = request.headers
  if (!authorization || typeof signingTime !== 'string') {
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  }
  const { scopeText, signedHeaderNames, signature } = parseAuthorization(authorization, signingTime, options)
  assertClockSkew(signingTime, options.now)

  const canonicalRequest = createCanonicalRequest(
    { method: 'POST', path: '/', query: [], headers: request.headers },
    signedHeaderNames,
    sha256(request.body),
  )
  const { key, region } = options
  const scope = { date: signingTime.slice(0, 8), region, service }
  const expectedSignature = sign(
    deriveSigningKey(key.secretAccessKey, scope),
    createStringToSign(signingTime, scopeText, canonicalRequest),
  )
  if (!isSameSignature(expectedSignature, signature)) {
    throw createInvalidSignatureError(
      'The request signature we calculated does not match the signature you provided.',
    )
  }
}
