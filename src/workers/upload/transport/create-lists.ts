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
 * The maximum number of pages of a list: 10,000 parts in pages of 1,000 are ten pages, and some stores use
 * smaller pages.
 */
const maxPages = 200

/** Its name has the form of the store's own errors. */
const endless = () => Object.assign(new Error('A list of the store does not end'), { name: 'EndlessList' })

/**
 * Reads a list page by page. `next` returns where the following page begins, or undefined for the last page;
 * `read` is the number of pages read. A list that returns to an earlier position, or has too many pages,
 * would never end: the function throws `EndlessList`.
 */
export const readPages = async <Page>(
  read: (from: string | undefined) => Promise<Page>,
  next: (page: Page, read: number) => string | undefined,
): Promise<Page[]> => {
  const pages: Page[] = []
  const seen = new Set<string>()
  for (let from: string | undefined; ;) {
    const page = await read(from)
    pages.push(page)
    from = next(page, pages.length)
    if (from === undefined) return pages
    if (seen.has(from) || pages.length === maxPages) throw endless()
    seen.add(from)
  }
}

type Request = <T>(send: (client: S3Client) => Promise<T>) => StorageResult<T>
/** The sender's requests, as the engine uses them. */
export type Requests = { send: Request; query: Request }

/** Whether an ETag is the MD5 of zero bytes: no part is empty. */
export const isOfNothing = (eTag: string): boolean => eTag.includes('d41d8cd98f00b204e9800998ecf8427e')

const storedPart = ({ PartNumber, Size, ETag, ChecksumCRC32 }: ListedPart): StoredPart[] =>
  PartNumber === undefined || Size === undefined || ETag === undefined || isOfNothing(ETag)
    ? []
    : [{ number: PartNumber, size: Size, eTag: ETag, ...(ChecksumCRC32 && { checksum: ChecksumCRC32 }) }]

const listAllParts = async (
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string },
  options: HandlerOptions,
): Promise<StoredPart[]> => {
  const pages = await readPages(
    (PartNumberMarker) => client.send(new ListPartsCommand({ ...upload, PartNumberMarker }), options),
    ({ IsTruncated, NextPartNumberMarker, Parts }) =>
      // Not every store names the marker. It is the last part number of the page.
      IsTruncated ? (NextPartNumberMarker ?? Parts?.at(-1)?.PartNumber?.toString()) : undefined,
  )
  return pages.flatMap(({ Parts = [] }) => Parts.flatMap(storedPart))
}

const listAllUploads = async (
  client: S3Client,
  { Bucket, Key }: { Bucket: string; Key: string },
  options: HandlerOptions,
): Promise<string[]> => {
  const list = { Bucket, Prefix: Key }
  const pages = await readPages(
    (UploadIdMarker) => {
      const from = UploadIdMarker === undefined ? {} : { KeyMarker: Key, UploadIdMarker }
      return client.send(new ListMultipartUploadsCommand({ ...list, ...from }), options)
    },
    ({ IsTruncated, NextKeyMarker, NextUploadIdMarker }) =>
      IsTruncated && NextKeyMarker === Key ? NextUploadIdMarker : undefined,
  )
  // Uploads of keys that only begin with this key come after it.
  return pages.flatMap(({ Uploads = [] }) =>
    Uploads.flatMap((upload) => (upload.Key === Key && upload.UploadId !== undefined ? upload.UploadId : [])),
  )
}

/** Pages of 1,000 objects. The limit keeps an upload from waiting longer for a person with more files. */
const maxObjectPages = 10

/**
 * Decodes a percent-encoded key, with a plus for each space. Keys arrive encoded because XML cannot hold
 * every character.
 */
export const decodeKey = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

const listFirstObjects = async (
  client: S3Client,
  list: { Bucket: string; Prefix: string },
  options: HandlerOptions,
): Promise<ListedObject[]> => {
  const pages = await readPages(
    (ContinuationToken) =>
      client.send(new ListObjectsV2Command({ ...list, EncodingType: 'url', ContinuationToken }), options),
    ({ IsTruncated, NextContinuationToken }, read) =>
      IsTruncated && read < maxObjectPages ? NextContinuationToken : undefined,
  )
  return pages.flatMap(({ Contents = [] }) =>
    Contents.map(({ Key = '', Size = 0 }) => ({ key: decodeKey(Key), size: Size })),
  )
}

/** The requests that list what the store has: parts, uploads, and the objects below a prefix. */
export const createLists = (
  { query }: Requests,
  Bucket: string,
): Pick<ObjectTransport, 'listParts' | 'listUploads' | 'listObjects'> => ({
  listParts: (Key, UploadId, { signal }) =>
    query((client) => listAllParts(client, { Bucket, Key, UploadId }, { abortSignal: signal })),

  listUploads: (Key, { signal }) =>
    query((client) => listAllUploads(client, { Bucket, Key }, { abortSignal: signal })),

  listObjects: (Prefix, { signal }) =>
    query((client) => listFirstObjects(client, { Bucket, Prefix }, { abortSignal: signal })),
})
