import { GetObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import type { StoredObject } from '../../../uploads/storage-calls.ts'
import { headObject } from '../transport/head-object.ts'
import type { Handler } from './create-caller.ts'
import { storedFile } from './stored-file.ts'

type Metadata = Pick<
  HeadObjectCommandOutput,
  'ContentLength' | 'LastModified' | 'ETag' | 'StorageClass' | 'ContentType'
>

const storedObject = (key: string, { ContentLength, ContentType, ...metadata }: Metadata): StoredObject => ({
  ...storedFile(key, { ...metadata, Size: ContentLength }),
  ...(ContentType && { contentType: ContentType }),
})

export const getMetadata: Handler<'head'> = ({ query, at }, call) =>
  query(async (client, options) => storedObject(call.key, await headObject(client, at(call), options)))

/** An object with its bytes. A browser keeps a large Blob on its disk. */
export const getObject: Handler<'get'> = ({ query, at }, call) =>
  query(async (client, options) => {
    // Without it a browser may respond by itself with what the object was before it was replaced.
    const fresh = { ...at(call), ResponseCacheControl: 'no-store' }
    const { Body, ...metadata } = await client.send(new GetObjectCommand(fresh), options)
    const type = metadata.ContentType ?? ''
    const body = Body instanceof Blob ? Body : await new Response(Body?.transformToWebStream()).blob()
    return { ...storedObject(call.key, metadata), body: body.slice(0, body.size, type) }
  })
