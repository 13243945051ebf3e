import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsCommandOutput,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3'
import type { Listing } from '../../../uploads/storage-calls.ts'
import { decodeKey } from '../transport/create-lists.ts'
import type { Handler } from './create-caller.ts'
import { storedFile } from './read-object.ts'

/** What a page of both versions says; `keyOf` reads the key inside the place. */
const listing = (
  page: ListObjectsCommandOutput | ListObjectsV2CommandOutput,
  keyOf: (text: string) => string,
  path: string,
): Listing => {
  const { Contents = [], CommonPrefixes = [], IsTruncated = false } = page
  const files = Contents.flatMap((object) => {
    const key = keyOf(object.Key ?? '')
    // The folder itself is an object where a console made it.
    return key === '' || (key === path && key.endsWith('/')) ? [] : [storedFile(key, object)]
  })
  return {
    files,
    folders: CommonPrefixes.map(({ Prefix = '' }) => keyOf(Prefix)),
    keyCount: Contents.length + CommonPrefixes.length,
    isTruncated: IsTruncated,
  }
}

/** One page of the files of a place: GET /{Bucket}, version 1 or 2. */
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
      // Version 1 names the next marker only where there is a delimiter; otherwise it is the last key.
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
