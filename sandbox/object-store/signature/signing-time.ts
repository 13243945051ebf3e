import { readSigningTime } from '../../../node/aws-signature.ts'
import { S3Error } from '../http/errors.ts'
import type { Authorization } from './authorization.ts'

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
export const checkSigningTime = (authorization: Authorization, now: number) => {
  const signedAt = readTime(authorization)
  if (authorization.expiresIn === undefined) return checkSkew(authorization.time, signedAt, now)
  return checkExpiry(signedAt, authorization.expiresIn, now)
}
