import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { fail, ok } from '../../../lib/result.ts'
import { createLists, isEmptyETag, type Requests } from './create-lists.ts'
import { headObject, type Sender } from './create-sender.ts'
import type { NewObject, ObjectTransport, SendOptions } from './object-transport.ts'
import type { HandlerOptions } from './xhr-handler.ts'

/** The type of a file without a type (specification §9). */
const defaultType = 'binary/octet-stream'

/** The metadata name that holds the id of the task that made an object: `x-amz-meta-upload`. */
const taskIdName = 'upload'

/** The metadata name that holds a file's thumbnail: `x-amz-meta-thumbnail`. */
export const thumbnailName = 'thumbnail'

/** Returns the SDK's parameters for an object to create. */
const toNewObject = ({ key, type, madeBy, thumbnail }: NewObject) => ({
  Key: key,
  ContentType: type || defaultType,
  Metadata: { [taskIdName]: madeBy, ...(thumbnail !== undefined && { [thumbnailName]: thumbnail }) },
})

const toHandlerOptions = ({ signal, onProgress }: SendOptions): HandlerOptions => ({
  abortSignal: signal,
  ...(onProgress && { onProgress }),
})

/**
 * The failure for a part that is stored, but whose response has no ETag. S3 always sends one, so the bucket's
 * CORS rule hides it.
 */
const hiddenETagFailure = fail({ kind: 'refused', code: 'HiddenETag' } as const)

/** The failure if something else on the network answered in place of the object store. */
const foreignAnswerFailure = fail({ kind: 'foreign-answer' } as const)

/**
 * The failure if the object store has stored nothing, or something other than what was sent. The part is then
 * sent again.
 */
const notStoredFailure = fail({ kind: 'busy', code: 'PartNotStored' } as const)

type PartsTransport = Pick<ObjectTransport, 'create' | 'sendPart' | 'complete' | 'abort'>

/** Creates and aborts uploads in parts, sends their parts and completes them. */
const createPartsTransport = (
  { send }: Requests,
  bucket: string,
  listParts: ObjectTransport['listParts'],
): PartsTransport => {
  /**
   * The ids of uploads whose responses have no checksum, but come from the object store: it has listed a part
   * that was just sent.
   */
  const verifiedUploads = new Set<string>()

  return {
    create: async (object) => {
      const command = new CreateMultipartUploadCommand({
        Bucket: bucket,
        ...toNewObject(object),
        ChecksumAlgorithm: 'CRC32',
      })
      const result = await send((client) => client.send(command))
      if (!result.ok) return result
      const uploadId = result.value.UploadId
      return uploadId ? ok({ uploadId }) : foreignAnswerFailure
    },

    sendPart: async ({ key, uploadId, number, body, checksum }, options) => {
      const command = new UploadPartCommand({
        Bucket: bucket,
        Key: key,
        UploadId: uploadId,
        PartNumber: number,
        Body: body,
        ChecksumCRC32: checksum,
      })
      const result = await send((client) => client.send(command, toHandlerOptions(options)))
      if (!result.ok) return result
      const { ETag: eTag, ChecksumCRC32: storedChecksum } = result.value
      if (eTag && isEmptyETag(eTag)) return notStoredFailure
      // Anything on the network can return an ETag, so without a checksum the response proves nothing.
      const isUnverified = storedChecksum === undefined && !verifiedUploads.has(uploadId)
      // A list can come only from the object store, so it shows whether the part is stored. One part per
      // upload is enough.
      if (!eTag || isUnverified) {
        const listing = await listParts(key, uploadId, { signal: options.signal })
        if (!listing.ok) return listing
        if (!listing.value.some((part) => part.number === number)) return foreignAnswerFailure
        if (!eTag) return hiddenETagFailure
        verifiedUploads.add(uploadId)
      }
      const hasOtherChecksum = storedChecksum !== undefined && storedChecksum !== checksum
      return hasOtherChecksum ? notStoredFailure : ok({ eTag })
    },

    complete: async (key, uploadId, storedParts) => {
      const parts = storedParts.map(({ number, eTag, checksum }) => ({
        PartNumber: number,
        ETag: eTag,
        ...(checksum && { ChecksumCRC32: checksum }),
      }))
      const command = new CompleteMultipartUploadCommand({
        Bucket: bucket,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: { Parts: parts },
        IfNoneMatch: '*',
      })
      const result = await send((client) => client.send(command))
      if (!result.ok) return result
      return ok(result.value.ETag ? { eTag: result.value.ETag } : {})
    },

    abort: (key, uploadId) =>
      send(async (client) => {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }))
      }),
  }
}

