import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { fail, ok } from '../../../lib/result.ts'
import type { NewObject, ObjectTransport, SendOptions } from './object-transport.ts'
import { createLists, isOfNothing, type Requests } from './create-lists.ts'
import type { Sender } from './create-sender.ts'
import { headObject } from './head-object.ts'
import type { HandlerOptions } from './xhr-handler.ts'

/** Specification §9. */
const defaultType = 'binary/octet-stream'

/** The metadata name that holds the id of the task that made an object: `x-amz-meta-upload`. */
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

/**
 * The part is stored, but its response lacks the ETag that S3 always sends: the bucket's CORS rule hides it.
 */
const hiddenETag = fail({ kind: 'refused', code: 'HiddenETag' } as const)

const foreignAnswer = fail({ kind: 'foreign-answer' } as const)

/** The store has something other than what was sent, or nothing: the part is sent once more. */
const notStored = fail({ kind: 'busy', code: 'PartNotStored' } as const)

type PartsTransport = Pick<ObjectTransport, 'create' | 'sendPart' | 'complete' | 'abort'>

const createPartsTransport = (
  { send }: Requests,
  Bucket: string,
  listParts: ObjectTransport['listParts'],
  /** Ids of uploads of which the store listed a part although its responses lack a checksum. */
  listed = new Set<string>(),
): PartsTransport => ({
  create: async (object) => {
    const command = new CreateMultipartUploadCommand({
      Bucket,
      ...newObject(object),
      ChecksumAlgorithm: 'CRC32',
    })
    const result = await send((client) => client.send(command))
    if (!result.ok) return result
    return result.value.UploadId ? ok({ uploadId: result.value.UploadId }) : foreignAnswer
  },

  sendPart: async ({ key: Key, uploadId: UploadId, number, body: Body, checksum }, options) => {
    const part = { Bucket, Key, UploadId, PartNumber: number, Body, ChecksumCRC32: checksum }
    const result = await send((client) => client.send(new UploadPartCommand(part), optionsOf(options)))
    if (!result.ok) return result
    const { ETag, ChecksumCRC32 } = result.value
    if (ETag && isOfNothing(ETag)) return notStored
    // The list shows whether the store itself answered, as for a whole object below. One part per upload is
    // enough.
    if (!ETag || (ChecksumCRC32 === undefined && !listed.has(UploadId))) {
      const parts = await listParts(Key, UploadId, { signal: options.signal })
      if (!parts.ok) return parts
      if (!parts.value.some((one) => one.number === number)) return foreignAnswer
      if (!ETag) return hiddenETag
      listed.add(UploadId)
    }
    return (ChecksumCRC32 ?? checksum) === checksum ? ok({ eTag: ETag }) : notStored
  },

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

  abort: (Key, UploadId) =>
    send(async (client) => {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    }),
})

const createHead =
  ({ query }: Requests, Bucket: string): ObjectTransport['head'] =>
  async (Key, options) => {
    const result = await query((client) => headObject(client, { Bucket, Key }, optionsOf(options)))
    if (!result.ok) return result
    const { ContentLength, ETag, LastModified, Metadata = {}, ChecksumCRC32 } = result.value
    const madeBy = Metadata[maker]
    if (ContentLength === undefined) return foreignAnswer
    return ok({
      size: ContentLength,
      ...(ETag && { eTag: ETag }),
      ...(LastModified && { lastModified: LastModified.getTime() }),
      ...(madeBy !== undefined && { madeBy }),
      ...(ChecksumCRC32 && { checksum: ChecksumCRC32 }),
    })
  }

const createObjectCalls = (
  { send }: Requests,
  Bucket: string,
  head: ObjectTransport['head'],
): Pick<ObjectTransport, 'put' | 'remove'> => ({
  put: async ({ body: Body, checksum, ...object }, options) => {
    const whole = { Bucket, ...newObject(object), Body, ChecksumCRC32: checksum, IfNoneMatch: '*' }
    const result = await send((client) => client.send(new PutObjectCommand(whole), optionsOf(options)))
    if (!result.ok) return result
    const { ETag, ChecksumCRC32 } = result.value
    const said = ETag ? { eTag: ETag } : {}
    // The ETag and the checksum prove nothing: a web page has an ETag as well, a proxy may return the
    // checksum that was sent, and a CORS rule may hide the store's own.
    const found = await head(object.key, { signal: options.signal })
    if (!found.ok && found.error.kind === 'not-found') return foreignAnswer
    // A failed check is no reason to send the body again: the object is checked again at the end.
    if (!found.ok) return ChecksumCRC32 ? ok(said) : found
    const { size, madeBy = object.madeBy, checksum: kept = ChecksumCRC32 } = found.value
    const isStored = size === Body.size && madeBy === object.madeBy
    return isStored ? ok({ ...said, ...(kept && { checksum: kept }) }) : foreignAnswer
  },

  remove: async (Key) => {
    const result = await send((client) => client.send(new DeleteObjectCommand({ Bucket, Key })))
    if (!result.ok) return result
    return result.value.$metadata.httpStatusCode === 204 ? ok(undefined) : foreignAnswer
  },
})

/** The engine decides by the kind of a failure alone. */
const failureOnly =
  (send: Sender['send']): Requests['send'] =>
  async (request) => {
    const result = await send(request)
    return result.ok ? result : fail(result.error.failure)
  }

/** The engine's requests, as commands of the AWS SDK. */
export const createTransport = ({ send, query }: Sender, bucket: string): ObjectTransport => {
  const requests = { send: failureOnly(send), query: failureOnly(query) }
  const lists = createLists(requests, bucket)
  const head = createHead(requests, bucket)
  return {
    ...createPartsTransport(requests, bucket, lists.listParts),
    ...createObjectCalls(requests, bucket, head),
    ...lists,
    head,
  }
}
