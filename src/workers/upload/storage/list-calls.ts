import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsCommandOutput,
  type ListObjectsV2CommandOutput,
  ListPartsCommand,
} from '@aws-sdk/client-s3'
import type { Listing } from '../../../stored-files/storage-calls.ts'
import { decodeKey } from '../transport/create-lists.ts'
import type { Handler } from './create-caller.ts'
import { storedFile } from './object-calls.ts'

/** Converts a page of either version; `keyOf` reads the key relative to the location. */
const listing = (
  page: ListObjectsCommandOutput | ListObjectsV2CommandOutput,
  keyOf: (text: string) => string,
  path: string,
): Listing => {
  const { Contents = [], CommonPrefixes = [], IsTruncated = false } = page
  const files = Contents.flatMap((object) => {
    const key = keyOf(object.Key ?? '')
    // If a console created the folder, the folder itself is an object.
    return key === '' || (key === path && key.endsWith('/')) ? [] : [storedFile(key, object)]
  })
  return {
    files,
    folders: CommonPrefixes.map(({ Prefix = '' }) => keyOf(Prefix)),
    keyCount: Contents.length + CommonPrefixes.length,
    isTruncated: IsTruncated,
  }
}

/** One page of the files of a location: GET /{Bucket}, version 1 or 2. */
export const listObjects: Handler<'list'> = ({ query, bucket, prefixOf }, call) =>
  query(async (client, options) => {
    const { path = '', delimiter, maxKeys } = call
    const prefix = prefixOf(call)
    const keyOf = (text: string) => decodeKey(text).slice(prefix.length)
    const inPlace = (key: string | undefined) => (key === undefined ? undefined : prefix + key)
    const input = {
      Bucket: bucket,
      Prefix: prefix + path,
      EncodingType: 'url' as const,
      Delimiter: delimiter,
      MaxKeys: maxKeys,
    }
    if (call.version === 1) {
      const command = new ListObjectsCommand({ ...input, Marker: inPlace(call.marker) })
      const page = await client.send(command, options)
      // Version 1 names the next marker only if there is a delimiter; otherwise the last key is the marker.
      const marker = page.IsTruncated ? (page.NextMarker ?? page.Contents?.at(-1)?.Key) : undefined
      return {
        ...listing(page, keyOf, path),
        ...(marker !== undefined && { nextMarker: keyOf(marker) }),
      }
    }
    const { continuationToken, startAfter, fetchOwner } = call
    const command = new ListObjectsV2Command({
      ...input,
      ContinuationToken: continuationToken,
      StartAfter: inPlace(startAfter),
      FetchOwner: fetchOwner,
    })
    const page = await client.send(command, options)
    const { KeyCount, NextContinuationToken } = page
    return {
      ...listing(page, keyOf, path),
      ...(KeyCount !== undefined && { keyCount: KeyCount }),
      ...(NextContinuationToken !== undefined && { nextContinuationToken: NextContinuationToken }),
    }
  })

/** One page of the parts that an upload has on the server. */
export const listParts: Handler<'listParts'> = ({ query, at }, call) =>
  query(async (client, options) => {
    const { uploadId: UploadId, maxParts: MaxParts, partNumberMarker: marker } = call
    const PartNumberMarker = marker === undefined ? undefined : String(marker)
    const page = await client.send(
      new ListPartsCommand({ ...at(call), UploadId, MaxParts, PartNumberMarker }),
      options,
    )
    const { Parts = [], IsTruncated = false, NextPartNumberMarker, StorageClass } = page
    return {
      parts: Parts.flatMap(({ PartNumber, ETag, Size }) =>
        PartNumber === undefined || ETag === undefined || Size === undefined
          ? []
          : [{ number: PartNumber, eTag: ETag, size: Size }],
      ),
      isTruncated: IsTruncated,
      ...(IsTruncated && { nextPartNumberMarker: Number(NextPartNumberMarker) }),
      ...(StorageClass && { storageClass: StorageClass }),
    }
  })
