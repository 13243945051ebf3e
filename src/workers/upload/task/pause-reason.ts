import type { StorageFailure } from '../transport/storage-failure.ts'
import type { PauseReason } from '../../../uploads/task.ts'

/** Failures without a code of S3, by the code that the words are found under. */
const codes = {
  unreachable: 'Unreachable',
  stalled: 'RequestTimeout',
  'no-such-upload': 'NoSuchUpload',
} as const satisfies Partial<Record<StorageFailure['kind'], string>>

/** What a person is told when a task cannot go on; undefined where the pause is not a failure. */
export const pauseReason = (failure: StorageFailure): PauseReason | undefined => {
  if (failure.kind === 'aborted') return undefined
  if ('code' in failure) return { kind: 'server-refused', code: failure.code }
  if (failure.kind === 'unreachable' || failure.kind === 'stalled' || failure.kind === 'no-such-upload')
    return { kind: 'server-refused', code: codes[failure.kind] }
  return failure
}

/** What the log says of a code, in the words of specification §8 where it has some. */
const words: Record<string, string> = {
  SizeMismatch: 'File size does not match between local file and file on s3',
  TooManyParts: 'too many parts, maximum is 10000',
  UnexpectedError: 'The upload itself broke',
  HiddenETag: "The bucket's CORS rules do not expose the ETag header",
}

export const logMessage = (code: string): string => words[code] ?? 'The object store refused an upload'
