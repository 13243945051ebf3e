import type { Result } from '../../../lib/result.ts'

/** Every way a request to the object store can fail, by what its sender does next. */
export type StorageFailure =
  /** We cut it ourselves. */
  | { kind: 'aborted' }
  /** No response: no connection, or a response that CORS hides. */
  | { kind: 'unreachable' }
  /** The sign-in service gives no credentials at the moment. */
  | { kind: 'provider-away' }
  /** No byte moved for a while. */
  | { kind: 'stalled' }
  /** Found out after `unreachable`: nothing responses any more. */
  | { kind: 'offline' }
  /** The store is in trouble or asks for less (5xx, 429, SlowDown); `retryAfter` in ms. */
  | { kind: 'busy'; code: string; retryAfter?: number }
  | { kind: 'sign-in-needed' }
  | { kind: 'file-needed'; because: 'restart' | 'changed' | 'permission' | 'denied' }
  | { kind: 'no-such-upload' }
  | { kind: 'not-found'; code: string }
  | { kind: 'storage-full' }
  | { kind: 'refused'; code: string }

/** What a request to the object store comes to. */
export type StorageResult<T> = Promise<Result<T, StorageFailure>>

/** Whether the same request may succeed a little later. */
export const isPassing = ({ kind }: StorageFailure): boolean =>
  kind === 'unreachable' || kind === 'provider-away' || kind === 'stalled' || kind === 'busy'
