import { xmlResponse } from '../http/response.ts'
import { invalidArgument } from '../http/errors.ts'
import { parameter, type S3Request } from '../http/request.ts'
import { readCount } from '../listing/listing.ts'
import { checksumElement } from '../objects/checksum-headers.ts'
import { quoted } from '../objects/etag.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import type { Part } from '../store/entries.ts'
import { findUpload, type Operation } from './operation.ts'
import { uploadElements } from './upload-elements.ts'

const readMarker = (request: S3Request) => {
  const marker = parameter(request, 'part-number-marker') || '0'
  if (/^\d{1,10}$/.test(marker)) return Number(marker)
  const message = 'Provided part-number-marker not an integer or within integer range'
  throw invalidArgument(message, 'part-number-marker', marker)
}

const partElements = (
  { checksumAlgorithm }: OpenUpload,
  [number, { modified, etag, size, checksum }]: readonly [number, Part],
) => ({
  PartNumber: number,
  LastModified: new Date(modified).toISOString(),
  ETag: quoted(etag),
  Size: size,
  ...checksumElement(checksumAlgorithm && checksum),
})

/** ListParts: the stored parts of an upload, by part number. A resumed upload relies on this list. */
export const listParts: Operation = (call) => {
  const { request } = call
  const upload = findUpload(call)
  const { Initiated: _onlyListed, ...described } = uploadElements(upload)
  const marker = readMarker(request)
  const limit = readCount(request, 'max-parts')
  const following = [...upload.parts].filter(([number]) => number > marker).sort(([a], [b]) => a - b)
  const parts = following.slice(0, limit)
  const isTruncated = limit > 0 && following.length > limit
  return xmlResponse('ListPartsResult', {
    Bucket: upload.bucket,
    ...described,
    PartNumberMarker: marker,
    NextPartNumberMarker: parts.at(-1)?.[0] ?? 0,
    MaxParts: limit,
    IsTruncated: isTruncated,
    Part: parts.map((part) => partElements(upload, part)),
  })
}
