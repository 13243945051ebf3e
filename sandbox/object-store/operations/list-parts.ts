import { xmlResponse } from '../http/response.ts'
import { invalidArgument } from '../http/errors.ts'
import { parameter, type S3Request } from '../http/request.ts'
import { element, text, xmlDocument } from '../http/xml.ts'
import { readCount } from '../listing/list-parameters.ts'
import { checksumElement } from '../objects/checksum-headers.ts'
import { quoted } from '../objects/etag.ts'
import { storageClassOf } from '../objects/storage-class.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import type { Part } from '../store/entries.ts'
import { findUpload, type Operation } from './operation.ts'
import { initiatorElement, ownerElement } from './owner.ts'

const readMarker = (request: S3Request) => {
  const marker = parameter(request, 'part-number-marker') || '0'
  if (/^\d{1,10}$/.test(marker)) return Number(marker)
  const message = 'Provided part-number-marker not an integer or within integer range'
  throw invalidArgument(message, 'part-number-marker', marker)
}

const partElement = (
  { checksumAlgorithm }: OpenUpload,
  [number, { modified, etag, size, checksum }]: readonly [number, Part],
) =>
  element(
    'Part',
    text('PartNumber', number),
    text('LastModified', new Date(modified).toISOString()),
    text('ETag', quoted(etag)),
    text('Size', size),
    checksumElement(checksumAlgorithm && checksum),
  )

/** ListParts: what has arrived of an upload, by part number. This is what a resumed upload trusts. */
export const listParts: Operation = (call) => {
  const { request } = call
  const upload = findUpload(call)
  const marker = readMarker(request)
  const limit = readCount(request, 'max-parts')
  const following = [...upload.parts].filter(([number]) => number > marker).sort(([a], [b]) => a - b)
  const parts = following.slice(0, limit)
  const isTruncated = limit > 0 && following.length > limit
  return xmlResponse(
    xmlDocument(
      'ListPartsResult',
      text('Bucket', upload.bucket),
      text('Key', upload.key),
      text('UploadId', upload.uploadId),
      initiatorElement(upload.initiator),
      ownerElement(upload.bucket),
      text('StorageClass', storageClassOf(upload)),
      text('ChecksumAlgorithm', upload.checksumAlgorithm?.toUpperCase()),
      text('ChecksumType', upload.checksumAlgorithm && 'COMPOSITE'),
      text('PartNumberMarker', marker),
      text('NextPartNumberMarker', parts.at(-1)?.[0] ?? 0),
      text('MaxParts', limit),
      text('IsTruncated', isTruncated),
      ...parts.map((part) => partElement(upload, part)),
    ),
  )
}
