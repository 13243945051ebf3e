import type { _Object as ListedObject } from '@aws-sdk/client-s3'
import type { StoredFile } from '../../../uploads/storage-calls.ts'

/** A file as the store describes it in a listing, or in the headers of a response. */
export const storedFile = (
  key: string,
  { Size = 0, LastModified, ETag, StorageClass, Owner }: ListedObject,
): StoredFile => {
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
