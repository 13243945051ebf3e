import * as v from 'valibot'
import { parseRetryAfter } from '../../../lib/http/retry-after.ts'
import { parseOrUndefined } from '../../../lib/parse-or-undefined.ts'
import type { StorageFailure } from './storage-failure.ts'

/** The fields that the SDK's errors share. `name` is the error code of S3. */
const sdkErrorSchema = v.object({
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

/** A request that failed: the kind of the failure, and what the response contained, if there was one. */
export type FailedRequest = {
  failure: StorageFailure
  /** The HTTP status. */
  status?: number
  /** The message of S3, in English. */
  message?: string
}

/** Error codes after which the request may succeed with fresh credentials and a new signature. */
const credentialCodes = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'InvalidSecurity',
  'InvalidToken',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
  // From MinIO.
  'InvalidTokenId',
])

/** Error codes for a signature whose time is wrong. */
const clockCodes = new Set([
  'RequestTimeTooSkewed',
  // From R2.
  'ExpiredRequest',
])

/** S3's messages under the code `AccessDenied` when the time of a signature is wrong. */
const wrongTimeMessage = /^Request (?:has expired|is not yet valid)/

/**
 * Error codes of an object store that asks for fewer requests or has a temporary problem, whatever the
 * status.
 */
const busyCodes = new Set([
  // For bytes that were changed or lost on the way.
  'BadDigest',
  'IncompleteBody',
  'XAmzContentSHA256Mismatch',
  // Two clients stored an object under one key at the same moment. The response to the next attempt shows
  // which client succeeded.
  'ConditionalRequestConflict',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  // From R2 and MinIO.
  'SlowDownRead',
  'SlowDownWrite',
  'TooManyRequests',
])

/** Error codes of an object store without free space. */
const fullCodes = new Set(['InsufficientStorage', 'QuotaExceeded', 'StorageFull'])

/** Returns how many ms the object store asks to wait. */
const getRetryAfterMs = (headers: Record<string, unknown>, now: number): number | undefined => {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const seconds = parseRetryAfter(new Headers(entries), now)
  return seconds === undefined ? undefined : seconds * 1000
}

/**
 * The bucket is in another region, or at another endpoint, than the settings say: permanently, or until S3
 * has moved it. A browser hides which of the two is true, so the request is repeated.
 */
const redirectedFailure = { kind: 'busy', code: 'Redirected' } as const

/** The failures by the names of the errors that this app creates, or that need no further check. */
const failureByName: Record<string, StorageFailure> = {
  AbortError: { kind: 'aborted' },
  Unreachable: { kind: 'unreachable' },
  Unanswered: { kind: 'unreachable', isBodySent: true },
  Stalled: { kind: 'stalled' },
  ForeignAnswer: { kind: 'foreign-answer' },
  NoSuchUpload: { kind: 'no-such-upload' },
  Redirected: redirectedFailure,
}

/**
 * The names of the errors that the SDK throws if it cannot read a response. Refusals have an S3 code as their
 * name.
 */
const unreadableNames = new Set(['Error', 'SyntaxError', 'TypeError'])

/**
 * Converts an error of the SDK into a failure. `now` is the time in ms since the epoch, to compute a wait
 * from a date in `Retry-After`.
 */
export const toStorageFailure = (error: unknown, now: number): StorageFailure => {
  const sdkError = parseOrUndefined(sdkErrorSchema, error)
  if (!sdkError) return { kind: 'refused', code: 'Unknown' }
  const { name, message, $metadata, $response } = sdkError
  const status = $response?.statusCode ?? $metadata?.httpStatusCode
  const knownFailure = failureByName[name]
  if (knownFailure) return knownFailure
  // The response is a page of something else on the network, or was cut off. It is unknown whether the object
  // store has performed the request.
  const isUnreadable = status !== undefined && status < 300 && unreadableNames.has(name)
  if (isUnreadable) return { kind: 'foreign-answer' }
  if (status !== undefined && status >= 300 && status < 400) return redirectedFailure
  // Waiting does not help, because the object store does not support the request.
  if (status === 501) return { kind: 'refused', code: 'NotImplemented' }
  if (credentialCodes.has(name)) return { kind: 'credentials-refused', code: name }
  if (clockCodes.has(name)) return { kind: 'clock-skewed', code: name }
  if (name === 'AccessDenied' && wrongTimeMessage.test(message))
    return { kind: 'clock-skewed', code: 'RequestExpired' }
  if (fullCodes.has(name) || status === 507) return { kind: 'storage-full' }
  const isBusy = busyCodes.has(name) || status === 429 || (status !== undefined && status >= 500)
  if (isBusy) {
    // `Retry-After` is read only if the code shows that the object store itself answered. A header from
    // something else, such as a network that asks the coach to sign in, is ignored.
    const retryAfter = busyCodes.has(name) ? getRetryAfterMs($response?.headers ?? {}, now) : undefined
    return { kind: 'busy', code: name, ...(retryAfter !== undefined && { retryAfter }) }
  }
  if (status === 404 && name !== 'NoSuchBucket') return { kind: 'not-found', code: name }
  return { kind: 'refused', code: name }
}

const responseErrorSchema = v.object({
  $metadata: v.optional(v.object({ httpStatusCode: v.optional(v.number()) })),
  // The status before the SDK changed it. `s3-client.ts` adds this field.
  $response: v.optional(v.object({ receivedStatus: v.optional(v.number()) })),
})

/** The status that is reported for an error inside a response with status 200 (specification §8). */
const hiddenErrorStatus = 400

/** Returns the HTTP status of the response to a failed request, or undefined if there was no response. */
const findStatus = (error: unknown): number | undefined => {
  const { $response, $metadata } = parseOrUndefined(responseErrorSchema, error) ?? {}
  const status = $response?.receivedStatus
  return status !== undefined && status < 300 ? hiddenErrorStatus : (status ?? $metadata?.httpStatusCode)
}

/**
 * Returns the status and the message that a failed request received, for a caller that shows or logs them.
 */
export const getResponseDetails = (error: unknown): Omit<FailedRequest, 'failure'> => {
  const status = findStatus(error)
  return {
    ...(status !== undefined && { status }),
    ...(error instanceof Error && { message: error.message }),
  }
}
