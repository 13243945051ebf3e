import {
  canonicalRequest,
  isSameSignature,
  readSigningTime,
  scopeText,
  sign,
  signingKey,
  stringToSign,
} from '../../../node/aws-signature.ts'
import type { CredentialIssuer } from '../../shared/temporary-credentials.ts'
import { S3Error } from '../http/errors.ts'
import type { S3Request } from '../http/request.ts'
import { type Authorization, readAuthorization } from './authorization.ts'

/** S3 accepts a signature up to 15 minutes away from its own clock. */
const maxSkewMs = 15 * 60_000

/** Writes a time in ms as `2024-01-31T23:59:59Z`. */
const toIsoSeconds = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19)}Z`

/** Reads when the request was signed, in ms since the epoch. */
const readSignedAt = ({ time, scope }: Authorization) => {
  const signedAt = readSigningTime(time)
  if (Number.isNaN(signedAt)) {
    throw new S3Error('AccessDenied', {}, 'AWS authentication requires a valid Date or x-amz-date header')
  }
  if (!time.startsWith(scope.date)) {
    const message = `The authorization header is malformed; Invalid credential date "${scope.date}". This date is not the same as X-Amz-Date: "${time.slice(0, 8)}".`
    throw new S3Error('AuthorizationHeaderMalformed', {}, message)
  }
  return signedAt
}

const assertSkew = (time: string, signedAt: number, now: number) => {
  if (Math.abs(now - signedAt) <= maxSkewMs) return
  throw new S3Error('RequestTimeTooSkewed', {
    RequestTime: time,
    ServerTime: toIsoSeconds(now),
    MaxAllowedSkewMilliseconds: maxSkewMs,
  })
}

const assertPresignedTime = (signedAt: number, lifetimeSeconds: number, now: number) => {
  const expiresAt = signedAt + lifetimeSeconds * 1000
  const details = {
    'X-Amz-Expires': lifetimeSeconds,
    Expires: toIsoSeconds(expiresAt),
    ServerTime: toIsoSeconds(now),
  }
  if (now > expiresAt) throw new S3Error('AccessDenied', details, 'Request has expired')
  if (signedAt > now + maxSkewMs) throw new S3Error('AccessDenied', details, 'Request is not yet valid')
}

/**
 * Throws if a request was signed too long before or after `now` (ms since the epoch), or if a presigned URL
 * is not valid now.
 */
const assertSigningTime = (authorization: Authorization, now: number) => {
  const signedAt = readSignedAt(authorization)
  const { time, lifetimeSeconds } = authorization
  if (lifetimeSeconds === undefined) assertSkew(time, signedAt, now)
  else assertPresignedTime(signedAt, lifetimeSeconds, now)
}

/** The sender of a request, and what is needed to check its body. */
export type Caller = {
  identityId: string
  payloadHash: string
  /** The first link in the chain of signatures of a signed chunked body. */
  chunkSigning: { key: string | Buffer; time: string; scope: string; signature: string }
}

type AuthenticateDeps = { credentials: CredentialIssuer; region: string; now: () => number }

const assertScope = ({ scope }: Authorization, region: string) => {
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

/** Returns the identity of temporary keys. They are valid only with the session token of their issue. */
const getIdentity = (
  { accessKeyId, sessionToken }: Authorization,
  { credentials, now }: AuthenticateDeps,
) => {
  if (sessionToken === undefined) throw new S3Error('InvalidAccessKeyId', { AWSAccessKeyId: accessKeyId })
  const claims = credentials.readSessionToken(sessionToken)
  if (claims?.accessKeyId !== accessKeyId) throw new S3Error('InvalidToken')
  if (claims.expiration <= now()) throw new S3Error('ExpiredToken')
  return claims.identityId
}

/**
 * Throws if `host` or an `x-amz-` header is not signed. Otherwise a man in the middle could add metadata or a
 * copy source.
 */
const assertSignedHeaders = (request: S3Request, { signedHeaders }: Authorization) => {
  const unsignedHeaders = Object.keys(request.message.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  )
  if (unsignedHeaders.length === 0) return
  const message = 'There were headers present in the request which were not signed'
  throw new S3Error('AccessDenied', { HeadersNotSigned: unsignedHeaders.join(', ') }, message)
}

const assertSignature = (request: S3Request, authorization: Authorization, key: string | Buffer) => {
  const { accessKeyId, signedHeaders, payloadHash, signature } = authorization
  // The signature of a presigned URL covers its headers as part of the query, not as headers.
  const requestAsSent = { ...request, headers: request.message.headers }
  const canonical = canonicalRequest(requestAsSent, signedHeaders, payloadHash)
  const signedText = stringToSign(authorization.time, scopeText(authorization.scope), canonical)
  if (isSameSignature(sign(key, signedText), signature)) return
  throw new S3Error('SignatureDoesNotMatch', {
    AWSAccessKeyId: accessKeyId,
    StringToSign: signedText,
    SignatureProvided: signature,
    CanonicalRequest: canonical,
  })
}

/** Identifies the signer of a request (SigV4, in the header or the query). Throws the same errors as S3. */
export const authenticate = (request: S3Request, deps: AuthenticateDeps): Caller => {
  const authorization = readAuthorization(request)
  assertScope(authorization, deps.region)
  const identityId = getIdentity(authorization, deps)
  assertSigningTime(authorization, deps.now())
  assertSignedHeaders(request, authorization)
  const key = signingKey(deps.credentials.secretFor(authorization.accessKeyId), authorization.scope)
  assertSignature(request, authorization, key)
  const { payloadHash, time, scope, signature } = authorization
  return { identityId, payloadHash, chunkSigning: { key, time, scope: scopeText(scope), signature } }
}
