import {
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type ListObjectsCommandOutput,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3'
import type { Listing } from '../../../stored-files/storage-calls.ts'
import { decodeKey } from '../transport/create-lists.ts'
import type { Handler } from './create-caller.ts'
import { toStoredFile } from './object-calls.ts'

/**
 * Converts a page of ListObjects (version 1) or ListObjectsV2. `toRelativeKey` decodes a key and makes it
 * relative to the location. `path` is the beginning of the keys in the call.
 */
const toListing = (
  page: ListObjectsCommandOutput | ListObjectsV2CommandOutput,
  toRelativeKey: (text: string) => string,
  path: string,
): Listing => {
  const { Contents: objects = [], CommonPrefixes: prefixes = [], IsTruncated: isTruncated = false } = page
  const files = objects.flatMap((object) => {
    const key = toRelativeKey(object.Key ?? '')
    // A folder that was created in a console is an empty object with the key of the folder. It is not a file.
    // Neither is the empty object of the location itself, whose relative key is `''`.
    return key === '' || (key === path && key.endsWith('/')) ? [] : [toStoredFile(key, object)]
  })
  return {
    files,
    folders: prefixes.map(({ Prefix: prefix = '' }) => toRelativeKey(prefix)),
    // Version 1 does not return the count.
    keyCount: objects.length + prefixes.length,
    isTruncated,
  }
}

/**
 * Requests one page of the files of a location: GET /{Bucket}, version 1 or 2. The object store works with
 * full keys. The keys in `call` and in the result are relative to the location.
 */
export const listObjects: Handler<'list'> = ({ query, bucket, getPrefix }, call) =>
  query(async (client, options) => {
    const { path = '', delimiter, maxKeys } = call
    const prefix = getPrefix(call)
    const toRelativeKey = (text: string) => decodeKey(text).slice(prefix.length)
    const toFullKey = (key: string | undefined) => (key === undefined ? undefined : prefix + key)
    const input = {
      Bucket: bucket,
      Prefix: prefix + path,
      EncodingType: 'url' as const,
      Delimiter: delimiter,
      MaxKeys: maxKeys,
    }
    if (call.version === 1) {
      const command = new ListObjectsCommand({ ...input, Marker: toFullKey(call.marker) })
      const page = await client.send(command, options)
      // Version 1 names the next marker only if there is a delimiter; otherwise the last key is the marker.
      const marker = page.IsTruncated ? (page.NextMarker ?? page.Contents?.at(-1)?.Key) : undefined
      return {
        ...toListing(page, toRelativeKey, path),
        ...(marker !== undefined && { nextMarker: toRelativeKey(marker) }),
      }
    }
    const { continuationToken, startAfter, fetchOwner } = call
    const command = new ListObjectsV2Command({
      ...input,
      ContinuationToken: continuationToken,
      StartAfter: toFullKey(startAfter),
      FetchOwner: fetchOwner,
    })
    const page = await client.send(command, options)
    const { KeyCount: keyCount, NextContinuationToken: nextContinuationToken } = page
    return {
      ...toListing(page, toRelativeKey, path),
      ...(keyCount !== undefined && { keyCount }),
      ...(nextContinuationToken !== undefined && { nextContinuationToken }),
    }
  })

/** Requests one page of the parts that an upload has in the object store. */
export const listParts: Handler<'listParts'> = ({ query, toObjectParams }, call) =>
  query(async (client, options) => {
    const { uploadId, maxParts, partNumberMarker: marker } = call
    const command = new ListPartsCommand({
      ...toObjectParams(call),
      UploadId: uploadId,
      MaxParts: maxParts,
      PartNumberMarker: marker === undefined ? undefined : String(marker),
    })
    const page = await client.send(command, options)
    const { Parts: parts = [], IsTruncated: isTruncated = false, StorageClass: storageClass } = page
    // Not every object store names the next marker. It is the number of the last part.
    const nextMarker = page.NextPartNumberMarker ?? parts.at(-1)?.PartNumber
    return {
      // Leaves out parts whose description is incomplete.
      parts: parts.flatMap(({ PartNumber: number, ETag: eTag, Size: size }) =>
        number === undefined || eTag === undefined || size === undefined ? [] : [{ number, eTag, size }],
      ),
      isTruncated,
      ...(isTruncated && nextMarker !== undefined && { nextPartNumberMarker: Number(nextMarker) }),
      ...(storageClass && { storageClass }),
    }
  })
