import { parseRange } from '../../../src/lib/http/byte-range.ts'
import { S3Error } from '../http/errors.ts'
import { getHeader, getParameter, type S3Request } from '../http/request.ts'
import type { S3Response } from '../http/response.ts'
import { type ByteSpan, findPartSpan, listSlices } from '../objects/byte-span.ts'
import { createChecksumHeaders } from '../objects/checksum-headers.ts'
import { isRangeCurrent, evaluateReadConditions } from '../objects/conditions.ts'
import { quoteEtag } from '../objects/etag.ts'
import { readHeaderOverrides } from '../objects/object-headers.ts'
import { assertNotArchived } from '../objects/storage-class.ts'
import type { StoredObject } from '../store/entries.ts'
import { type Call, type Operation, readPartNumber } from './operation.ts'

const readPartSpan = (request: S3Request, object: StoredObject): ByteSpan | undefined => {
  if (getParameter(request, 'partNumber') === undefined) return undefined
  const number = readPartNumber(request)
  const span = findPartSpan(object, number)
  if (span === undefined) throw new S3Error('InvalidPartNumber', { PartNumberRequested: number })
  return span
}

/** Returns the bytes that are requested, by range or by part, or undefined for the whole object. */
const readRequestedSpan = (request: S3Request, object: StoredObject): ByteSpan | undefined => {
  const rangeHeader = getHeader(request, 'range')
  if (rangeHeader === undefined || !isRangeCurrent(request, object)) return readPartSpan(request, object)
  if (getParameter(request, 'partNumber') !== undefined) {
    throw new S3Error('InvalidRequest', {}, 'Cannot specify both Range header and partNumber query parameter')
  }
  const range = parseRange(rangeHeader, object.size)
  if (range === 'unsatisfiable') {
    throw new S3Error('InvalidRange', { RangeRequested: rangeHeader, ActualObjectSize: object.size })
  }
  // Undefined for a malformed range, which RFC 9110 ignores.
  return range && { start: range.start, end: range.end + 1 }
}

/** Returns the checksum if the client wants it. It is only valid for a response with the whole object. */
const findChecksum = (request: S3Request, object: StoredObject, span: ByteSpan | undefined) =>
  getHeader(request, 'x-amz-checksum-mode') === 'ENABLED' && span === undefined ? object.checksum : undefined

/** Creates the headers that a client can send back as conditions of its next read. */
const createValidators = ({ etag, modified }: StoredObject) => ({
  etag: quoteEtag(etag),
  'last-modified': new Date(modified).toUTCString(),
})

const createResponseHeaders = (request: S3Request, object: StoredObject, span: ByteSpan | undefined) => {
  const { start, end } = span ?? { start: 0, end: object.size }
  const isPart = object.isMultipart && getParameter(request, 'partNumber') !== undefined
  return {
    ...object.headers,
    ...readHeaderOverrides(request),
    ...createChecksumHeaders(findChecksum(request, object, span)),
    ...(span && { 'content-range': `bytes ${start}-${end - 1}/${object.size}` }),
    ...(isPart && { 'x-amz-mp-parts-count': object.parts.length }),
    'accept-ranges': 'bytes',
    'content-length': end - start,
    ...createValidators(object),
  }
}

/** `response` has no body yet. `span` is undefined for the whole object. */
type PreparedRead = { object: StoredObject; span: ByteSpan | undefined; response: S3Response }

const prepareRead = ({ request, store }: Call): PreparedRead => {
  const object = store.findObject(request.bucket, request.key)
  if (!object) throw new S3Error('NoSuchKey', { Key: request.key })
  if (evaluateReadConditions(request, object) === 'not-modified') {
    return { object, span: undefined, response: { status: 304, headers: createValidators(object) } }
  }
  const span = readRequestedSpan(request, object)
  return {
    object,
    span,
    response: { status: span ? 206 : 200, headers: createResponseHeaders(request, object, span) },
  }
}

/** HeadObject: the response of GetObject without the bytes. */
export const headObject: Operation = (call) => prepareRead(call).response

/** GetObject: the object, one range or one part of it. Responds with 304 if the client has it already. */
export const getObject: Operation = (call) => {
  const { object, span, response } = prepareRead(call)
  assertNotArchived(object, 'InvalidObjectState')
  if (response.status === 304) return response
  const slices = listSlices(object, span ?? { start: 0, end: object.size })
  return { ...response, body: call.store.blobs.createReader(slices) }
}
