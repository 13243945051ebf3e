import { GetObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { ok } from '../../../lib/result.ts'
import { headObject } from '../transport/head-object.ts'
import type { StorageCalls, StoredObject } from '../../../uploads/storage-contract.ts'
import type { Caller } from './create-caller.ts'
import { onObject } from './create-caller.ts'

type Told = Pick<
  HeadObjectCommandOutput,
  'ContentLength' | 'LastModified' | 'ETag' | 'StorageClass' | 'ContentType'
>

const storedObject = (key: string, told: Told): StoredObject => ({
  key,
  size: told.ContentLength ?? 0,
  lastModified: told.LastModified?.getTime() ?? 0,
  ...(told.ETag && { eTag: told.ETag }),
  ...(told.StorageClass && { storageClass: told.StorageClass }),
  ...(told.ContentType && { contentType: told.ContentType }),
})

/** What is known of an object, without its bytes. */
export const createHead =
  (caller: Caller): StorageCalls['head'] =>
  (call) =>
    onObject(caller, call, async ({ target, ask }) => {
      const answer = await ask((client, options) => headObject(client, target, options))
      return answer.ok ? ok(storedObject(call.key, answer.value)) : answer
    })

/** An object with its bytes. A browser keeps a large Blob on its disk. */
export const createGet =
  (caller: Caller): StorageCalls['get'] =>
  (call) =>
    onObject(caller, call, async ({ target, ask }) => {
      // Without it a browser may answer by itself with what the object was before it was replaced.
      const fresh = { ...target, ResponseCacheControl: 'no-store' }
      const answer = await ask(async (client, options) => {
        const { Body, ...told } = await client.send(new GetObjectCommand(fresh), options)
        const type = told.ContentType ?? ''
        const body = Body instanceof Blob ? Body : await new Response(Body?.transformToWebStream()).blob()
        return { ...storedObject(call.key, told), body: body.slice(0, body.size, type) }
      })
      return answer
    })
