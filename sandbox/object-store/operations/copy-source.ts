import { createInvalidArgumentError, S3Error } from '../http/errors.ts'
import { getHeader } from '../http/request.ts'
import { evaluateReadConditions } from '../objects/conditions.ts'
import { assertNotArchived } from '../objects/storage-class.ts'
import { assertAccess } from '../policy.ts'
import type { StoredObject } from '../store/entries.ts'
import type { Call } from './operation.ts'

const headerName = 'x-amz-copy-source'

const decodeSource = (source: string) => {
  try {
    return decodeURIComponent(source)
  } catch {
    throw createInvalidArgumentError('Copy Source must mention the source bucket and key', headerName, source)
  }
}

/** Finds the source object of a copy. Throws if the caller may not read it or a condition is false. */
export const readCopySource = ({ request, caller, store, buckets }: Call): StoredObject => {
  const source = getHeader(request, headerName) ?? ''
  const [path = '', query] = source.split('?')
  const [bucket = '', ...keySegments] = decodeSource(path).replace(/^\//, '').split('/')
  const key = keySegments.join('/')
  if (bucket === '' || key === '') {
    throw createInvalidArgumentError(
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
      headerName,
      source,
    )
  }
  // The only query that S3 allows here is the id of a version.
  if (query !== undefined) throw new S3Error('NotImplemented', { Header: `${headerName}: versionId` })
  if (!buckets.includes(bucket)) throw new S3Error('NoSuchBucket', { BucketName: bucket })
  const { identityId } = caller
  assertAccess({ identityId, action: 's3:GetObject', bucket, path: key })
  const object = store.findObject(bucket, key)
  if (!object) throw new S3Error('NoSuchKey', { Key: key })
  assertNotArchived(object, 'ObjectNotInActiveTierError')
  if (evaluateReadConditions(request, object, `${headerName}-`) === 'not-modified') {
    throw new S3Error('PreconditionFailed', { Condition: `${headerName}-If-None-Match` })
  }
  return object
}
