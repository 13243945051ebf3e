import { xmlResponse } from '../http/response.ts'
import { parameter } from '../http/request.ts'
import { element, text, xmlDocument } from '../http/xml.ts'
import { type Encoding, readCount, readEncoding } from '../listing/list-parameters.ts'
import { takePage } from '../listing/page.ts'
import { storageClassOf } from '../objects/storage-class.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import { compareKeys } from '../store/key-order.ts'
import type { Operation } from './operation.ts'
import { initiatorElement, ownerElement } from './owner.ts'

type Marker = { key: string; uploadId: string }

const compareUploads = (a: Marker, b: Marker) =>
  compareKeys(a.key, b.key) || compareKeys(a.uploadId, b.uploadId)

/** Without an upload id the marker stands behind all uploads of its key. */
const isBehind = (marker: Marker) => (upload: OpenUpload) =>
  marker.uploadId === '' ? compareKeys(upload.key, marker.key) > 0 : compareUploads(upload, marker) > 0

const uploadElement = (upload: OpenUpload, encoding: Encoding) =>
  element(
    'Upload',
    text('Key', encoding.write(upload.key)),
    text('UploadId', upload.uploadId),
    initiatorElement(upload.initiator),
    ownerElement(upload.bucket),
    text('StorageClass', storageClassOf(upload)),
    text('ChecksumAlgorithm', upload.checksumAlgorithm?.toUpperCase()),
    text('ChecksumType', upload.checksumAlgorithm && 'COMPOSITE'),
    text('Initiated', new Date(upload.initiated).toISOString()),
  )

/** ListMultipartUploads: the open uploads under a prefix, by key and then by age. */
export const listMultipartUploads: Operation = ({ request, store }) => {
  const key = parameter(request, 'key-marker') ?? ''
  const uploadId = key === '' ? '' : (parameter(request, 'upload-id-marker') ?? '')
  const prefix = parameter(request, 'prefix') ?? ''
  const delimiter = parameter(request, 'delimiter') ?? ''
  const limit = readCount(request, 'max-uploads')
  const encoding = readEncoding(request)
  const uploads = store.uploads(request.bucket).filter(isBehind({ key, uploadId })).sort(compareUploads)
  const page = takePage(uploads, { prefix, delimiter, after: key, limit })
  const lastUpload = page.contents.at(-1)
  return xmlResponse(
    xmlDocument(
      'ListMultipartUploadsResult',
      text('Bucket', request.bucket),
      text('KeyMarker', encoding.write(key)),
      text('UploadIdMarker', uploadId),
      text('NextKeyMarker', page.isTruncated ? encoding.write(page.last) : ''),
      text(
        'NextUploadIdMarker',
        page.isTruncated && lastUpload?.key === page.last ? lastUpload.uploadId : '',
      ),
      text('Prefix', encoding.write(prefix)),
      text('Delimiter', delimiter === '' ? undefined : encoding.write(delimiter)),
      text('MaxUploads', limit),
      text('EncodingType', encoding.type),
      text('IsTruncated', page.isTruncated),
      ...page.contents.map((upload) => uploadElement(upload, encoding)),
      ...page.commonPrefixes.map((prefix) =>
        element('CommonPrefixes', text('Prefix', encoding.write(prefix))),
      ),
    ),
  )
}
