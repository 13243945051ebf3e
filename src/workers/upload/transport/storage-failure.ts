import type { Result } from '../../../lib/result.ts'
import type { PauseReason } from '../../../uploads/task.ts'

/** Why a request to the object store can fail. Failures of one kind are handled alike. */
export type StorageFailure =
  /** The app aborted the request itself. */
  | { kind: 'aborted' }
  /**
   * No response: there is no connection, or CORS hides the response. `isBodySent`: all bytes of the body were
   * sent.
   */
  | { kind: 'unreachable'; isBodySent?: true }
  /** The sign-in service gives no credentials at the moment. */
  | { kind: 'provider-away' }
  /** No byte moved for a while. */
  | { kind: 'stalled' }
  /** Nothing responds at all. A check after `unreachable` or `stalled` finds this out. */
  | { kind: 'offline' }
  /**
   * The object store has a temporary problem or asks for fewer requests (5xx, 429, SlowDown). `retryAfter` is
   * in ms.
   */
  | { kind: 'busy'; code: string; retryAfter?: number }
  /**
   * The object store accepts neither the credentials nor the signature of a request, although the session may
   * be valid.
   */
  | { kind: 'credentials-refused'; code: string }
  /** The object store considers the time of a signature too early or too late. */
  | { kind: 'clock-skewed'; code: string }
  /** Something else on the network answered in place of the object store. */
  | { kind: 'foreign-answer' }
  /**
   * There are no credentials for the customer of the request, or they belong to another identity: nobody or
   * another customer is signed in, or the sign-in service itself says that the session is over.
   */
  | { kind: 'sign-in-needed' }
  /**
   * The coach has to choose the file again or to allow the app to read it. `restart`: the worker that held
   * the file has ended. `changed`: the file changed, moved or vanished. `permission`: the browser must ask
   * the coach first. `denied`: the coach has refused.
   */
  | { kind: 'file-needed'; because: 'restart' | 'changed' | 'permission' | 'denied' }
  /**
   * The file is stored under this key, or another task is storing it, and the coach has not agreed yet to
   * send it again. `uploading` is the id of that task.
   */
  | { kind: 'already-stored'; key: string; uploading?: string }
  /** The multipart upload was completed or aborted, or the object store has lost it. */
  | { kind: 'no-such-upload' }
  /** There is no object under the key. */
  | { kind: 'not-found'; code: string }
  /** The object store has no space left. */
  | { kind: 'storage-full' }
  /** Any other refusal, with the code of the object store or of this app. */
  | { kind: 'refused'; code: string }

export type StorageResult<T> = Promise<Result<T, StorageFailure>>

const retryableKinds = [
  'unreachable',
  'provider-away',
  'stalled',
  'busy',
  'credentials-refused',
  'clock-skewed',
  'foreign-answer',
] as const satisfies StorageFailure['kind'][]
type RetryableFailure = Extract<StorageFailure, { kind: (typeof retryableKinds)[number] }>

const retryableKindSet: ReadonlySet<StorageFailure['kind']> = new Set(retryableKinds)

/** Whether the same request, with a new signature, may succeed a little later. */
export const isRetryable = (failure: StorageFailure): failure is RetryableFailure =>
  retryableKindSet.has(failure.kind)

/**
 * Whether the object store may accept the same request when it is signed again: with fresh credentials, or
 * with the clock time that the refusal contained.
 */
export const isSignatureRefused = (
  failure: StorageFailure,
): failure is Extract<StorageFailure, { kind: 'credentials-refused' | 'clock-skewed' }> =>
  failure.kind === 'credentials-refused' || failure.kind === 'clock-skewed'

/** The codes of failures that have no `code` of their own. They select a message of `messageByCode`. */
const defaultCodes = {
  unreachable: 'Unreachable',
  'provider-away': 'ProviderUnavailable',
  stalled: 'RequestTimeout',
  'no-such-upload': 'NoSuchUpload',
} as const satisfies Partial<Record<StorageFailure['kind'], string>>

type FailureWithoutCode = Extract<StorageFailure, { kind: keyof typeof defaultCodes }>
const hasDefaultCode = (failure: StorageFailure): failure is FailureWithoutCode =>
  Object.hasOwn(defaultCodes, failure.kind)

/**
 * Converts a failure into the reason for a pause. Returns undefined if the app itself aborted the request.
 */
export const toPauseReason = (failure: StorageFailure): PauseReason | undefined => {
  if (failure.kind === 'aborted') return undefined
  if ('code' in failure) return { kind: 'server-refused', code: failure.code }
  if (hasDefaultCode(failure)) return { kind: 'server-refused', code: defaultCodes[failure.kind] }
  // The other kinds are also reasons for a pause, with the same fields.
  return failure
}

/** The log messages by code, as in specification §8 if it defines one. */
const messageByCode: Record<string, string> = {
  SizeMismatch: 'File size does not match between local file and file on s3',
  TooManyParts: 'too many parts, maximum is 10000',
  UnexpectedError: 'The upload itself broke',
  HiddenETag: "The bucket's CORS rules do not expose the ETag header",
  Redirected: 'The bucket is not where VITE_STORAGE_REGION and VITE_STORAGE_ENDPOINT say',
  NotImplemented: 'The object store lacks conditional writes (If-None-Match) or CRC32 checksums',
  ProviderUnavailable: 'The sign-in service gives no credentials at the moment',
  RequestTimeTooSkewed: "The device's clock is wrong",
  RequestExpired: "The device's clock is wrong",
  Unreachable: "No response: the network, or the bucket's CORS rules",
}

/** Returns the log message for a task that is paused because of a refusal with this code. */
export const getPauseMessage = (code: string): string =>
  messageByCode[code] ?? 'The object store refused an upload'
