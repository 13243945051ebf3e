import { createHash } from 'node:crypto'
import type { Elements } from '../http/xml.ts'
import { storageClassOf } from '../objects/storage-class.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import { xmlResponse } from '../http/response.ts'
import { parameter, type S3Request } from '../http/request.ts'
import { listingElements, readListing, readCount } from '../listing/listing.ts'
import { takePage } from '../listing/page.ts'
import { compareKeys } from '../store/key-order.ts'
import { type Operation, findUpload } from './operation.ts'
import { invalidArgument } from '../http/errors.ts'
import { checksumElement } from '../objects/checksum-headers.ts'
import { quoted } from '../objects/etag.ts'
import type { Part } from '../store/entries.ts'

/** The owner of a bucket. S3 identifies it by 64 hexadecimal digits. */
export const ownerOf = (bucket: string) => ({
  ID: createHash('sha256').update(bucket).digest('hex'),
  DisplayName: bucket,
})

/** The elements by which every listing describes an open upload. */
const uploadElements = (upload: OpenUpload, write = (key: string) => key): Elements => ({
  Key: write(upload.key),
  UploadId: upload.uploadId,
  Initiator: { ID: upload.initiator, DisplayName: upload.initiator },
  Owner: ownerOf(upload.bucket),
  StorageClass: storageClassOf(upload),
  ChecksumAlgorithm: upload.checksumAlgorithm?.toUpperCase(),
  ChecksumType: upload.checksumAlgorithm && 'COMPOSITE',
  Initiated: new Date(upload.initiated).toISOString(),
})

type Marker = { key: string; uploadId: string }

const compareUploads = (a: Marker, b: Marker) =>
  compareKeys(a.key, b.key) || compareKeys(a.uploadId, b.uploadId)

/** A marker without an upload id comes after all uploads of its key. */
const isBehind = (marker: Marker) => (upload: OpenUpload) =>
  marker.uploadId === '' ? compareKeys(upload.key, marker.key) > 0 : compareUploads(upload, marker) > 0

/** ListMultipartUploads: the open uploads under a prefix, by key and then by age. */
export const listMultipartUploads: Operation = ({ request, store }) => {
  const key = parameter(request, 'key-marker') ?? ''
  const uploadId = key === '' ? '' : (parameter(request, 'upload-id-marker') ?? '')
  const listing = readListing(request, 'max-uploads')
  const { write, limit } = listing
  const uploads = store.uploads(request.bucket).filter(isBehind({ key, uploadId })).sort(compareUploads)
  const page = takePage(uploads, { ...listing, after: key })
  const lastUpload = page.contents.at(-1)
  const endsAtUpload = page.isTruncated && lastUpload?.key === page.last
  return xmlResponse('ListMultipartUploadsResult', {
    Bucket: request.bucket,
    KeyMarker: write(key),
    UploadIdMarker: uploadId,
    NextKeyMarker: page.isTruncated ? write(page.last) : '',
    NextUploadIdMarker: endsAtUpload ? lastUpload?.uploadId : '',
    MaxUploads: limit,
    ...listingElements(listing, page),
    Upload: page.contents.map((upload) => uploadElements(upload, write)),
  })
}

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
