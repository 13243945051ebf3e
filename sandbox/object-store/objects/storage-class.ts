import { S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'

const headerName = 'x-amz-storage-class'
const defaultClass = 'STANDARD'
/** Classes of archived objects. S3 can restore them for reading; this stand-in cannot. */
const archiveClasses = ['GLACIER', 'DEEP_ARCHIVE']
const validClasses = new Set([
  defaultClass,
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
  ...archiveClasses,
])

type WithHeaders = { headers: Readonly<Record<string, string>> }

/** Reads the requested class of an upload or a copy, as a response header. S3 omits the default class. */
export const readStorageClassHeader = (request: S3Request): Record<string, string> => {
  const storageClass = getHeader(request, headerName) ?? defaultClass
  if (!validClasses.has(storageClass)) {
    throw new S3Error('InvalidStorageClass', { StorageClassRequested: storageClass })
  }
  return storageClass === defaultClass ? {} : { [headerName]: storageClass }
}

export const getStorageClass = ({ headers }: WithHeaders): string => headers[headerName] ?? defaultClass

/** Returns the headers of an object without its class, because a copy has its own class. */
export const omitStorageClass = ({ headers }: WithHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== headerName))

/** Throws if an object is archived. S3's error `code` depends on whether the object is read or copied. */
export const assertNotArchived = (
  object: WithHeaders,
  code: 'InvalidObjectState' | 'ObjectNotInActiveTierError',
): void => {
  const storageClass = getStorageClass(object)
  if (archiveClasses.includes(storageClass)) throw new S3Error(code, { StorageClass: storageClass })
}
