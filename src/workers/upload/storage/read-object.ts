import {
  GetObjectCommand,
  type _Object as ListedObject,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3'
import type { StoredFile, StoredObject } from '../../../stored-files/storage-calls.ts'
import { headObject } from '../transport/head-object.ts'
import type { Handler } from './create-caller.ts'

type Metadata = Pick<
  HeadObjectCommandOutput,
  'ContentLength' | 'LastModified' | 'ETag' | 'StorageClass' | 'ContentType'
>

/** A file as the store describes it, in a listing or in the headers of a response. */
export const storedFile = (
  key: string,
  { Size = 0, LastModified, ETag, StorageClass, Owner }: ListedObject,
): StoredFile => {
  const owner = Owner?.DisplayName ?? Owner?.ID
  return {
    key,
    size: Size,
    lastModified: LastModified?.getTime() ?? 0,
    ...(ETag && { eTag: ETag }),
    ...(StorageClass && { storageClass: StorageClass }),
    ...(owner !== undefined && { owner }),
  }
}

const storedObject = (key: string, { ContentLength, ContentType, ...metadata }: Metadata): StoredObject => ({
  ...storedFile(key, { ...metadata, Size: ContentLength }),
  ...(ContentType && { contentType: ContentType }),
})

export const getMetadata: Handler<'head'> = ({ query, at }, call) =>
  query(async (client, options) => storedObject(call.key, await headObject(client, at(call), options)))

/** An object with its bytes. A browser keeps a large Blob on its disk. */
export const getObject: Handler<'get'> = ({ query, at }, call) =>
  query(async (client, options) => {
    // Without `no-store`, a browser may respond from its cache with the object before it was replaced.
    const fresh = { ...at(call), ResponseCacheControl: 'no-store' }
    const { Body, ...metadata } = await client.send(new GetObjectCommand(fresh), options)
    const type = metadata.ContentType ?? ''
    const body = Body instanceof Blob ? Body : await new Response(Body?.transformToWebStream()).blob()
    return { ...storedObject(call.key, metadata), body: body.slice(0, body.size, type) }
  })
