import type { CredentialIssuer } from '../../shared/temporary-credentials.ts'
import { S3Error } from '../http/errors.ts'
import type { S3Request } from '../http/request.ts'
import { type Authorization, readAuthorization } from './authorization.ts'
import {
  canonicalRequest,
  isSameSignature,
  scopeText,
  sign,
  signingKey,
  stringToSign,
  readSigningTime,
} from '../../../node/aws-signature.ts'

/** S3 accepts a signature up to 15 minutes away from its own clock. */
const maxSkewMs = 15 * 60_000

/** `2024-01-31T23:59:59Z` */
const isoSeconds = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

const readTime = ({ time, scope }: Authorization) => {
  const at = readSigningTime(time)
  if (Number.isNaN(at)) {
    throw new S3Error('AccessDenied', {}, 'AWS authentication requires a valid Date or x-amz-date header')
  }
  if (!time.startsWith(scope.date)) {
    const message = `The authorization header is malformed; Invalid credential date "${scope.date}". This date is not the same as X-Amz-Date: "${time.slice(0, 8)}".`
    throw new S3Error('AuthorizationHeaderMalformed', {}, message)
  }
  return at
}

const checkSkew = (time: string, signedAt: number, now: number) => {
  if (Math.abs(now - signedAt) <= maxSkewMs) return
  throw new S3Error('RequestTimeTooSkewed', {
    RequestTime: time,
    ServerTime: isoSeconds(now),
    MaxAllowedSkewMilliseconds: maxSkewMs,
  })
}

const checkExpiry = (signedAt: number, expiresIn: number, now: number) => {
  const expires = signedAt + expiresIn * 1000
  const details = { 'X-Amz-Expires': expiresIn, Expires: isoSeconds(expires), ServerTime: isoSeconds(now) }
  if (now > expires) throw new S3Error('AccessDenied', details, 'Request has expired')
  if (signedAt > now + maxSkewMs) throw new S3Error('AccessDenied', details, 'Request is not yet valid')
}

/** Refuses a signature too far from now (ms since epoch), and a presigned URL outside its validity. */
const checkSigningTime = (authorization: Authorization, now: number) => {
  const signedAt = readTime(authorization)
  if (authorization.expiresIn === undefined) return checkSkew(authorization.time, signedAt, now)
  return checkExpiry(signedAt, authorization.expiresIn, now)
}

/** The sender of a request, and the data for checking its body. */
export type Caller = {
  identityId: string
  payloadHash: string
  /** The first link in the chain of signatures of a signed chunked body */
  chunkSigning: { key: string | Buffer; time: string; scope: string; signature: string }
}

type AuthenticateDeps = { credentials: CredentialIssuer; region: string; now: () => number }

const checkScope = ({ scope }: Authorization, region: string) => {
  const prefix = 'The authorization header is malformed; '
  if (scope.region !== region) {
    const message = `${prefix}the region '${scope.region}' is wrong; expecting '${region}'`
    throw new S3Error('AuthorizationHeaderMalformed', { Region: region }, message)
  }
  if (scope.service !== 's3') {
    const message = `${prefix}incorrect service "${scope.service}". This endpoint belongs to "s3".`
    throw new S3Error('AuthorizationHeaderMalformed', {}, message)
  }
}

/** Temporary keys are valid only with the session token that they were issued with. */
const identify = ({ accessKeyId, sessionToken }: Authorization, { credentials, now }: AuthenticateDeps) => {
  if (sessionToken === undefined) throw new S3Error('InvalidAccessKeyId', { AWSAccessKeyId: accessKeyId })
  const claims = credentials.read(sessionToken)
  if (claims?.accessKeyId !== accessKeyId) throw new S3Error('InvalidToken')
  if (claims.expiration <= now()) throw new S3Error('ExpiredToken')
  return claims.identityId
}

/** If these headers were unsigned, a party in the middle could add metadata or a copy source. */
const checkSignedHeaders = (request: S3Request, { signedHeaders }: Authorization) => {
  const unsigned = Object.keys(request.message.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  )
  if (unsigned.length === 0) return
  const message = 'There were headers present in the request which were not signed'
  throw new S3Error('AccessDenied', { HeadersNotSigned: unsigned.join(', ') }, message)
}

const checkSignature = (request: S3Request, authorization: Authorization, key: string | Buffer) => {
  const { accessKeyId, signedHeaders, payloadHash, signature } = authorization
  const sent = { ...request, headers: request.message.headers }
  const canonical = canonicalRequest(sent, signedHeaders, payloadHash)
  const toSign = stringToSign(authorization.time, scopeText(authorization.scope), canonical)
  if (isSameSignature(sign(key, toSign), signature)) return
  throw new S3Error('SignatureDoesNotMatch', {
    AWSAccessKeyId: accessKeyId,
    StringToSign: toSign,
    SignatureProvided: signature,
    CanonicalRequest: canonical,
  })
}

/** Identifies the signer of a request (SigV4, by header or by query), or refuses it as S3 would. */
export const authenticate = (request: S3Request, deps: AuthenticateDeps): Caller => {
  const authorization = readAuthorization(request)
  checkScope(authorization, deps.region)
  const identityId = identify(authorization, deps)
  checkSigningTime(authorization, deps.now())
  checkSignedHeaders(request, authorization)
  const key = signingKey(deps.credentials.secretFor(authorization.accessKeyId), authorization.scope)
  checkSignature(request, authorization, key)
  const { payloadHash, time, scope, signature } = authorization
  return { identityId, payloadHash, chunkSigning: { key, time, scope: scopeText(scope), signature } }
}
