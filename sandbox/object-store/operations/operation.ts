import type { Answer } from '../http/answer.ts'
import type { S3Request } from '../http/request.ts'
import type { Caller } from '../signature/authenticate.ts'
import type { Store } from '../store/store.ts'

/** A request that is known to come from its sender, about a bucket that is there, and allowed by the policy. */
export type Call = {
  request: S3Request
  caller: Caller
  store: Store
  buckets: readonly string[]
  now: () => number
}

export type Operation = (call: Call) => Answer | Promise<Answer>
