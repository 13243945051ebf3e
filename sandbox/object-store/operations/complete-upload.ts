import * as v from 'valibot'
import { openPayload, readText } from '../body/payload.ts'
import { xmlResponse } from '../http/response.ts'
import { parseXml } from '../http/xml.ts'
import { checksumElements } from '../objects/checksum-headers.ts'
import { checkWriteConditions } from '../objects/conditions.ts'
import { quoted } from '../objects/etag.ts'
import { encode } from '../../../node/aws-signature.ts'
import { assemble, checkPromises } from './assembled-object.ts'
import type { CompletedPart } from './completed-parts.ts'
import { findUpload, type Operation } from './operation.ts'

/** Enough for 10,000 parts with a long checksum each. */
const maxDocumentBytes = 4 * 1024 ** 2

const partNumber = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number))

const completion = v.object({
  CompleteMultipartUpload: v.object({
    Part: v.pipe(
      v.array(
        v.object({
          PartNumber: partNumber,
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
  part: v.InferOutput<typeof completion>['CompleteMultipartUpload']['Part'][number],
): CompletedPart => ({
  number: part.PartNumber,
  etag: part.ETag,
  checksums: { crc32: part.ChecksumCRC32, sha1: part.ChecksumSHA1, sha256: part.ChecksumSHA256 },
})

/** CompleteMultipartUpload: the object takes over the named parts without moving bytes. Removes others. */
export const completeMultipartUpload: Operation = async (call) => {
  const { request, caller, store, now } = call
  findUpload(call)
  // A checksum header of this request refers to the finished object, not to its XML document.
  const document = await readText(openPayload(request, caller, {}), maxDocumentBytes)
  const { Part } = parseXml(document, completion).CompleteMultipartUpload
  const upload = findUpload(call)
  const object = assemble(upload, Part.map(toCompletedPart), now())
  checkPromises(request, object)
  checkWriteConditions(request, store.object(object.bucket, object.key))
  await store.commit({ type: 'object-stored', object, completes: upload.uploadId })
  const path = `/${object.bucket}/${object.key}`.split('/').map(encode).join('/')
  return xmlResponse('CompleteMultipartUploadResult', {
    Location: `http://${request.message.headers.host ?? ''}${path}`,
    Bucket: object.bucket,
    Key: object.key,
    ETag: quoted(object.etag),
    ...checksumElements(object.checksum),
  })
}
