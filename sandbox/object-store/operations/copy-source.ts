import { invalidArgument, S3Error } from '../http/errors.ts'
import { header } from '../http/request.ts'
import { judgeRead } from '../objects/conditions.ts'
import { refuseArchived } from '../objects/storage-class.ts'
import { checkAccess } from '../policy.ts'
import type { StoredObject } from '../store/entries.ts'
import type { Call } from './operation.ts'

const name = 'x-amz-copy-source'

const decode = (source: string) => {
  try {
    return decodeURIComponent(source)
  } catch {
    throw invalidArgument('Copy Source must mention the source bucket and key', name, source)
  }
}

/** The source object of a copy, if the caller may read it and its conditions hold. */
export const readCopySource = ({ request, caller, store, buckets }: Call): StoredObject => {
  const given = header(request, name) ?? ''
  const [path = '', version] = given.split('?')
  const [bucket = '', ...rest] = decode(path).replace(/^\//, '').split('/')
  const key = rest.join('/')
  if (bucket === '' || key === '') {
    throw invalidArgument(
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
      name,
      given,
    )
  }
  if (version !== undefined) throw new S3Error('NotImplemented', { Header: `${name}: versionId` })
  if (!buckets.includes(bucket)) throw new S3Error('NoSuchBucket', { BucketName: bucket })
  const { identityId } = caller
  checkAccess({ identityId, action: 's3:GetObject', bucket, path: key })
  const object = store.object(bucket, key)
  if (!object) throw new S3Error('NoSuchKey', { Key: key })
  refuseArchived(object, 'ObjectNotInActiveTierError')
  if (judgeRead(request, object, `${name}-`) === 'not-modified') {
    throw new S3Error('PreconditionFailed', { Condition: `${name}-If-None-Match` })
  }
  return object
}
