import { openPayload } from '../body/payload.ts'
import { checkWriteConditions } from '../objects/conditions.ts'
import { quoted } from '../objects/etag.ts'
import { checksumHeaders, checksumElements } from '../objects/checksum-headers.ts'
import { objectHeaders } from '../objects/object-headers.ts'
import type { Operation } from './operation.ts'
import { receivePart } from './receive-part.ts'
import { xmlResponse } from '../http/response.ts'
import { invalidArgument, S3Error } from '../http/errors.ts'
import { header, type S3Request } from '../http/request.ts'
import { storageClassHeader, withoutStorageClass } from '../objects/storage-class.ts'
import { readCopySource } from './copy-source.ts'

/** PutObject: stores one body as one object. */
export const putObject: Operation = async (call) => {
  const { request, caller, store } = call
  const { bucket, key } = request
  const headers = objectHeaders(request)
  checkWriteConditions(request, store.object(bucket, key))
  const payload = openPayload(request, caller)
  const part = await receivePart(call, payload, (part) => {
    checkWriteConditions(request, store.object(bucket, key))
    const { size, etag, modified, checksum } = part
    const object = { bucket, key, size, etag, modified, headers, parts: [part], isMultipart: false }
    return { type: 'object-stored', object: { ...object, ...(checksum && { checksum }) } }
  })
  return { status: 200, headers: { etag: quoted(part.etag), ...checksumHeaders(part.checksum) } }
}

const readDirective = (request: S3Request) => {
  const directive = header(request, 'x-amz-metadata-directive') ?? 'COPY'
  if (directive === 'COPY' || directive === 'REPLACE') return directive
  throw invalidArgument('Unknown metadata directive.', 'x-amz-metadata-directive', directive)
}

const refuseCopyToItself =
  "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes."

/** CopyObject: a second manifest of the same parts, with the source's headers or new ones. */
export const copyObject: Operation = async (call) => {
  const { request, store, now } = call
  const { bucket, key } = request
  const source = readCopySource(call)
  const directive = readDirective(request)
  if (directive === 'COPY' && source.bucket === bucket && source.key === key) {
    throw new S3Error('InvalidRequest', {}, refuseCopyToItself)
  }
  checkWriteConditions(request, store.object(bucket, key))
  const headers =
    directive === 'REPLACE'
      ? objectHeaders(request)
      : { ...withoutStorageClass(source), ...storageClassHeader(request) }
  const object = { ...source, bucket, key, headers, modified: now() }
  await store.commit({ type: 'object-stored', object })
  return xmlResponse('CopyObjectResult', {
    LastModified: new Date(object.modified).toISOString(),
    ETag: quoted(object.etag),
    ...checksumElements(object.checksum),
  })
}
