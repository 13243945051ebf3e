import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { fail, ok } from '../../../lib/result.ts'
import type { StorageCalls } from '../../../uploads/storage-calls.ts'
import type { Caller } from './create-caller.ts'
import { onObject } from './create-caller.ts'

/** Deletes an object; deleting what is not there succeeds as well. Only 204 is a success (specification §7). */
export const createRemove =
  (caller: Caller): StorageCalls['remove'] =>
  (call) =>
    onObject(caller, call, async ({ target, request }) => {
      const result = await request((client, options) => client.send(new DeleteObjectCommand(target), options))
      if (!result.ok) return result
      const { httpStatusCode: status = 0 } = result.value.$metadata
      return status === 204 ? ok(undefined) : fail({ kind: 'refused', code: 'NotDeleted', status })
    })
