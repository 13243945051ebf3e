import { xmlResponse } from '../http/response.ts'
import { parameter } from '../http/request.ts'
import { listingElements, readListing } from '../listing/listing.ts'
import { takePage } from '../listing/page.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import { compareKeys } from '../store/key-order.ts'
import type { Operation } from './operation.ts'
import { uploadElements } from './upload-elements.ts'

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
