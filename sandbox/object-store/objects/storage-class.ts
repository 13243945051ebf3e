import { S3Error } from '../http/errors.ts'
import { header, type S3Request } from '../http/request.ts'

const name = 'x-amz-storage-class'
const usual = 'STANDARD'
/** Classes of archived objects, which must be restored before reading. This store never restores them. */
const archives = ['GLACIER', 'DEEP_ARCHIVE']
const classes = new Set([
  usual,
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
  ...archives,
])

type Classed = { headers: Readonly<Record<string, string>> }

/** The requested class of an upload or a copy, as the response header. S3 omits the default class. */
export const storageClassHeader = (request: S3Request): Record<string, string> => {
  const given = header(request, name) ?? usual
  if (!classes.has(given)) throw new S3Error('InvalidStorageClass', { StorageClassRequested: given })
  return given === usual ? {} : { [name]: given }
}

export const storageClassOf = ({ headers }: Classed): string => headers[name] ?? usual

/** The headers of an object without its class, because a copy has its own class. */
export const withoutStorageClass = ({ headers }: Classed): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name))

/** Refuses to read an archived object. `code` depends on the kind of reading. */
export const refuseArchived = (
  object: Classed,
  code: 'InvalidObjectState' | 'ObjectNotInActiveTierError',
): void => {
  const StorageClass = storageClassOf(object)
  if (archives.includes(StorageClass)) throw new S3Error(code, { StorageClass })
}
