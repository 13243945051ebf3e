import { byteRange } from '../../../src/lib/http/byte-range.ts'
import type { S3Response } from '../http/response.ts'
import { invalidArgument, S3Error } from '../http/errors.ts'
import { header, parameter, type S3Request } from '../http/request.ts'
import { partRange, slicesOf, type ByteRange } from '../objects/byte-range.ts'
import { checksumHeaders } from '../objects/checksum-headers.ts'
import { isRangeCurrent, judgeRead } from '../objects/conditions.ts'
import { quoted } from '../objects/etag.ts'
import { overriddenHeaders } from '../objects/object-headers.ts'
import { refuseArchived } from '../objects/storage-class.ts'
import type { StoredObject } from '../store/entries.ts'
import type { Call, Operation } from './operation.ts'

const requestedPart = (request: S3Request, object: StoredObject): ByteRange | undefined => {
  const number = parameter(request, 'partNumber')
  if (number === undefined) return undefined
  if (!/^\d{1,5}$/.test(number) || number === '0') {
    const message = 'Part number must be an integer between 1 and 10000, inclusive'
    throw invalidArgument(message, 'partNumber', number)
  }
  const range = partRange(object, Number(number))
  if (range === undefined) throw new S3Error('InvalidPartNumber', { PartNumberRequested: number })
  return range
}

const requestedRange = (request: S3Request, object: StoredObject): ByteRange | undefined => {
  const wanted = header(request, 'range')
  if (wanted === undefined || !isRangeCurrent(request, object)) return requestedPart(request, object)
  if (parameter(request, 'partNumber') !== undefined) {
    throw new S3Error('InvalidRequest', {}, 'Cannot specify both Range header and partNumber query parameter')
  }
  const range = byteRange(wanted, object.size)
  if (range === 'unsatisfiable') {
    throw new S3Error('InvalidRange', { RangeRequested: wanted, ActualObjectSize: object.size })
  }
  return range && { start: range.start, end: range.end + 1 }
}

/** The checksum of the whole object does not apply to a range. */
const checksumOf = (request: S3Request, object: StoredObject, range: ByteRange | undefined) =>
  header(request, 'x-amz-checksum-mode') === 'ENABLED' && range === undefined ? object.checksum : undefined

const describe = (request: S3Request, object: StoredObject, range: ByteRange | undefined) => {
  const { start, end } = range ?? { start: 0, end: object.size }
  const isPart = object.isMultipart && parameter(request, 'partNumber') !== undefined
  return {
    ...object.headers,
    ...overriddenHeaders(request),
    ...checksumHeaders(checksumOf(request, object, range)),
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${object.size}` }),
    ...(isPart && { 'x-amz-mp-parts-count': object.parts.length }),
    'accept-ranges': 'bytes',
    'content-length': end - start,
    etag: quoted(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
  }
}

type Reading = { object: StoredObject; range: ByteRange | undefined; response: S3Response }

const read = ({ request, store }: Call): Reading => {
  const object = store.object(request.bucket, request.key)
  if (!object) throw new S3Error('NoSuchKey', { Key: request.key })
  if (judgeRead(request, object) === 'not-modified') {
    const headers = { etag: quoted(object.etag), 'last-modified': new Date(object.modified).toUTCString() }
    return { object, range: undefined, response: { status: 304, headers } }
  }
  const range = requestedRange(request, object)
  return {
    object,
    range,
    response: { status: range ? 206 : 200, headers: describe(request, object, range) },
  }
}

/** HeadObject: the response of GetObject without the bytes. */
export const headObject: Operation = (call) => read(call).response

/** GetObject: the object, one range or one part of it, if the reader's conditions hold. */
export const getObject: Operation = (call) => {
  const { object, range, response } = read(call)
  refuseArchived(object, 'InvalidObjectState')
  if (response.status === 304) return response
  const slices = slicesOf(object, range ?? { start: 0, end: object.size })
  return { ...response, body: call.store.blobs.reader(slices) }
}
