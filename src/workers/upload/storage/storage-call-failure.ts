import type { Result } from '../../../lib/result.ts'
import type { StorageCallFailure } from '../../../stored-files/storage-calls.ts'
import type { StorageFailure } from '../transport/storage-failure.ts'
import type { FailedRequest } from '../transport/to-storage-failure.ts'

type Details = Record<string, string | number>

/** A failure with the message of S3, which is only logged and stays in the worker. */
export type LoggedFailure = StorageCallFailure & { message?: string }
/** The result of a call before its failure is logged and returned. */
export type LoggedResult<T> = Promise<Result<T, LoggedFailure>>

/** The failures that this app finds itself, by their codes. The messages are from specification §5 and §8. */
const ownFailures = {
  NoCredentials: { kind: 'sign-in-needed', message: () => 'No credentials' },
  LabelMissing: {
    kind: 'invalid',
    message: ({ label }) => `No value provided for input HTTP label: ${label}.`,
  },
  LabelEmpty: {
    kind: 'invalid',
    message: ({ label }) => `Empty value provided for input HTTP label: ${label}.`,
  },
  InvalidBucketName: { kind: 'invalid', message: () => "Bucket name shouldn't contain '/'" },
  DotSegment: { kind: 'invalid', message: () => "A key with '.' or '..' between slashes has no address" },
  NotABlob: { kind: 'invalid', message: () => 'Object must be an instance of Blob' },
  BodyLengthUnknown: { kind: 'invalid', message: () => 'cannot determine length of body' },
  NoSourceKey: { kind: 'invalid', message: () => 'A copy needs a source key that is a non-empty text' },
  NoDestinationKey: { kind: 'invalid', message: () => 'A copy needs a destination key' },
  CopyCleanUpFailed: { kind: 'refused', message: () => 'Multipart copy clean up failed' },
  TimeoutError: { kind: 'timeout', message: ({ ms }) => `Request did not complete within ${ms} ms` },
} as const satisfies Record<
  string,
  { kind: StorageCallFailure['kind']; message: (details: Details) => string }
>
type OwnCode = keyof typeof ownFailures

/** Creates a failure that this app has found itself. `details` are values for its message. */
export const createFailure = (code: OwnCode, details?: Details): StorageCallFailure => ({
  kind: ownFailures[code].kind,
  code,
  ...(details && { details }),
})

const isOwnCode = (code: string): code is OwnCode => Object.hasOwn(ownFailures, code)

/** The S3 codes that a screen has to distinguish. Every other code becomes `refused`. */
const kindByCode: Record<string, StorageCallFailure['kind']> = {
  NoSuchUpload: 'not-found',
  PreconditionFailed: 'exists',
  ConditionalRequestConflict: 'exists',
  InvalidObjectState: 'archived',
  ObjectNotInActiveTierError: 'archived',
}

/** The kinds of failures without a response. */
const kindsWithoutResponse = new Set<StorageFailure['kind']>(['unreachable', 'stalled', 'offline', 'aborted'])

const getCode = (failure: StorageFailure): string => {
  if (failure.kind === 'no-such-upload') return 'NoSuchUpload'
  if (failure.kind === 'foreign-answer') return 'ForeignAnswer'
  return 'code' in failure ? failure.code : failure.kind
}

/** Converts a failed request into the failure of its call. */
export const toCallFailure = ({ failure, status, message }: FailedRequest): LoggedFailure => {
  const loggedMessage = message === undefined ? {} : { message }
  // The screen does not distinguish why there is no response.
  if (kindsWithoutResponse.has(failure.kind)) return { kind: 'offline' }
  // The sign-in service gives no credentials at the moment.
  if (failure.kind === 'provider-away') return { kind: failure.kind, ...loggedMessage }
  if (failure.kind === 'sign-in-needed') return createFailure('NoCredentials')
  const code = getCode(failure)
  const kind = failure.kind === 'not-found' ? 'not-found' : (kindByCode[code] ?? 'refused')
  return { kind, code, ...(status !== undefined && { status }), ...loggedMessage }
}

const missingObjectCodes = new Set(['NoSuchKey', 'NotFound'])

/**
 * Returns the English message for the log: from the specification if it has one, otherwise from the object
 * store.
 */
export const getLogMessage = ({ kind, code = kind, details = {}, message }: LoggedFailure): string => {
  if (isOwnCode(code)) return ownFailures[code].message(details)
  if (missingObjectCodes.has(code)) return 'Object does not exist'
  return message ?? code
}