/** Creates the function that requests the metadata of an object. */
const createHead =
  ({ query }: Requests, bucket: string): ObjectTransport['head'] =>
  async (key, options) => {
    const object = { Bucket: bucket, Key: key }
    const result = await query((client) => headObject(client, object, toHandlerOptions(options)))
    if (!result.ok) return result
    const {
      ContentLength: size,
      ETag: eTag,
      LastModified: lastModified,
      Metadata: metadata = {},
      ChecksumCRC32: checksum,
    } = result.value
    const madeBy = metadata[taskIdName]
    if (size === undefined) return foreignAnswerFailure
    return ok({
      size,
      ...(eTag && { eTag }),
      ...(lastModified && { lastModified: lastModified.getTime() }),
      ...(madeBy !== undefined && { madeBy }),
      ...(checksum && { checksum }),
    })
  }

/** Creates the functions that store a whole object and check it afterwards, and that delete an object. */
const createObjectCalls = (
  { send }: Requests,
  bucket: string,
  head: ObjectTransport['head'],
): Pick<ObjectTransport, 'put' | 'remove'> => ({
  put: async ({ body, checksum, ...object }, options) => {
    const command = new PutObjectCommand({
      Bucket: bucket,
      ...toNewObject(object),
      Body: body,
      ChecksumCRC32: checksum,
      IfNoneMatch: '*',
    })
    const result = await send((client) => client.send(command, toHandlerOptions(options)))
    if (!result.ok) return result
    const { ETag: eTag, ChecksumCRC32: storedChecksum } = result.value
    const response = eTag ? { eTag } : {}
    // The ETag and the checksum prove nothing: a web page has an ETag too, and a proxy may return the
    // checksum that was sent. A CORS rule may hide the checksum of the object store.
    const headResult = await head(object.key, { signal: options.signal })
    if (!headResult.ok) {
      if (headResult.error.kind === 'not-found') return foreignAnswerFailure
      // If the check fails after a response with a checksum, the body is not sent again, because the object is
      // checked again at the end.
      return storedChecksum ? ok(response) : headResult
    }
    const storedObject = headResult.value
    // A CORS rule may hide the id of the task and the checksum. Then the id is not compared, and the checksum
    // of the first response is used.
    const isOfOtherTask = storedObject.madeBy !== undefined && storedObject.madeBy !== object.madeBy
    if (storedObject.size !== body.size || isOfOtherTask) return foreignAnswerFailure
    const confirmedChecksum = storedObject.checksum ?? storedChecksum
    return ok({ ...response, ...(confirmedChecksum && { checksum: confirmedChecksum }) })
  },

  remove: async (key) => {
    const command = new DeleteObjectCommand({ Bucket: bucket, Key: key })
    const result = await send((client) => client.send(command))
    if (!result.ok) return result
    // The object store answers each successful deletion with status 204.
    return result.value.$metadata.httpStatusCode === 204 ? ok(undefined) : foreignAnswerFailure
  },
})

/**
 * Creates a function that returns only the failure of a failed request, because the engine does not need its
 * status or message.
 */
const withFailureOnly =
  (send: Sender['send']): Requests['send'] =>
  async (request) => {
    const result = await send(request)
    return result.ok ? result : fail(result.error.failure)
  }

/** Creates the transport, which sends the engine's requests with commands of the AWS SDK. */
export const createTransport = ({ send, query }: Sender, bucket: string): ObjectTransport => {
  const requests = { send: withFailureOnly(send), query: withFailureOnly(query) }
  const lists = createLists(requests, bucket)
  const head = createHead(requests, bucket)
  return {
    ...createPartsTransport(requests, bucket, lists.listParts),
    ...createObjectCalls(requests, bucket, head),
    ...lists,
    head,
  }
}
