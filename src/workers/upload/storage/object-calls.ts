import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type _Object as ListedObject,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { StorageCallFailure, StoredFile, StoredObject } from '../../../stored-files/storage-calls.ts'
import { headObject } from '../transport/create-sender.ts'
import { thumbnailName } from '../transport/create-transport.ts'
import type { S3Client } from '../transport/s3-client.ts'
import type { HandlerOptions } from '../transport/xhr-handler.ts'
import type { Handler } from './create-caller.ts'
import { createFailure } from './storage-call-failure.ts'

type Metadata = Pick<
  HeadObjectCommandOutput,
  'ContentLength' | 'LastModified' | 'ETag' | 'StorageClass' | 'ContentType' | 'Metadata'
>

/** Converts the description of a file in a listing, or in the headers of a response. */
export const toStoredFile = (
  key: string,
  { Size: size = 0, LastModified: lastModified, ETag: eTag, StorageClass: storageClass, Owner }: ListedObject,
): StoredFile => {
  const owner = Owner?.DisplayName ?? Owner?.ID
  return {
    key,
    size,
    lastModified: lastModified?.getTime() ?? 0,
    ...(eTag && { eTag }),
    ...(storageClass && { storageClass }),
    ...(owner !== undefined && { owner }),
  }
}

const toStoredObject = (
  key: string,
  { ContentLength: size, ContentType: contentType, Metadata: customMetadata = {}, ...metadata }: Metadata,
): StoredObject => ({
  ...toStoredFile(key, { ...metadata, Size: size }),
  ...(contentType && { contentType }),
  ...(customMetadata[thumbnailName] && { thumbnail: customMetadata[thumbnailName] }),
})

/** Requests the metadata of an object. */
export const getMetadata: Handler<'head'> = ({ query, toObjectParams }, call) =>
  query(async (client, options) =>
    toStoredObject(call.key, await headObject(client, toObjectParams(call), options)),
  )

/**
 * Downloads an object. Its bytes are a Blob, because a browser does not have to keep a large Blob in memory.
 */
export const getObject: Handler<'get'> = ({ query, toObjectParams }, call) =>
  query(async (client, options) => {
    // Without `no-store`, a browser may return an outdated object from its cache.
    const command = new GetObjectCommand({ ...toObjectParams(call), ResponseCacheControl: 'no-store' })
    const { Body: content, ...metadata } = await client.send(command, options)
    const type = metadata.ContentType ?? ''
    const body =
      content instanceof Blob ? content : await new Response(content?.transformToWebStream()).blob()
    // `slice` returns the same bytes as a Blob of this type.
    return { ...toStoredObject(call.key, metadata), body: body.slice(0, body.size, type) }
  })

/** How long a presigned URL is valid by default (specification §9). */
const presignedLifetimeSeconds = 900

/**
 * Returns the `Content-Disposition` header that makes a browser save a file under its name. It contains both
 * parameters of RFC 6266, `filename` and `filename*`, so that every browser understands it.
 */
const createAttachmentHeader = (name: string): string => {
  // Replaces what the quoted parameter `filename` cannot contain, or what browsers read in different ways.
  const asciiName = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  // `encodeURIComponent` leaves these characters, but `filename*` may not contain them (RFC 8187).
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}

const getFileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/**
 * Creates the calls that return signed URLs, which work without further credentials while they are valid. No
 * request is sent, so the object may not exist.
 */
export const createPresignedHandlers = (
  now: () => number,
): { presignedGet: Handler<'presignedGet'>; presignedRemove: Handler<'presignedRemove'> } => {
  /** A signature contains the time of the object store's clock, which the SDK takes from its responses. */
  const getSigningOptions = (client: S3Client, expiresIn = presignedLifetimeSeconds) => ({
    expiresIn,
    signingDate: new Date(now() + client.config.systemClockOffset),
  })
  return {
    presignedGet: (context, call) =>
      context.request((client) => {
        const { key, expires, download = false, contentType } = call
        const command = new GetObjectCommand({
          ...context.toObjectParams(call),
          ...(download && { ResponseContentDisposition: createAttachmentHeader(getFileName(key)) }),
          ...(contentType !== undefined && { ResponseContentType: contentType }),
        })
        return getSignedUrl(client, command, getSigningOptions(client, expires))
      }),
    presignedRemove: (context, call) =>
      context.request((client) =>
        getSignedUrl(
          client,
          new DeleteObjectCommand(context.toObjectParams(call)),
          getSigningOptions(client),
        ),
      ),
  }
}

/** A body and its own content type, or `''` if it has none. */
type Body = { blob: Blob; type: string }

const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value)

/** Whether a value is a plain object or an array, which JSON can represent. */
const isPlainValue = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

/** Converts a plain object or an array to JSON. */
const serialise = (value: object): Result<Body, StorageCallFailure> => {
  try {
    return ok({ blob: new Blob([JSON.stringify(value)]), type: 'application/json' })
  } catch {
    // The value has a circular structure, or contains a value that JSON cannot represent.
    return fail(createFailure('BodyLengthUnknown'))
  }
}

/** Converts a value into a Blob to store. A plain object becomes JSON (specification §5). */
const toBody = (value: unknown): Result<Body, StorageCallFailure> => {
  if (value instanceof Blob) return ok({ blob: value, type: value.type })
  if (typeof value === 'string') return ok({ blob: new Blob([value]), type: 'text/plain' })
  if (isBytes(value)) return ok({ blob: new Blob([value]), type: '' })
  if (typeof value !== 'object' || value === null) return fail(createFailure('NotABlob'))
  return isPlainValue(value) ? serialise(value) : fail(createFailure('BodyLengthUnknown'))
}

/** The type of a body without its own type (specification §9, "in the storage helper"). */
const defaultContentType = 'application/octet-stream'

/** Creates the handler that stores an object, with a CRC32 that the object store checks. */
export const createPutHandler =
  (computeChecksum: (body: Blob, signal: AbortSignal) => Promise<string>): Handler<'put'> =>
  async ({ request, toObjectParams }, call, { onProgress }) => {
    const bodyResult = toBody(call.body)
    if (!bodyResult.ok) return bodyResult
    const { blob, type } = bodyResult.value
    return request(async (client, options) => {
      const command = new PutObjectCommand({
        ...toObjectParams(call),
        Body: blob,
        ContentType: call.contentType ?? (type || defaultContentType),
        ChecksumCRC32: await computeChecksum(blob, options.abortSignal),
        ...(call.failIfExists && { IfNoneMatch: '*' }),
      })
      const sendOptions: HandlerOptions = {
        ...options,
        onProgress: (loaded) => onProgress?.({ loaded: Math.min(loaded, blob.size), total: blob.size }),
      }
      const { ETag: eTag } = await client.send(command, sendOptions)
      return { key: call.key, ...(eTag && { eTag }) }
    })
  }

/** Deletes an object. Only status 204 is a success (specification §7). */
export const removeObject: Handler<'remove'> = async ({ request, toObjectParams }, call) => {
  const result = await request((client, options) =>
    client.send(new DeleteObjectCommand(toObjectParams(call)), options),
  )
  if (!result.ok) return result
  const { httpStatusCode: status = 0 } = result.value.$metadata
  return status === 204 ? ok(undefined) : fail({ kind: 'refused', code: 'NotDeleted', status })
}
