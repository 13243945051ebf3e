import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsCommandOutput,
  type ListObjectsV2CommandOutput,
  type _Object as ListedObject,
} from '@aws-sdk/client-s3'
import { ok } from '../../../lib/result.ts'
import type { Caller } from './create-caller.ts'
import type { ListCall, Listing, StorageCalls, StoredFile } from '../../../uploads/storage-calls.ts'

type ListOutput = ListObjectsCommandOutput | ListObjectsV2CommandOutput

/** Keys come percent-encoded, because XML cannot hold every character; a space is a plus. */
const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

const storedFile = (object: ListedObject, key: string): StoredFile => {
  const { Size = 0, LastModified, ETag, StorageClass, Owner } = object
  const owner = Owner?.DisplayName ?? Owner?.ID
  return {
    key,
    size: Size,
    lastModified: LastModified?.getTime() ?? 0,
    ...(ETag && { eTag: ETag }),
    ...(StorageClass && { storageClass: StorageClass }),
    ...(owner !== undefined && { owner }),
  }
}

/** Version 1 names the next marker only where there is a delimiter; otherwise it is the last key. */
const nextMarkerOf = (result: ListObjectsCommandOutput): string | undefined =>
  result.NextMarker ?? result.Contents?.at(-1)?.Key

const next = (result: ListOutput, prefix: string): Pick<Listing, 'nextMarker' | 'nextContinuationToken'> => {
  if ('NextContinuationToken' in result && result.NextContinuationToken !== undefined)
    return { nextContinuationToken: result.NextContinuationToken }
  if ('KeyCount' in result || result.IsTruncated !== true) return {}
  const marker = nextMarkerOf(result)
  return marker === undefined ? {} : { nextMarker: decode(marker).slice(prefix.length) }
}

const listing = (result: ListOutput, { prefix, path }: { prefix: string; path: string }): Listing => {
  const { Contents = [], CommonPrefixes = [], IsTruncated = false } = result
  const files = Contents.flatMap((object) => {
    const key = decode(object.Key ?? '').slice(prefix.length)
    // The folder itself is an object where a console made it.
    return key === '' || (key === path && key.endsWith('/')) ? [] : [storedFile(object, key)]
  })
  const folders = CommonPrefixes.map(({ Prefix = '' }) => decode(Prefix).slice(prefix.length))
  const counted = 'KeyCount' in result ? result.KeyCount : undefined
  const keyCount = counted ?? Contents.length + CommonPrefixes.length
  return { files, folders, keyCount, isTruncated: IsTruncated, ...next(result, prefix) }
}

const pageOf = (call: ListCall, prefix: string) =>
  call.version === 1
    ? { ...(call.marker !== undefined && { Marker: prefix + call.marker }) }
    : {
        ...(call.continuationToken !== undefined && { ContinuationToken: call.continuationToken }),
        ...(call.startAfter !== undefined && { StartAfter: prefix + call.startAfter }),
        ...(call.fetchOwner !== undefined && { FetchOwner: call.fetchOwner }),
      }

/** One page of the files of a place: GET /{Bucket}, version 1 or 2. */
export const createList =
  (caller: Caller): StorageCalls['list'] =>
  (call) =>
    caller(call, async ({ bucket, prefixOf, query }) => {
      const { path = '', delimiter, maxKeys } = call
      const prefix = prefixOf(call)
      const input = {
        Bucket: bucket,
        Prefix: prefix + path,
        EncodingType: 'url' as const,
        ...(delimiter !== undefined && { Delimiter: delimiter }),
        ...(maxKeys !== undefined && { MaxKeys: maxKeys }),
        ...pageOf(call, prefix),
      }
      const result = await query<ListOutput>((client, options) =>
        call.version === 1
          ? client.send(new ListObjectsCommand(input), options)
          : client.send(new ListObjectsV2Command(input), options),
      )
      return result.ok ? ok(listing(result.value, { prefix, path })) : result
    })
