import {
  GetObjectCommand,
  type _Object as ListedObject,
  type HeadObjectCommandOutput,
  DeleteObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { StoredFile, StoredObject, StorageProblem } from '../../../stored-files/storage-calls.ts'
import { headObject } from '../transport/head-object.ts'
import type { Handler } from './create-caller.ts'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Client } from '../transport/s3-client.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { HandlerOptions } from '../transport/xhr-handler.ts'
import { problem } from './storage-problem.ts'

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

/** Seconds; specification §9. */
const presignedFor = 900

/** RFC 6266: gives the name in both of its forms, so that every browser understands it. */
const attachment = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/**
 * Addresses that need no other credentials while they are valid. No request is sent, so the object may not
 * exist.
 */
export const createPresigned = (
  now: () => number,
): { presignedGet: Handler<'presignedGet'>; presignedRemove: Handler<'presignedRemove'> } => {
  /** Signs by the clock of the store, as far as the client knows it. */
  const at = (client: S3Client, expiresIn = presignedFor) => ({
    expiresIn,
    signingDate: new Date(now() + client.config.systemClockOffset),
  })
  return {
    presignedGet: (calling, call) =>
      calling.request((client) => {
        const { key, expires, download = false, contentType } = call
        const command = new GetObjectCommand({
          ...calling.at(call),
          ...(download && { ResponseContentDisposition: attachment(nameOf(key)) }),
          ...(contentType !== undefined && { ResponseContentType: contentType }),
        })
        return getSignedUrl(client, command, at(client, expires))
      }),
    presignedRemove: (calling, call) =>
      calling.request((client) =>
        getSignedUrl(client, new DeleteObjectCommand(calling.at(call)), at(client)),
      ),
  }
}

/** A body, and its own type if it has one. */
type Body = { blob: Blob; type: string }

const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value)

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

const serialised = (value: object): Result<Body, StorageProblem> => {
  try {
    return ok({ blob: new Blob([JSON.stringify(value)]), type: 'application/json' })
  } catch {
    // A circular structure, or a value that JSON cannot represent.
    return fail(problem('BodyLengthUnknown'))
  }
}

/** Converts a value into a Blob to store: a plain object becomes JSON (specification §5). */
const bodyOf = (value: unknown): Result<Body, StorageProblem> => {
  if (value instanceof Blob) return ok({ blob: value, type: value.type })
  if (typeof value === 'string') return ok({ blob: new Blob([value]), type: 'text/plain' })
  if (isBytes(value)) return ok({ blob: new Blob([value]), type: '' })
  if (typeof value !== 'object' || value === null) return fail(problem('NotABlob'))
  return isPlain(value) ? serialised(value) : fail(problem('BodyLengthUnknown'))
}

/** The type of a body that has no type of its own (specification §9, "in the storage helper"). */
const defaultType = 'application/octet-stream'

/** Stores an object with a CRC32 that the store checks. */
export const putObject =
  (checksum: (body: Blob, signal: AbortSignal) => Promise<string>): Handler<'put'> =>
  async ({ request, at }, call, { onProgress }) => {
    const body = bodyOf(call.body)
    if (!body.ok) return body
    const { blob, type } = body.value
    return request(async (client, options) => {
      const command = new PutObjectCommand({
        ...at(call),
        Body: blob,
        ContentType: call.contentType ?? (type || defaultType),
        ChecksumCRC32: await checksum(blob, options.abortSignal),
        ...(call.ifNew && { IfNoneMatch: '*' }),
      })
      const sending: HandlerOptions = {
        ...options,
        onProgress: (loaded) => onProgress?.({ loaded: Math.min(loaded, blob.size), total: blob.size }),
      }
      const { ETag } = await client.send(command, sending)
      return { key: call.key, ...(ETag && { eTag: ETag }) }
    })
  }

/** Deletes an object. Only status 204 is a success (specification §7). */
export const removeObject: Handler<'remove'> = async ({ request, at }, call) => {
  const result = await request((client, options) => client.send(new DeleteObjectCommand(at(call)), options))
  if (!result.ok) return result
  const { httpStatusCode: status = 0 } = result.value.$metadata
  return status === 204 ? ok(undefined) : fail({ kind: 'refused', code: 'NotDeleted', status })
}
