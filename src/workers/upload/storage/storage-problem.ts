import type { Result } from '../../../lib/result.ts'
import type { StorageProblem } from '../../../stored-files/storage-calls.ts'
import type { StorageFailure } from '../transport/storage-failure.ts'
import type { FailedRequest } from '../transport/to-storage-failure.ts'

type Details = Record<string, string | number>

/** A problem inside the worker. `message` is the message of S3. It is only logged. */
export type LoggedProblem = StorageProblem & { message?: string }
/** The result of a call before its problem is logged and returned. */
export type LoggedResult<T> = Promise<Result<T, LoggedProblem>>

/** The codes of problems that this app finds itself, with the messages of specification §5 and §8. */
const ownCodes = {
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
} as const satisfies Record<string, { kind: StorageProblem['kind']; message: (details: Details) => string }>
type OwnCode = keyof typeof ownCodes

/** Creates a problem that this app has found itself. `details` are values for its message. */
export const createProblem = (code: OwnCode, details?: Details): StorageProblem => ({
  kind: ownCodes[code].kind,
  code,
  ...(details && { details }),
})

const isOwnCode = (code: string): code is OwnCode => Object.hasOwn(ownCodes, code)

/** S3 codes that a screen has to distinguish; every other code becomes `refused`. */
const kindByCode: Record<string, StorageProblem['kind']> = {
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

/** Converts a failed request into the problem that the caller receives. */
export const toProblem = ({ failure, status, message }: FailedRequest): LoggedProblem => {
  const loggedMessage = message === undefined ? {} : { message }
  // The screen does not distinguish why there is no response.
  if (kindsWithoutResponse.has(failure.kind)) return { kind: 'offline' }
  // The sign-in service gives no credentials at the moment.
  if (failure.kind === 'provider-away') return { kind: failure.kind, ...loggedMessage }
  if (failure.kind === 'sign-in-needed') return createProblem('NoCredentials')
  const code = getCode(failure)
  const kind = failure.kind === 'not-found' ? 'not-found' : (kindByCode[code] ?? 'refused')
  return { kind, code, ...(status !== undefined && { status }), ...loggedMessage }
}

const missingObjectCodes = new Set(['NoSuchKey', 'NotFound'])

/**
 * Returns the English message for the log: from the specification if it has one, otherwise from the object
 * store.
 */
export const getLogMessage = ({ kind, code = kind, details = {}, message }: LoggedProblem): string => {
  if (isOwnCode(code)) return ownCodes[code].message(details)
  if (missingObjectCodes.has(code)) return 'Object does not exist'
  return message ?? code
}
