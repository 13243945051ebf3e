import { createInvalidArgumentError } from '../http/errors.ts'
import { getParameter, type S3Request } from '../http/request.ts'
import { createXmlResponse } from '../http/response.ts'
import type { Elements } from '../http/xml.ts'
import { createListingElements, readCount, readListingParameters } from '../listing/listing.ts'
import { takePage } from '../listing/page.ts'
import { createChecksumElement } from '../objects/checksum-headers.ts'
import { quoteEtag } from '../objects/etag.ts'
import { createOwner } from '../objects/owner.ts'
import { getStorageClass } from '../objects/storage-class.ts'
import type { Part } from '../store/entries.ts'
import { compareKeys } from '../store/key-order.ts'
import type { OpenUpload } from '../store/object-index.ts'
import { getUpload, type Operation } from './operation.ts'

/** Creates the elements that describe an open upload in both listings. */
const createUploadElements = (upload: OpenUpload, encodeKey = (key: string) => key): Elements => ({
  Key: encodeKey(upload.key),
  UploadId: upload.uploadId,
  Initiator: { ID: upload.initiator, DisplayName: upload.initiator },
  Owner: createOwner(upload.bucket),
  StorageClass: getStorageClass(upload),
  ChecksumAlgorithm: upload.checksumAlgorithm?.toUpperCase(),
  ChecksumType: upload.checksumAlgorithm && 'COMPOSITE',
  Initiated: new Date(upload.initiated).toISOString(),
})

type Marker = { key: string; uploadId: string }

const compareUploads = (a: Marker, b: Marker) =>
  compareKeys(a.key, b.key) || compareKeys(a.uploadId, b.uploadId)

/**
 * Whether an upload comes after a marker. A marker without an upload id comes after all uploads of its key.
 */
const isAfterMarker = (upload: OpenUpload, marker: Marker) =>
  marker.uploadId === '' ? compareKeys(upload.key, marker.key) > 0 : compareUploads(upload, marker) > 0

/**
 * ListMultipartUploads: the open uploads under a prefix, by key and then by id, which begins with the time.
 */
export const listMultipartUploads: Operation = ({ request, store }) => {
  const key = getParameter(request, 'key-marker') ?? ''
  // Like S3, ignores the second marker without the first.
  const uploadId = key === '' ? '' : (getParameter(request, 'upload-id-marker') ?? '')
  const parameters = readListingParameters(request, 'max-uploads')
  const { encodeKey, limit } = parameters
  const uploads = store
    .listUploads(request.bucket)
    .filter((upload) => isAfterMarker(upload, { key, uploadId }))
    .sort(compareUploads)
  const page = takePage(uploads, { ...parameters, after: key })
  // The page may end with a common prefix instead, which has no upload id.
  const lastUpload = page.contents.at(-1)
  const isUploadAtEnd = page.isTruncated && lastUpload?.key === page.end
  return createXmlResponse('ListMultipartUploadsResult', {
    Bucket: request.bucket,
    KeyMarker: encodeKey(key),
    UploadIdMarker: uploadId,
    NextKeyMarker: page.isTruncated ? encodeKey(page.end) : '',
    NextUploadIdMarker: isUploadAtEnd ? lastUpload?.uploadId : '',
    MaxUploads: limit,
    ...createListingElements(parameters, page),
    Upload: page.contents.map((upload) => createUploadElements(upload, encodeKey)),
  })
}

const readPartNumberMarker = (request: S3Request) => {
  const marker = getParameter(request, 'part-number-marker') || '0'
  if (/^\d{1,10}$/.test(marker)) return Number(marker)
  const message = 'Provided part-number-marker not an integer or within integer range'
  throw createInvalidArgumentError(message, 'part-number-marker', marker)
}

const createPartElements = (
  { checksumAlgorithm }: OpenUpload,
  [number, { modified, etag, size, checksum }]: readonly [number, Part],
) => ({
  PartNumber: number,
  LastModified: new Date(modified).toISOString(),
  ETag: quoteEtag(etag),
  Size: size,
  // An upload that was created without an algorithm lists no checksums.
  ...createChecksumElement(checksumAlgorithm && checksum),
})

/** ListParts: the stored parts of an upload, by part number. A resumed upload relies on this list. */
export const listParts: Operation = (call) => {
  const { request } = call
  const upload = getUpload(call)
  const marker = readPartNumberMarker(request)
  const limit = readCount(request, 'max-parts')
  const partsAfterMarker = [...upload.parts].filter(([number]) => number > marker).sort(([a], [b]) => a - b)
  const parts = partsAfterMarker.slice(0, limit)
  const isTruncated = limit > 0 && partsAfterMarker.length > limit
  // S3 sends `Initiated` only in the list of uploads.
  const { Initiated: _onlyInLists, ...described } = createUploadElements(upload)
  return createXmlResponse('ListPartsResult', {
    Bucket: upload.bucket,
    ...described,
    PartNumberMarker: marker,
    NextPartNumberMarker: parts.at(-1)?.[0] ?? 0,
    MaxParts: limit,
    IsTruncated: isTruncated,
    Part: parts.map((part) => createPartElements(upload, part)),
  })
}
