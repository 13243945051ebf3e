import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { encode } from '../../../node/aws-signature.ts'
import { isChecksumAlgorithm } from '../body/digests.ts'
import { openPayload, readText } from '../body/payload.ts'
import { S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'
import { createXmlResponse } from '../http/response.ts'
import { parseXml } from '../http/xml.ts'
import { createTypedChecksumElements } from '../objects/checksum-headers.ts'
import { assertWriteConditions } from '../objects/conditions.ts'
import { quoteEtag } from '../objects/etag.ts'
import { readObjectHeaders } from '../objects/object-headers.ts'
import { assembleObject, assertSizeAndChecksum, type CompletedPart } from './assemble-object.ts'
import { getUpload, type Operation } from './operation.ts'

/** Creates an id. It begins with the time, so that ListMultipartUploads lists the uploads of a key by age. */
const createUploadId = (now: number) =>
  `${now.toString(16).padStart(12, '0')}${randomBytes(24).toString('hex')}`

/** Reads the algorithm of the checksum that each part must have. Empty if the request asks for none. */
const readChecksumAlgorithm = (request: S3Request) => {
  const name = getHeader(request, 'x-amz-checksum-algorithm')?.toLowerCase()
  if (name === undefined) return {}
  const type = getHeader(request, 'x-amz-checksum-type') ?? 'COMPOSITE'
  if (!isChecksumAlgorithm(name) || type !== 'COMPOSITE') {
    throw new S3Error('NotImplemented', { Header: `x-amz-checksum-algorithm: ${name}, ${type}` })
  }
  return { checksumAlgorithm: name }
}

/** CreateMultipartUpload: the headers of this request become those of the finished object. */
export const createMultipartUpload: Operation = async ({ request, caller, store, now }) => {
  const { bucket, key } = request
  const upload = {
    uploadId: createUploadId(now()),
    bucket,
    key,
    initiated: now(),
    initiator: caller.identityId,
    headers: readObjectHeaders(request),
    ...readChecksumAlgorithm(request),
  }
  await store.commit({ type: 'upload-begun', upload })
  const response = createXmlResponse('InitiateMultipartUploadResult', {
    Bucket: bucket,
    Key: key,
    UploadId: upload.uploadId,
  })
  if (upload.checksumAlgorithm === undefined) return response
  const headers = {
    'x-amz-checksum-algorithm': upload.checksumAlgorithm.toUpperCase(),
    'x-amz-checksum-type': 'COMPOSITE',
  }
  return { ...response, headers: { ...response.headers, ...headers } }
}

/** AbortMultipartUpload: removes the upload and its parts. */
export const abortMultipartUpload: Operation = async (call) => {
  const { uploadId } = getUpload(call)
  await call.store.commit({ type: 'upload-aborted', uploadId })
  return { status: 204 }
}

/** Enough for 10,000 parts with a long checksum each. */
const maxDocumentBytes = 4 * 1024 ** 2

const partNumberSchema = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number))

const completionSchema = v.object({
  CompleteMultipartUpload: v.object({
    Part: v.pipe(
      v.array(
        v.object({
          PartNumber: partNumberSchema,
          ETag: v.string(),
          ChecksumCRC32: v.optional(v.string()),
          ChecksumSHA1: v.optional(v.string()),
          ChecksumSHA256: v.optional(v.string()),
        }),
      ),
      v.minLength(1),
      v.maxLength(10_000),
    ),
  }),
})

const toCompletedPart = (
  part: v.InferOutput<typeof completionSchema>['CompleteMultipartUpload']['Part'][number],
): CompletedPart => ({
  number: part.PartNumber,
  etag: part.ETag,
  checksums: { crc32: part.ChecksumCRC32, sha1: part.ChecksumSHA1, sha256: part.ChecksumSHA256 },
})

/**
 * CompleteMultipartUpload: creates an object from the listed parts, without copying their bytes. Ends the
 * upload and removes its other parts.
 */
export const completeMultipartUpload: Operation = async (call) => {
  const { request, caller, store, now } = call
  // Throws for an unknown upload before reading the body. While the body arrives, another request may end the
  // upload, so `getUpload` runs again below.
  getUpload(call)
  // A checksum header of this request is for the finished object, so the XML document is read without one.
  const document = await readText(openPayload(request, caller, {}), maxDocumentBytes)
  const { Part: completedParts } = parseXml(document, completionSchema).CompleteMultipartUpload
  const upload = getUpload(call)
  const object = assembleObject(upload, completedParts.map(toCompletedPart), now())
  assertSizeAndChecksum(request, object)
  assertWriteConditions(request, store.findObject(object.bucket, object.key))
  await store.commit({ type: 'object-stored', object, completes: upload.uploadId })
  const path = `/${object.bucket}/${object.key}`.split('/').map(encode).join('/')
  return createXmlResponse('CompleteMultipartUploadResult', {
    Location: `http://${request.message.headers.host ?? ''}${path}`,
    Bucket: object.bucket,
    Key: object.key,
    ETag: quoteEtag(object.etag),
    ...createTypedChecksumElements(object.checksum),
  })
}
