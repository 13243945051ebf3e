import { GetObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { ok } from '../../../lib/result.ts'
import { headObject } from '../transport/head-object.ts'
import type { StorageCalls, StoredObject } from '../../../uploads/storage-calls.ts'
import type { Caller } from './create-caller.ts'
import { onObject } from './create-caller.ts'

type Metadata = Pick<
  HeadObjectCommandOutput,
  'ContentLength' | 'LastModified' | 'ETag' | 'StorageClass' | 'ContentType'
>

const storedObject = (key: string, metadata: Metadata): StoredObject => ({
  key,
  size: metadata.ContentLength ?? 0,
  lastModified: metadata.LastModified?.getTime() ?? 0,
  ...(metadata.ETag && { eTag: metadata.ETag }),
  ...(metadata.StorageClass && { storageClass: metadata.StorageClass }),
  ...(metadata.ContentType && { contentType: metadata.ContentType }),
})

/** What is known of an object, without its bytes. */
export const createHead =
  (caller: Caller): StorageCalls['head'] =>
  (call) =>
    onObject(caller, call, async ({ target, query }) => {
      const result = await query((client, options) => headObject(client, target, options))
      return result.ok ? ok(storedObject(call.key, result.value)) : result
    })

/** An object with its bytes. A browser keeps a large Blob on its disk. */
export const createGet =
  (caller: Caller): StorageCalls['get'] =>
  (call) =>
    onObject(caller, call, async ({ target, query }) => {
      // Without it a browser may respond by itself with what the object was before it was replaced.
      const fresh = { ...target, ResponseCacheControl: 'no-store' }
      const result = await query(async (client, options) => {
        const { Body, ...metadata } = await client.send(new GetObjectCommand(fresh), options)
        const type = metadata.ContentType ?? ''
        const body = Body instanceof Blob ? Body : await new Response(Body?.transformToWebStream()).blob()
        return { ...storedObject(call.key, metadata), body: body.slice(0, body.size, type) }
      })
      return result
    })
