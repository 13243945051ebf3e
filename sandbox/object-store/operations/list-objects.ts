import { xmlResponse } from '../http/response.ts'
import { invalidArgument } from '../http/errors.ts'
import { parameter, type S3Request } from '../http/request.ts'
import { element, text, xmlDocument } from '../http/xml.ts'
import { type Encoding, readCount, readEncoding } from '../listing/list-parameters.ts'
import { type Page, takePage } from '../listing/page.ts'
import { quoted } from '../objects/etag.ts'
import { storageClassOf } from '../objects/storage-class.ts'
import { compareKeys } from '../store/key-order.ts'
import type { StoredObject } from '../store/entries.ts'
import type { Call, Operation } from './operation.ts'
import { ownerElement } from './owner.ts'

type Listing = {
  page: Page<StoredObject>
  prefix: string
  delimiter: string
  limit: number
  encoding: Encoding
}

const list = ({ request, store }: Call, after: string): Listing => {
  const prefix = parameter(request, 'prefix') ?? ''
  const delimiter = parameter(request, 'delimiter') ?? ''
  const limit = readCount(request, 'max-keys')
  const encoding = readEncoding(request)
  const from = compareKeys(after, prefix) > 0 ? after : prefix
  const candidates = store.objects(request.bucket, from)
  const page = takePage(skipKey(candidates, after), { prefix, delimiter, after, limit })
  return { page, prefix, delimiter, limit, encoding }
}

function* skipKey(objects: Iterable<StoredObject>, key: string) {
  for (const object of objects) if (object.key !== key) yield object
}

const contents = ({ page, encoding }: Listing, owner: string) =>
  page.contents.map(({ key, modified, etag, size, checksum, headers }) =>
    element(
      'Contents',
      text('Key', encoding.write(key)),
      text('LastModified', new Date(modified).toISOString()),
      text('ETag', quoted(etag)),
      text('ChecksumAlgorithm', checksum?.algorithm.toUpperCase()),
      text('Size', size),
      text('StorageClass', storageClassOf({ headers })),
      owner,
    ),
  )

const commonElements = (request: S3Request, { page, prefix, delimiter, limit, encoding }: Listing) => [
  text('Name', request.bucket),
  text('Prefix', encoding.write(prefix)),
  text('Delimiter', delimiter === '' ? undefined : encoding.write(delimiter)),
  text('MaxKeys', limit),
  text('EncodingType', encoding.type),
  text('IsTruncated', page.isTruncated),
  ...page.commonPrefixes.map((prefix) => element('CommonPrefixes', text('Prefix', encoding.write(prefix)))),
]

/** ListObjects, version 1: pages go on at a key, which is only named when there is a delimiter. */
export const listObjects: Operation = (call) => {
  const { request } = call
  const marker = parameter(request, 'marker') ?? ''
  const listing = list(call, marker)
  const { page, encoding, delimiter } = listing
  const hasNextMarker = page.isTruncated && delimiter !== ''
  return xmlResponse(
    xmlDocument(
      'ListBucketResult',
      text('Marker', encoding.write(marker)),
      text('NextMarker', hasNextMarker ? encoding.write(page.last) : undefined),
      ...commonElements(request, listing),
      ...contents(listing, ownerElement(request.bucket)),
    ),
  )
}

const toToken = (key: string) => Buffer.from(key).toString('base64url')

const readToken = (token: string) => {
  const key = Buffer.from(token, 'base64url').toString()
  if (token !== '' && toToken(key) === token) return key
  throw invalidArgument('The continuation token provided is incorrect', 'continuation-token', token)
}

/** ListObjectsV2: pages go on at an opaque token; owners are only named on request. */
export const listObjectsV2: Operation = (call) => {
  const { request } = call
  const token = parameter(request, 'continuation-token')
  const startAfter = parameter(request, 'start-after')
  const listing = list(call, token === undefined ? (startAfter ?? '') : readToken(token))
  const { page, encoding } = listing
  const owner = parameter(request, 'fetch-owner') === 'true' ? ownerElement(request.bucket) : ''
  return xmlResponse(
    xmlDocument(
      'ListBucketResult',
      text('KeyCount', page.contents.length + page.commonPrefixes.length),
      text('StartAfter', startAfter === undefined ? undefined : encoding.write(startAfter)),
      text('ContinuationToken', token),
      text('NextContinuationToken', page.isTruncated ? toToken(page.last) : undefined),
      ...commonElements(request, listing),
      ...contents(listing, owner),
    ),
  )
}
