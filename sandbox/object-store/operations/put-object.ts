import { openPayload } from '../body/payload.ts'
import { createInvalidArgumentError, S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'
import { createXmlResponse } from '../http/response.ts'
import { createTypedChecksumElements, createChecksumHeaders } from '../objects/checksum-headers.ts'
import { assertWriteConditions } from '../objects/conditions.ts'
import { quoteEtag } from '../objects/etag.ts'
import { readObjectHeaders } from '../objects/object-headers.ts'
import { readStorageClassHeader, omitStorageClass } from '../objects/storage-class.ts'
import { readCopySource } from './copy-source.ts'
import type { Operation } from './operation.ts'
import { receivePart } from './receive-part.ts'

/** PutObject: stores one body as one object. */
export const putObject: Operation = async (call) => {
  const { request, caller, store } = call
  const { bucket, key } = request
  const headers = readObjectHeaders(request)
  assertWriteConditions(request, store.findObject(bucket, key))
  const payload = openPayload(request, caller)
  const part = await receivePart(call, payload, (part) => {
    // Checks again: another request may have stored an object while the body arrived.
    assertWriteConditions(request, store.findObject(bucket, key))
    const { size, etag, modified, checksum } = part
    const object = { bucket, key, size, etag, modified, headers, parts: [part], isMultipart: false }
    return { type: 'object-stored', object: { ...object, ...(checksum && { checksum }) } }
  })
  return { status: 200, headers: { etag: quoteEtag(part.etag), ...createChecksumHeaders(part.checksum) } }
}

const readDirective = (request: S3Request) => {
  const directive = getHeader(request, 'x-amz-metadata-directive') ?? 'COPY'
  if (directive === 'COPY' || directive === 'REPLACE') return directive
  throw createInvalidArgumentError('Unknown metadata directive.', 'x-amz-metadata-directive', directive)
}

const copyToItselfMessage =
  "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes."

/** CopyObject: stores a second object with the same parts, and with the source's headers or new ones. */
export const copyObject: Operation = async (call) => {
  const { request, store, now } = call
  const { bucket, key } = request
  const source = readCopySource(call)
  const directive = readDirective(request)
  if (directive === 'COPY' && source.bucket === bucket && source.key === key) {
    throw new S3Error('InvalidRequest', {}, copyToItselfMessage)
  }
  assertWriteConditions(request, store.findObject(bucket, key))
  const headers =
    directive === 'REPLACE'
      ? readObjectHeaders(request)
      : { ...omitStorageClass(source), ...readStorageClassHeader(request) }
  const object = { ...source, bucket, key, headers, modified: now() }
  await store.commit({ type: 'object-stored', object })
  return createXmlResponse('CopyObjectResult', {
    LastModified: new Date(object.modified).toISOString(),
    ETag: quoteEtag(object.etag),
    ...createTypedChecksumElements(object.checksum),
  })
}
