import {
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type Part as ListedPart,
} from '@aws-sdk/client-s3'
import type { ListedObject, ObjectTransport, StoredPart } from './object-transport.ts'
import type { S3Client } from './s3-client.ts'
import type { StorageResult } from './storage-failure.ts'
import type { HandlerOptions } from './xhr-handler.ts'

/**
 * The maximum number of pages of a list: 10,000 parts in pages of 1,000 are ten pages, and some object stores
 * use smaller pages.
 */
const maxPages = 200

/** The error for a list without an end. Its name becomes the code of the failure, like the codes of S3. */
const createEndlessListError = () =>
  Object.assign(new Error('The object store returned a list without an end'), { name: 'EndlessList' })

/**
 * Reads a list page by page. `nextMarker` returns the marker where the following page begins, or undefined
 * for the last page; `count` is the number of pages read so far. A list that returns to an earlier marker, or
 * has too many pages, would never end, so this throws `EndlessList`.
 */
export const readPages = async <Page>(
  readPage: (marker: string | undefined) => Promise<Page>,
  nextMarker: (page: Page, count: number) => string | undefined,
): Promise<Page[]> => {
  const pages: Page[] = []
  const markers = new Set<string>()
  let marker: string | undefined
  for (;;) {
    const page = await readPage(marker)
    pages.push(page)
    marker = nextMarker(page, pages.length)
    if (marker === undefined) return pages
    if (markers.has(marker) || pages.length === maxPages) throw createEndlessListError()
    markers.add(marker)
  }
}

type Request = <T>(send: (client: S3Client) => Promise<T>) => StorageResult<T>
/** The functions of `Sender` that send a request, but with failures of the type `StorageFailure`. */
export type Requests = { send: Request; query: Request }

/** Whether an ETag is the MD5 of zero bytes. A part with it has lost its bytes, because no part is empty. */
export const isEmptyETag = (eTag: string): boolean => eTag.includes('d41d8cd98f00b204e9800998ecf8427e')

/**
 * Converts a listed part. Returns an empty list for a part whose description is incomplete, or whose bytes
 * were lost.
 */
const toStoredParts = ({
  PartNumber: number,
  Size: size,
  ETag: eTag,
  ChecksumCRC32: checksum,
}: ListedPart): StoredPart[] => {
  if (number === undefined || size === undefined || eTag === undefined) return []
  return isEmptyETag(eTag) ? [] : [{ number, size, eTag, ...(checksum && { checksum }) }]
}

/** Lists the parts of an upload that still have their bytes. */
const listAllParts = async (
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string },
  options: HandlerOptions,
): Promise<StoredPart[]> => {
  const pages = await readPages(
    (marker) => client.send(new ListPartsCommand({ ...upload, PartNumberMarker: marker }), options),
    (page) =>
      // Not every object store names the marker. It is the last part number of the page.
      page.IsTruncated
        ? (page.NextPartNumberMarker ?? page.Parts?.at(-1)?.PartNumber?.toString())
        : undefined,
  )
  return pages.flatMap((page) => (page.Parts ?? []).flatMap(toStoredParts))
}

/** Lists the ids of the open uploads of a key. */
const listAllUploads = async (
  client: S3Client,
  { Bucket: bucket, Key: key }: { Bucket: string; Key: string },
  options: HandlerOptions,
): Promise<string[]> => {
  const list = { Bucket: bucket, Prefix: key }
  const pages = await readPages(
    (marker) => {
      const position = marker === undefined ? {} : { KeyMarker: key, UploadIdMarker: marker }
      return client.send(new ListMultipartUploadsCommand({ ...list, ...position }), options)
    },
    // Uploads of keys that only begin with this key come after it, so their pages are not read.
    (page) => (page.IsTruncated && page.NextKeyMarker === key ? page.NextUploadIdMarker : undefined),
  )
  return pages.flatMap(({ Uploads: uploads = [] }) =>
    uploads.flatMap((upload) => (upload.Key === key && upload.UploadId !== undefined ? upload.UploadId : [])),
  )
}

/**
 * The maximum number of pages of 1,000 objects. With more files, an upload does not wait for the rest of the
 * list.
 */
const maxObjectPages = 10

/**
 * Decodes a percent-encoded key, with a plus for each space. Keys arrive encoded because XML cannot hold
 * every character.
 */
export const decodeKey = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** Lists the objects whose keys begin with a prefix, from the first `maxObjectPages` pages. */
const listFirstObjects = async (
  client: S3Client,
  list: { Bucket: string; Prefix: string },
  options: HandlerOptions,
): Promise<ListedObject[]> => {
  const pages = await readPages(
    (token) => {
      const command = new ListObjectsV2Command({ ...list, EncodingType: 'url', ContinuationToken: token })
      return client.send(command, options)
    },
    (page, count) => (page.IsTruncated && count < maxObjectPages ? page.NextContinuationToken : undefined),
  )
  return pages.flatMap(({ Contents: objects = [] }) =>
    objects.map(({ Key: key = '', Size: size = 0 }) => ({ key: decodeKey(key), size })),
  )
}

/** Lists what the object store has: parts, uploads, and the objects whose keys begin with a prefix. */
export const createLists = (
  { query }: Requests,
  bucket: string,
): Pick<ObjectTransport, 'listParts' | 'listUploads' | 'listObjects'> => ({
  listParts: (key, uploadId, { signal }) => {
    const upload = { Bucket: bucket, Key: key, UploadId: uploadId }
    return query((client) => listAllParts(client, upload, { abortSignal: signal }))
  },

  listUploads: (key, { signal }) =>
    query((client) => listAllUploads(client, { Bucket: bucket, Key: key }, { abortSignal: signal })),

  listObjects: (prefix, { signal }) =>
    query((client) => listFirstObjects(client, { Bucket: bucket, Prefix: prefix }, { abortSignal: signal })),
})
