import type { StorageFailure } from '../transport/storage-failure.ts'
import type { StorageProblem } from '../../../uploads/storage-calls.ts'

type Details = Record<string, string | number>

/** What we refuse ourselves, with the messages of specification §5 and §8. */
const ours = {
  NoCredentials: { kind: 'sign-in-needed', says: () => 'No credentials' },
  LabelMissing: {
    kind: 'invalid',
    says: ({ label }) => `No value provided for input HTTP label: ${label}.`,
  },
  LabelEmpty: {
    kind: 'invalid',
    says: ({ label }) => `Empty value provided for input HTTP label: ${label}.`,
  },
  InvalidBucketName: { kind: 'invalid', says: () => "Bucket name shouldn't contain '/'" },
  DotSegment: { kind: 'invalid', says: () => "A key with '.' or '..' between slashes has no address" },
  NotABlob: { kind: 'invalid', says: () => 'Object must be an instance of Blob' },
  BodyLengthUnknown: { kind: 'invalid', says: () => 'cannot determine length of body' },
  NoSourceKey: { kind: 'invalid', says: () => 'A copy needs a source key that is a non-empty text' },
  NoDestinationKey: { kind: 'invalid', says: () => 'A copy needs a destination key' },
  CopyCleanUpFailed: { kind: 'refused', says: () => 'Multipart copy clean up failed' },
  TimeoutError: { kind: 'timeout', says: ({ ms }) => `Request did not complete within ${ms} ms` },
} as const satisfies Record<string, { kind: StorageProblem['kind']; says: (details: Details) => string }>
type OurCode = keyof typeof ours

/** A problem of ours. */
export const problem = (code: OurCode, details?: Details): StorageProblem => ({
  kind: ours[code].kind,
  code,
  ...(details && { details }),
})

const isOurs = (code: string): code is OurCode => Object.hasOwn(ours, code)

/** S3's codes that a screen has to distinguish; everything else is `refused`. */
const kinds: Record<string, StorageProblem['kind']> = {
  PreconditionFailed: 'exists',
  ConditionalRequestConflict: 'exists',
  InvalidObjectState: 'archived',
  ObjectNotInActiveTierError: 'archived',
}

const unheard = new Set<StorageFailure['kind']>(['unreachable', 'stalled', 'offline', 'aborted'])

/** What a failed request means to its caller. */
export const problemOf = (failure: StorageFailure, status?: number): StorageProblem => {
  if (unheard.has(failure.kind)) return { kind: 'offline' }
  if (failure.kind === 'sign-in-needed') return problem('NoCredentials')
  const withStatus = status === undefined ? {} : { status }
  if (failure.kind === 'no-such-upload') return { kind: 'not-found', code: 'NoSuchUpload', ...withStatus }
  const code = 'code' in failure ? failure.code : failure.kind
  return {
    kind: failure.kind === 'not-found' ? 'not-found' : (kinds[code] ?? 'refused'),
    code,
    ...withStatus,
  }
}

const missing = new Set(['NoSuchKey', 'NotFound'])

/** The English for the log: the specification's where it has one, else what the service said. */
export const logMessage = ({ kind, code = kind, details = {} }: StorageProblem, said?: string): string => {
  if (isOurs(code)) return ours[code].says(details)
  if (missing.has(code)) return 'Object does not exist'
  return said ?? code
}
