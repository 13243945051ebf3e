import { createInvalidArgumentError } from '../http/errors.ts'
import { getParameter } from '../http/request.ts'
import { createXmlResponse } from '../http/response.ts'
import type { Elements } from '../http/xml.ts'
import { createListingElements, type ListingParameters, readListingParameters } from '../listing/listing.ts'
import { type Page, takePage } from '../listing/page.ts'
import { quoteEtag } from '../objects/etag.ts'
import { createOwner } from '../objects/owner.ts'
import { getStorageClass } from '../objects/storage-class.ts'
import type { StoredObject } from '../store/entries.ts'
import { compareKeys } from '../store/key-order.ts'
import type { Call, Operation } from './operation.ts'

type ObjectListing = ListingParameters & { page: Page<StoredObject> }

/** Lists the objects after a key or common prefix; after '' lists all. */
const listAfter = ({ request, store }: Call, after: string): ObjectListing => {
  const parameters = readListingParameters(request, 'max-keys')
  const firstKey = compareKeys(after, parameters.prefix) > 0 ? after : parameters.prefix
  const objects = skipKey(store.iterateObjects(request.bucket, firstKey), after)
  return { ...parameters, page: takePage(objects, { ...parameters, after }) }
}

function* skipKey(objects: Iterable<StoredObject>, key: string) {
  for (const object of objects) if (object.key !== key) yield object
}

const createObjectElements = (
  bucket: string,
  listing: ObjectListing,
  { hasOwner }: { hasOwner: boolean },
): Elements => ({
  Name: bucket,
  MaxKeys: listing.limit,
  ...createListingElements(listing, listing.page),
  Contents: listing.page.contents.map((object) => ({
    Key: listing.encodeKey(object.key),
    LastModified: new Date(object.modified).toISOString(),
    ETag: quoteEtag(object.etag),
    ChecksumAlgorithm: object.checksum?.algorithm.toUpperCase(),
    Size: object.size,
    StorageClass: getStorageClass(object),
    Owner: hasOwner ? createOwner(bucket) : undefined,
  })),
})

/**
 * ListObjects, version 1: pages continue after a key. The response names it only if there is a delimiter;
 * without one, the client takes the last key of the page.
 */
export const listObjects: Operation = (call) => {
  const { request } = call
  const marker = getParameter(request, 'marker') ?? ''
  const listing = listAfter(call, marker)
  const { page, encodeKey, delimiter } = listing
  return createXmlResponse('ListBucketResult', {
    Marker: encodeKey(marker),
    NextMarker: page.isTruncated && delimiter !== '' ? encodeKey(page.end) : undefined,
    ...createObjectElements(request.bucket, listing, { hasOwner: true }),
  })
}

const encodeToken = (key: string) => Buffer.from(key).toString('base64url')

const decodeToken = (token: string) => {
  const key = Buffer.from(token, 'base64url').toString()
  if (token !== '' && encodeToken(key) === token) return key
  throw createInvalidArgumentError(
    'The continuation token provided is incorrect',
    'continuation-token',
    token,
  )
}

/** ListObjectsV2: an opaque token selects the next page. The response names owners only on request. */
export const listObjectsV2: Operation = (call) => {
  const { request } = call
  const token = getParameter(request, 'continuation-token')
  const startAfter = getParameter(request, 'start-after')
  const listing = listAfter(call, token === undefined ? (startAfter ?? '') : decodeToken(token))
  const { page, encodeKey } = listing
  return createXmlResponse('ListBucketResult', {
    KeyCount: page.contents.length + page.commonPrefixes.length,
    StartAfter: startAfter === undefined ? undefined : encodeKey(startAfter),
    ContinuationToken: token,
    NextContinuationToken: page.isTruncated ? encodeToken(page.end) : undefined,
    ...createObjectElements(request.bucket, listing, {
      hasOwner: getParameter(request, 'fetch-owner') === 'true',
    }),
  })
}
