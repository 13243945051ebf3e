import { xmlResponse } from '../http/response.ts'
import { invalidArgument } from '../http/errors.ts'
import { parameter } from '../http/request.ts'
import type { Elements } from '../http/xml.ts'
import { type Listing, listingElements, readListing } from '../listing/listing.ts'
import { type Page, takePage } from '../listing/page.ts'
import { quoted } from '../objects/etag.ts'
import { storageClassOf } from '../objects/storage-class.ts'
import { compareKeys } from '../store/key-order.ts'
import type { StoredObject } from '../store/entries.ts'
import type { Call, Operation } from './operation.ts'
import { ownerOf } from './list-uploads.ts'

type ObjectListing = Listing & { page: Page<StoredObject> }

const list = ({ request, store }: Call, after: string): ObjectListing => {
  const listing = readListing(request, 'max-keys')
  const from = compareKeys(after, listing.prefix) > 0 ? after : listing.prefix
  const candidates = skipKey(store.objects(request.bucket, from), after)
  return { ...listing, page: takePage(candidates, { ...listing, after }) }
}

function* skipKey(objects: Iterable<StoredObject>, key: string) {
  for (const object of objects) if (object.key !== key) yield object
}

const objectElements = (bucket: string, listing: ObjectListing, hasOwner: boolean): Elements => ({
  Name: bucket,
  MaxKeys: listing.limit,
  ...listingElements(listing, listing.page),
  Contents: listing.page.contents.map((object) => ({
    Key: listing.write(object.key),
    LastModified: new Date(object.modified).toISOString(),
    ETag: quoted(object.etag),
    ChecksumAlgorithm: object.checksum?.algorithm.toUpperCase(),
    Size: object.size,
    StorageClass: storageClassOf(object),
    Owner: hasOwner ? ownerOf(bucket) : undefined,
  })),
})

/** ListObjects, version 1: pages continue at a key, which the response names only if there is a delimiter. */
export const listObjects: Operation = (call) => {
  const { request } = call
  const marker = parameter(request, 'marker') ?? ''
  const listing = list(call, marker)
  const { page, write, delimiter } = listing
  return xmlResponse('ListBucketResult', {
    Marker: write(marker),
    NextMarker: page.isTruncated && delimiter !== '' ? write(page.last) : undefined,
    ...objectElements(request.bucket, listing, true),
  })
}

const toToken = (key: string) => Buffer.from(key).toString('base64url')

const readToken = (token: string) => {
  const key = Buffer.from(token, 'base64url').toString()
  if (token !== '' && toToken(key) === token) return key
  throw invalidArgument('The continuation token provided is incorrect', 'continuation-token', token)
}

/** ListObjectsV2: pages continue at an opaque token. The response names owners only on request. */
export const listObjectsV2: Operation = (call) => {
  const { request } = call
  const token = parameter(request, 'continuation-token')
  const startAfter = parameter(request, 'start-after')
  const listing = list(call, token === undefined ? (startAfter ?? '') : readToken(token))
  const { page, write } = listing
  return xmlResponse('ListBucketResult', {
    KeyCount: page.contents.length + page.commonPrefixes.length,
    StartAfter: startAfter === undefined ? undefined : write(startAfter),
    ContinuationToken: token,
    NextContinuationToken: page.isTruncated ? toToken(page.last) : undefined,
    ...objectElements(request.bucket, listing, parameter(request, 'fetch-owner') === 'true'),
  })
}
