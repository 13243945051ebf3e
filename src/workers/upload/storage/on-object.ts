import type { Result } from '../../../lib/result.ts'
import { checkKey } from './check-call.ts'
import type { ObjectCall, StorageProblem } from '../../../uploads/storage-contract.ts'
import type { Caller, Calling } from './create-caller.ts'

/** A call's object, as the SDK's commands name it. */
type OnObject = Pick<Calling, 'request' | 'ask'> & { target: { Bucket: string; Key: string } }

/** Does a call on one object, if its key can be one. */
export const onObject = <T>(
  caller: Caller,
  call: ObjectCall,
  work: (object: OnObject) => Promise<Result<T, StorageProblem>>,
): Promise<Result<T, StorageProblem>> =>
  caller(call, async ({ bucket, prefixOf, request, ask }) => {
    const key = checkKey(call.key)
    if (!key.ok) return key
    return work({ request, ask, target: { Bucket: bucket, Key: prefixOf(call) + key.value } })
  })
