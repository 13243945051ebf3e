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
