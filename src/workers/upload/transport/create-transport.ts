import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type Part as ListedPart,
} from '@aws-sdk/client-s3'
import { fail, ok } from '../../../lib/result.ts'
import type { NewObject, ObjectTransport, SendOptions, StoredPart } from './object-transport.ts'
import type { Sender } from './create-sender.ts'
import { headObject } from './head-object.ts'
import { readPages } from './read-pages.ts'
import type { S3Client } from './s3-client.ts'
import type { HandlerOptions } from './xhr-handler.ts'

/** Specification §9 */
const defaultType = 'binary/octet-stream'

/** Under which name the task that made an object is stored with it: `x-amz-meta-upload`. */
const maker = 'upload'

const newObject = ({ key: Key, type, madeBy }: NewObject) => ({
  Key,
  ContentType: type || defaultType,
  Metadata: { [maker]: madeBy },
})

const optionsOf = ({ signal, onProgress }: SendOptions): HandlerOptions => ({
  abortSignal: signal,
  ...(onProgress && { onProgress }),
})

/** A response without the field that S3 always sends: for a browser, CORS hides the header. */
const hidden = (header: string) => fail({ kind: 'refused', code: `Hidden${header}` } as const)

/** The MD5 of no bytes: no part is empty. */
const isOfNothing = (eTag: string): boolean => eTag.includes('d41d8cd98f00b204e9800998ecf8427e')

/** The store has something else than was sent, or nothing: as after any trouble of the store, the part is sent again. */
const notStored = fail({ kind: 'busy', code: 'PartNotStored' } as const)

const storedPart = ({ PartNumber, Size, ETag, ChecksumCRC32 }: ListedPart): StoredPart[] =>
  PartNumber === undefined || Size === undefined || ETag === undefined || isOfNothing(ETag)
    ? []
    : [{ number: PartNumber, size: Size, eTag: ETag, ...(ChecksumCRC32 && { checksum: ChecksumCRC32 }) }]

const listAllParts = async (
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string },
  options: HandlerOptions,
): Promise<StoredPart[]> => {
  const pages = await readPages(
    (PartNumberMarker) => client.send(new ListPartsCommand({ ...upload, PartNumberMarker }), options),
    ({ IsTruncated, NextPartNumberMarker, Parts }) =>
      // Not every store names the marker; it is the last number of the page.
      IsTruncated ? (NextPartNumberMarker ?? Parts?.at(-1)?.PartNumber?.toString()) : undefined,
  )
  return pages.flatMap(({ Parts = [] }) => Parts.flatMap(storedPart))
}

const listAllUploads = async (
  client: S3Client,
  { Bucket, Key }: { Bucket: string; Key: string },
  options: HandlerOptions,
): Promise<string[]> => {
  const list = { Bucket, Prefix: Key }
  const pages = await readPages(
    (UploadIdMarker) => {
      const from = UploadIdMarker === undefined ? {} : { KeyMarker: Key, UploadIdMarker }
      return client.send(new ListMultipartUploadsCommand({ ...list, ...from }), options)
    },
    ({ IsTruncated, NextKeyMarker, NextUploadIdMarker }) =>
      IsTruncated && NextKeyMarker === Key ? NextUploadIdMarker : undefined,
  )
  // Keys that only begin like ours come behind it.
  return pages.flatMap(({ Uploads = [] }) =>
    Uploads.flatMap((upload) => (upload.Key === Key && upload.UploadId !== undefined ? upload.UploadId : [])),
  )
}

type PartsTransport = Pick<
  ObjectTransport,
  'create' | 'sendPart' | 'listParts' | 'complete' | 'abort' | 'listUploads'
>

/** The requests of an upload in parts. */
const createPartsTransport = ({ send, query }: Sender, Bucket: string): PartsTransport => ({
  create: async (object) => {
    const command = new CreateMultipartUploadCommand({
      Bucket,
      ...newObject(object),
      ChecksumAlgorithm: 'CRC32',
    })
    const result = await send((client) => client.send(command))
    if (!result.ok) return result
    return result.value.UploadId ? ok({ uploadId: result.value.UploadId }) : hidden('UploadId')
  },

  sendPart: async ({ key: Key, uploadId: UploadId, number, body: Body, checksum }, options) => {
    const part = { Bucket, Key, UploadId, PartNumber: number, Body, ChecksumCRC32: checksum }
    const result = await send((client) => client.send(new UploadPartCommand(part), optionsOf(options)))
    if (!result.ok) return result
    const { ETag, ChecksumCRC32 = checksum } = result.value
    if (!ETag) return hidden('ETag')
    return isOfNothing(ETag) || ChecksumCRC32 !== checksum ? notStored : ok({ eTag: ETag })
  },

  listParts: (Key, UploadId, options) =>
    query((client) => listAllParts(client, { Bucket, Key, UploadId }, optionsOf(options))),

  complete: async (Key, UploadId, stored) => {
    const Parts = stored.map(({ number, eTag, checksum }) => ({
      PartNumber: number,
      ETag: eTag,
      ...(checksum && { ChecksumCRC32: checksum }),
    }))
    const upload = { Bucket, Key, UploadId, MultipartUpload: { Parts }, IfNoneMatch: '*' }
    const result = await send((client) => client.send(new CompleteMultipartUploadCommand(upload)))
    if (!result.ok) return result
    return ok(result.value.ETag ? { eTag: result.value.ETag } : {})
  },

  listUploads: (Key, options) =>
    query((client) => listAllUploads(client, { Bucket, Key }, optionsOf(options))),

  abort: (Key, UploadId) =>
    send(async (client) => {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    }),
})

/** The requests for a whole object. */
const createObjectCalls = (
  { send, query }: Sender,
  Bucket: string,
): Omit<ObjectTransport, keyof PartsTransport> => ({
  put: async ({ body: Body, checksum, ...object }, options) => {
    const whole = { Bucket, ...newObject(object), Body, ChecksumCRC32: checksum, IfNoneMatch: '*' }
    const result = await send((client) => client.send(new PutObjectCommand(whole), optionsOf(options)))
    if (!result.ok) return result
    const { ETag, ChecksumCRC32 } = result.value
    return ok({ ...(ETag && { eTag: ETag }), ...(ChecksumCRC32 && { checksum: ChecksumCRC32 }) })
  },

  head: async (Key, options) => {
    const result = await query((client) => headObject(client, { Bucket, Key }, optionsOf(options)))
    if (!result.ok) return result
    const { ContentLength, ETag, LastModified, Metadata = {} } = result.value
    const madeBy = Metadata[maker]
    if (ContentLength === undefined) return hidden('ContentLength')
    return ok({
      size: ContentLength,
      ...(ETag && { eTag: ETag }),
      ...(LastModified && { lastModified: LastModified.getTime() }),
      ...(madeBy !== undefined && { madeBy }),
    })
  },

  remove: (Key) =>
    send(async (client) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    }),
})

/** The engine's requests, as commands of the AWS SDK. */
export const createTransport = (sender: Sender, bucket: string): ObjectTransport => ({
  ...createPartsTransport(sender, bucket),
  ...createObjectCalls(sender, bucket),
})
