import {
  createCanonicalRequest,
  isSameSignature,
  readSigningTime,
  formatScope,
  sign,
  deriveSigningKey,
  createStringToSign,
} from '../../../node/aws-signature.ts'
import type { CredentialIssuer } from '../../shared/temporary-credentials.ts'
import { S3Error } from '../http/errors.ts'
import type { S3Request } from '../http/request.ts'
import { type Authorization, readAuthorization } from './authorization.ts'

/** S3 accepts a time of signing up to 15 minutes before or after the time of its own clock. */
const maxSkewMs = 15 * 60_000

/** Formats a time in ms as `2024-01-31T23:59:59Z`. */
const formatSeconds = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 19)}Z`

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

/** Throws if the clocks of the client and of this server differ too much. */
const assertClockSkew = (time: string, signedAt: number, now: number) => {
  if (Math.abs(now - signedAt) <= maxSkewMs) return
  throw new S3Error('RequestTimeTooSkewed', {
    RequestTime: time,
    ServerTime: formatSeconds(now),
    MaxAllowedSkewMilliseconds: maxSkewMs,
  })
}

/** Throws if a presigned URL has expired or is not valid yet. */
const assertPresignedTime = (signedAt: number, lifetimeSeconds: number, now: number) => {
  const expiresAt = signedAt + lifetimeSeconds * 1000
  const details = {
    'X-Amz-Expires': lifetimeSeconds,
    Expires: formatSeconds(expiresAt),
    ServerTime: formatSeconds(now),
  }
  if (now > expiresAt) throw new S3Error('AccessDenied', details, 'Request has expired')
  if (signedAt > now + maxSkewMs) throw new S3Error('AccessDenied', details, 'Request is not yet valid')
}

/**
 * Throws if a request was signed too long before or after `now`, or if a presigned URL is not valid now.
 * `now` is in ms since the epoch.
 */
const assertSigningTime = (authorization: Authorization, now: number) => {
  const signedAt = readSignedAt(authorization)
  const { time, lifetimeSeconds } = authorization
  if (lifetimeSeconds === undefined) assertClockSkew(time, signedAt, now)
  else assertPresignedTime(signedAt, lifetimeSeconds, now)
}

/** The sender of a request, and what is needed to check its body. */
export type Caller = {
  identityId: string
  /** The value of `x-amz-content-sha256`: the hash of the body, or how the body is encoded. */
  payloadHashHeader: string
  /** For the signatures of a signed chunked body, a chain that begins with `signature`. */
  chunkSigning: { key: string | Buffer; time: string; scope: string; signature: string }
}

type AuthenticateDeps = { credentials: CredentialIssuer; region: string; now: () => number }

/** Throws if the signature is for another region or AWS service. */
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

/** Returns the identity that temporary keys belong to. They are valid only with their own session token. */
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
 * Throws if `host` or an `x-amz-` header is not signed. Without this rule, a man in the middle could add
 * metadata or a copy source.
 */
const assertSignedHeaders = (request: S3Request, { signedHeaders }: Authorization) => {
  const unsignedHeaders = Object.keys(request.message.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  )
  if (unsignedHeaders.length === 0) return
  const message = 'There were headers present in the request which were not signed'
  throw new S3Error('AccessDenied', { HeadersNotSigned: unsignedHeaders.join(', ') }, message)
}

/** Throws if the signature is not what this server computes for the same request. */
const assertSignature = (request: S3Request, authorization: Authorization, key: string | Buffer) => {
  const { accessKeyId, signedHeaders, payloadHashHeader, signature } = authorization
  // A signature covers only the headers that were sent. Those of a presigned URL that are in the query are
  // signed as part of the query.
  const requestAsSent = { ...request, headers: request.message.headers }
  const canonicalRequest = createCanonicalRequest(requestAsSent, signedHeaders, payloadHashHeader)
  const scopeText = formatScope(authorization.scope)
  const signedText = createStringToSign(authorization.time, scopeText, canonicalRequest)
  if (isSameSignature(sign(key, signedText), signature)) return
  throw new S3Error('SignatureDoesNotMatch', {
    AWSAccessKeyId: accessKeyId,
    StringToSign: signedText,
    SignatureProvided: signature,
    CanonicalRequest: canonicalRequest,
  })
}

/** Identifies the signer of a request (SigV4, in the header or the query). Throws the same errors as S3. */
export const authenticate = (request: S3Request, deps: AuthenticateDeps): Caller => {
  const authorization = readAuthorization(request)
  assertScope(authorization, deps.region)
  const identityId = getIdentity(authorization, deps)
  assertSigningTime(authorization, deps.now())
  assertSignedHeaders(request, authorization)
  const key = deriveSigningKey(deps.credentials.deriveSecret(authorization.accessKeyId), authorization.scope)
  assertSignature(request, authorization, key)
  const { payloadHashHeader, time, scope, signature } = authorization
  return { identityId, payloadHashHeader, chunkSigning: { key, time, scope: formatScope(scope), signature } }
}
