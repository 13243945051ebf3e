import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type ListMultipartUploadsCommandOutput,
  type Part as ListedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import { fail, ok } from '../../../lib/result.ts'
import type { NewObject, ObjectTransport, SendOptions, StoredPart } from './object-transport.ts'
import type { Answer } from './storage-failure.ts'
import type { Sender } from './create-sender.ts'
import { headObject } from './head-object.ts'
import type { HandlerOptions } from './xhr-handler.ts'

/** Specification §9 */
const defaultType = 'binary/octet-stream'

/** Under which name the task that made an object is kept with it: `x-amz-meta-upload`. */
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

/** An answer without the field that S3 always sends: for a browser, CORS hides the header. */
const hidden = (header: string) => fail({ kind: 'refused', code: `Hidden${header}` } as const)

const storedPart = ({ PartNumber, Size, ETag, ChecksumCRC32 }: ListedPart): StoredPart[] =>
  PartNumber === undefined || Size === undefined || ETag === undefined
    ? []
    : [{ number: PartNumber, size: Size, eTag: ETag, ...(ChecksumCRC32 && { checksum: ChecksumCRC32 }) }]

const listAllParts = async (
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string },
  options: HandlerOptions,
): Promise<StoredPart[]> => {
  const parts: StoredPart[] = []
  let marker: string | undefined
  do {
    const page = await client.send(
      new ListPartsCommand({ ...upload, ...(marker !== undefined && { PartNumberMarker: marker }) }),
      options,
    )
    parts.push(...(page.Parts ?? []).flatMap(storedPart))
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (marker !== undefined)
  return parts
}

const listAllUploads = async (client: S3Client, Bucket: string, Key: string): Promise<string[]> => {
  const ids: string[] = []
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (after) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: Key, ...after }),
    )
    // Keys that only begin like ours come behind it.
    for (const upload of page.Uploads ?? [])
      if (upload.Key === Key && upload.UploadId !== undefined) ids.push(upload.UploadId)
    after =
      page.IsTruncated && page.NextKeyMarker === Key
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined
  }
  return ids
}

const done = async (
  send: Sender['send'],
  command: AbortMultipartUploadCommand | DeleteObjectCommand,
): Answer<void> => {
  const answer = await send(async (client) => {
    if (command instanceof DeleteObjectCommand) await client.send(command)
    else await client.send(command)
  })
  return answer.ok ? ok(undefined) : answer
}

type PartsTransport = Pick<
  ObjectTransport,
  'create' | 'sendPart' | 'listParts' | 'complete' | 'abort' | 'listUploads'
>

/** The requests of an upload in parts. */
const createPartsTransport = ({ send, ask }: Sender, Bucket: string): PartsTransport => ({
  create: async (object) => {
    const command = new CreateMultipartUploadCommand({
      Bucket,
      ...newObject(object),
      ChecksumAlgorithm: 'CRC32',
    })
    const answer = await send((client) => client.send(command))
    if (!answer.ok) return answer
    return answer.value.UploadId ? ok({ uploadId: answer.value.UploadId }) : hidden('UploadId')
  },

  sendPart: async ({ key: Key, uploadId: UploadId, number, body: Body, checksum }, options) => {
    const part = { Bucket, Key, UploadId, PartNumber: number, Body, ChecksumCRC32: checksum }
    const answer = await send((client) => client.send(new UploadPartCommand(part), optionsOf(options)))
    if (!answer.ok) return answer
    return answer.value.ETag ? ok({ eTag: answer.value.ETag }) : hidden('ETag')
  },

  listParts: (Key, UploadId, options) =>
    ask((client) => listAllParts(client, { Bucket, Key, UploadId }, optionsOf(options))),

  complete: async (Key, UploadId, stored) => {
    const Parts = stored.map(({ number, eTag, checksum }) => ({
      PartNumber: number,
      ETag: eTag,
      ...(checksum && { ChecksumCRC32: checksum }),
    }))
    const upload = { Bucket, Key, UploadId, MultipartUpload: { Parts }, IfNoneMatch: '*' }
    const answer = await send((client) => client.send(new CompleteMultipartUploadCommand(upload)))
    if (!answer.ok) return answer
    return ok(answer.value.ETag ? { eTag: answer.value.ETag } : {})
  },

  listUploads: (Key) => ask((client) => listAllUploads(client, Bucket, Key)),

  abort: (Key, UploadId) => done(send, new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
})

/** The requests for a whole object. */
const createObjectCalls = (
  { send, ask }: Sender,
  Bucket: string,
): Omit<ObjectTransport, keyof PartsTransport> => ({
  put: async ({ body: Body, checksum, ...object }, options) => {
    const whole = { Bucket, ...newObject(object), Body, ChecksumCRC32: checksum, IfNoneMatch: '*' }
    const answer = await send((client) => client.send(new PutObjectCommand(whole), optionsOf(options)))
    if (!answer.ok) return answer
    const { ETag, ChecksumCRC32 } = answer.value
    return ok({ ...(ETag && { eTag: ETag }), ...(ChecksumCRC32 && { checksum: ChecksumCRC32 }) })
  },

  head: async (Key) => {
    const answer = await ask((client) => headObject(client, { Bucket, Key }))
    if (!answer.ok) return answer
    const { ContentLength, ETag, LastModified, Metadata = {} } = answer.value
    const madeBy = Metadata[maker]
    if (ContentLength === undefined) return hidden('ContentLength')
    return ok({
      size: ContentLength,
      ...(ETag && { eTag: ETag }),
      ...(LastModified && { lastModified: LastModified.getTime() }),
      ...(madeBy !== undefined && { madeBy }),
    })
  },

  remove: (Key) => done(send, new DeleteObjectCommand({ Bucket, Key })),
})

/** The engine's requests, as commands of the AWS SDK. */
export const createTransport = (sender: Sender, bucket: string): ObjectTransport => ({
  ...createPartsTransport(sender, bucket),
  ...createObjectCalls(sender, bucket),
})
