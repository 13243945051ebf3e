import type { StorageFailure } from '../transport/storage-failure.ts'
import type { PauseReason } from '../../../uploads/task.ts'

/** Failures that have no S3 code, with the code that selects their message. */
const codes = {
  unreachable: 'Unreachable',
  'provider-away': 'ProviderAway',
  stalled: 'RequestTimeout',
  'no-such-upload': 'NoSuchUpload',
} as const satisfies Partial<Record<StorageFailure['kind'], string>>

type WithoutCode = Extract<StorageFailure, { kind: keyof typeof codes }>
const isWithoutCode = (failure: StorageFailure): failure is WithoutCode => Object.hasOwn(codes, failure.kind)

/** Why a task pauses, as the page shows it; undefined if the pause is not a failure. */
export const pauseReason = (failure: StorageFailure): PauseReason | undefined => {
  if (failure.kind === 'aborted') return undefined
  if ('code' in failure) return { kind: 'server-refused', code: failure.code }
  if (isWithoutCode(failure)) return { kind: 'server-refused', code: codes[failure.kind] }
  return failure
}

/** The log messages by code, as in specification §8 if it defines one. */
const messages: Record<string, string> = {
  SizeMismatch: 'File size does not match between local file and file on s3',
  TooManyParts: 'too many parts, maximum is 10000',
  UnexpectedError: 'The upload itself broke',
  HiddenETag: "The bucket's CORS rules do not expose the ETag header",
  Redirected: 'The bucket is not where VITE_STORAGE_REGION and VITE_STORAGE_ENDPOINT say',
  NotImplemented: 'The object store lacks conditional writes (If-None-Match) or CRC32 checksums',
  ProviderAway: 'The sign-in service gives no credentials at the moment',
  RequestTimeTooSkewed: "The device's clock is wrong",
  RequestExpired: "The device's clock is wrong",
  Unreachable: "No response: the network, or the bucket's CORS rules",
}

export const logMessage = (code: string): string => messages[code] ?? 'The object store refused an upload'
