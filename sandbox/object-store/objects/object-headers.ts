import { S3Error } from '../http/errors.ts'
import { header, parameter, type S3Request } from '../http/request.ts'
import { storageClassHeader } from './storage-class.ts'

const contentHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
] as const

const metadataPrefix = 'x-amz-meta-'
const maxMetadataBytes = 2048

/** `aws-chunked` describes how the body was sent, not the object. */
const withoutChunking = (encoding: string) =>
  encoding
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== 'aws-chunked')
    .join(',')

const contentHeader = (request: S3Request, name: string): [string, string][] => {
  const given = header(request, name)
  const value = given !== undefined && name === 'content-encoding' ? withoutChunking(given) : given
  return value ? [[name, value]] : []
}

const metadata = (request: S3Request) => {
  const entries = Object.keys(request.headers)
    .filter((name) => name.startsWith(metadataPrefix))
    .map((name): [string, string] => [name, header(request, name) ?? ''])
  const size = entries.reduce(
    (sum, [name, value]) => sum + name.length - metadataPrefix.length + Buffer.byteLength(value),
    0,
  )
  if (size > maxMetadataBytes) {
    throw new S3Error('MetadataTooLarge', { Size: size, MaxSizeAllowed: maxMetadataBytes })
  }
  return entries
}

/** The headers of an upload that are stored with the object and returned with it. */
export const objectHeaders = (request: S3Request): Record<string, string> => ({
  'content-type': 'binary/octet-stream',
  ...Object.fromEntries(contentHeaders.flatMap((name) => contentHeader(request, name))),
  ...Object.fromEntries(metadata(request)),
  ...storageClassHeader(request),
})

/** Whether a header can contain the value. Node would refuse others only after the response has begun. */
const isHeaderValue = (value: string) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)

/** The response headers that a reader overrides (`response-content-disposition=attachment` ...). */
export const overriddenHeaders = (request: S3Request): Record<string, string> => {
  const overrides: Record<string, string> = {}
  for (const name of contentHeaders) {
    const value = parameter(request, `response-${name}`)
    if (value === undefined) continue
    if (!isHeaderValue(value)) {
      const message = 'Header value cannot be represented using ISO-8859-1.'
      throw new S3Error('InvalidArgument', { ArgumentName: `response-${name}` }, message)
    }
    overrides[name] = value
  }
  return overrides
}
