import * as v from 'valibot'
import { retryAfterOf } from '../../../lib/retry-after.ts'
import type { StorageFailure } from './storage-failure.ts'

/** What the SDK's errors have in common; the name is S3's own error code. */
const sdkError = v.object({
  name: v.string(),
  message: v.optional(v.string(), ''),
  $metadata: v.optional(v.object({ httpStatusCode: v.optional(v.number()) })),
  $response: v.optional(
    v.object({
      statusCode: v.optional(v.number()),
      headers: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
})

/** Credentials that fresh ones can replace, and a signature that was made with them. */
const refusedCredentials = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'InvalidSecurity',
  'InvalidToken',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
  // Of MinIO.
  'InvalidTokenId',
])

const skewedClocks = new Set([
  'RequestTimeTooSkewed',
  // Of R2.
  'ExpiredRequest',
])

/** How S3 says under the code `AccessDenied` that the time of a signature is wrong. */
const outOfTime = /^Request (?:has expired|is not yet valid)/

/** The store asks for less, or is in trouble that passes, whatever the status. */
const passing = new Set([
  // Bytes were changed or lost on the way.
  'BadDigest',
  'IncompleteBody',
  'XAmzContentSHA256Mismatch',
  // Two stored something under one name in the same moment: the next response says whose it is.
  'ConditionalRequestConflict',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  // Of R2 and MinIO.
  'SlowDownRead',
  'SlowDownWrite',
  'TooManyRequests',
])

const full = new Set(['InsufficientStorage', 'QuotaExceeded', 'StorageFull'])

/** ms that the store asks to wait */
const waitOf = (headers: Record<string, unknown>, now: number): number | undefined => {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const seconds = retryAfterOf(new Headers(texts), now)
  return seconds && seconds * 1000
}

/**
 * The bucket is in another region, or at another address, than the settings say: for good, or until S3 has moved it. A
 * browser hides which.
 */
const elsewhere = { kind: 'busy', code: 'Redirected' } as const

const byName: Record<string, StorageFailure> = {
  AbortError: { kind: 'aborted' },
  Unreachable: { kind: 'unreachable' },
  Unanswered: { kind: 'unreachable', sentWhole: true },
  Stalled: { kind: 'stalled' },
  ForeignAnswer: { kind: 'foreign-answer' },
  NoSuchUpload: { kind: 'no-such-upload' },
  Redirected: elsewhere,
}

/** What the SDK throws where it cannot read a response; refusals have a code of S3 as their name. */
const unreadable = new Set(['Error', 'SyntaxError', 'TypeError'])

/** Sorts an error of the SDK by what its sender does next. */
export const failureOf = (error: unknown, now: number): StorageFailure => {
  const parsed = v.safeParse(sdkError, error)
  if (!parsed.success) return { kind: 'refused', code: 'Unknown' }
  const { name, message, $metadata, $response } = parsed.output
  const status = $response?.statusCode ?? $metadata?.httpStatusCode
  const known = byName[name]
  if (known) return known
  // A page of the network, or a response that was cut on the way: whether the request was done is not known.
  if (status !== undefined && status < 300 && unreadable.has(name)) return { kind: 'foreign-answer' }
  if (status !== undefined && status >= 300 && status < 400) return elsewhere
  // What the store does not know now it will not know a little later.
  if (status === 501) return { kind: 'refused', code: 'NotImplemented' }
  if (refusedCredentials.has(name)) return { kind: 'credentials-refused', code: name }
  if (skewedClocks.has(name)) return { kind: 'clock-skewed', code: name }
  if (name === 'AccessDenied' && outOfTime.test(message))
    return { kind: 'clock-skewed', code: 'RequestExpired' }
  if (full.has(name) || status === 507) return { kind: 'storage-full' }
  if (passing.has(name) || status === 429 || (status !== undefined && status >= 500)) {
    // Another one than the store, as a network that asks to sign in first, has no say in when the store is asked again.
    const wait = passing.has(name) ? waitOf($response?.headers ?? {}, now) : undefined
    return { kind: 'busy', code: name, ...(wait !== undefined && { retryAfter: wait }) }
  }
  if (status === 404 && name !== 'NoSuchBucket') return { kind: 'not-found', code: name }
  return { kind: 'refused', code: name }
}
