import { PutObjectCommand } from '@aws-sdk/client-s3'
import { fail, ok } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import type { HandlerOptions } from '../transport/xhr-handler.ts'
import { bodyOf, type Body } from './body-of.ts'
import { usableCallbacks } from './callbacks.ts'
import type { Callbacks, PutCall, StorageCalls, Stored } from '../../../uploads/storage-contract.ts'
import type { Caller } from './create-caller.ts'
import { onObject } from './on-object.ts'

/** Of what has no type of its own (specification §9, "in the storage helper") */
const defaultType = 'application/octet-stream'

type Deps = {
  caller: Caller
  log: Log
  /** CRC32 in base64 */
  checksum: (body: Blob, signal: AbortSignal) => Promise<string>
}

const send = (deps: Deps, call: PutCall, { blob, type }: Body, { onProgress }: Callbacks<Stored>) =>
  onObject<Stored>(deps.caller, call, async ({ target, request }) => {
    const answer = await request(async (client, given) => {
      const signal = given.abortSignal ?? new AbortController().signal
      const input = {
        ...target,
        Body: blob,
        ContentType: call.contentType ?? (type || defaultType),
        ChecksumCRC32: await deps.checksum(blob, signal),
        ...(call.ifNew && { IfNoneMatch: '*' }),
      }
      const options: HandlerOptions = {
        ...given,
        onProgress: (loaded) => onProgress?.({ loaded: Math.min(loaded, blob.size), total: blob.size }),
      }
      return client.send(new PutObjectCommand(input), options)
    })
    if (!answer.ok) return answer
    return ok({ key: call.key, ...(answer.value.ETag && { eTag: answer.value.ETag }) })
  })

/** Stores one object in one request, with a CRC32 that the store checks. Large files go by the upload engine. */
export const createPut =
  (deps: Deps): StorageCalls['put'] =>
  async (call, given) => {
    const callbacks = usableCallbacks(given, deps.log)
    const body = bodyOf(call.body)
    const answer = body.ok
      ? await send(deps, call, body.value, callbacks)
      : await deps.caller<Stored>(call, async () => fail(body.error))
    if (answer.ok) callbacks.onComplete?.(answer.value)
    else callbacks.onError?.(answer.error)
    return answer
  }
