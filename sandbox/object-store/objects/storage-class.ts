import { S3Error } from '../http/errors.ts'
import { header, type S3Request } from '../http/request.ts'

const name = 'x-amz-storage-class'
const usual = 'STANDARD'
/** Whose bytes have to be brought back from tape before anybody can read them; this store never does. */
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

/** The class that an upload or a copy asks for, as the header that goes back out; S3 is silent about the usual one. */
export const storageClassHeader = (request: S3Request): Record<string, string> => {
  const given = header(request, name) ?? usual
  if (!classes.has(given)) throw new S3Error('InvalidStorageClass', { StorageClassRequested: given })
  return given === usual ? {} : { [name]: given }
}

export const storageClassOf = ({ headers }: Classed): string => headers[name] ?? usual

/** Headers of an object without its class: a copy has a class of its own. */
export const withoutStorageClass = ({ headers }: Classed): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name))

/** Refuses to read what is in an archive, with the code that the kind of reading has. */
export const refuseArchived = (
  object: Classed,
  code: 'InvalidObjectState' | 'ObjectNotInActiveTierError',
): void => {
  const StorageClass = storageClassOf(object)
  if (archives.includes(StorageClass)) throw new S3Error(code, { StorageClass })
}
