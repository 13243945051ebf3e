import type { Result } from '../../../lib/result.ts'

/** Every way a request to the object store can fail, by what its sender does next. */
export type StorageFailure =
  /** We cut it ourselves. */
  | { kind: 'aborted' }
  /** No response: no connection, or a response that CORS hides. `sentWhole`: all bytes of the body had left. */
  | { kind: 'unreachable'; sentWhole?: true }
  /** The sign-in service gives no credentials at the moment. */
  | { kind: 'provider-away' }
  /** No byte moved for a while. */
  | { kind: 'stalled' }
  /** Found out after `unreachable`: nothing responses any more. */
  | { kind: 'offline' }
  /** The store is in trouble or asks for less (5xx, 429, SlowDown); `retryAfter` in ms. */
  | { kind: 'busy'; code: string; retryAfter?: number }
  /** The store takes neither the credentials nor the signature of a request, although the session may be good. */
  | { kind: 'credentials-refused'; code: string }
  /** The store takes the time of a signature for too early or too late. */
  | { kind: 'clock-skewed'; code: string }
  /** Something else on the network answered in place of the store. */
  | { kind: 'foreign-answer' }
  /** The session is over: the sign-in service itself says so. */
  | { kind: 'sign-in-needed' }
  | { kind: 'file-needed'; because: 'restart' | 'changed' | 'permission' | 'denied' }
  /** The person has not said yet that a file which is stored under this key, or is being stored by another task, shall be sent again. */
  | { kind: 'already-stored'; key: string; uploading?: string }
  | { kind: 'no-such-upload' }
  | { kind: 'not-found'; code: string }
  | { kind: 'storage-full' }
  | { kind: 'refused'; code: string }

/** What a request to the object store comes to. */
export type StorageResult<T> = Promise<Result<T, StorageFailure>>

const passingKinds = [
  'unreachable',
  'provider-away',
  'stalled',
  'busy',
  'credentials-refused',
  'clock-skewed',
  'foreign-answer',
] as const satisfies StorageFailure['kind'][]
type Passing = Extract<StorageFailure, { kind: (typeof passingKinds)[number] }>

const passing: ReadonlySet<StorageFailure['kind']> = new Set(passingKinds)

/** Whether the same request may succeed a little later, with a signature of its own. */
export const isPassing = (failure: StorageFailure): failure is Passing => passing.has(failure.kind)
