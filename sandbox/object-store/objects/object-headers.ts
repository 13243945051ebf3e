import { S3Error } from '../http/errors.ts'
import { getHeader, getParameter, type S3Request } from '../http/request.ts'
import { readStorageClassHeader } from './storage-class.ts'

const contentHeaderNames = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
] as const

const metadataPrefix = 'x-amz-meta-'
/** S3's limit for the names and values of all metadata together. */
const maxMetadataBytes = 2048

/** Removes `aws-chunked` from a Content-Encoding, because it describes the request's body, not the object. */
const removeAwsChunked = (contentEncoding: string) =>
  contentEncoding
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== 'aws-chunked')
    .join(',')

/** Returns a list for `flatMap`: the header's name and value, or nothing if the header is absent. */
const readContentHeader = (request: S3Request, name: string): [string, string][] => {
  const header = getHeader(request, name)
  const value = header !== undefined && name === 'content-encoding' ? removeAwsChunked(header) : header
  return value ? [[name, value]] : []
}

const readMetadata = (request: S3Request) => {
  const entries = Object.keys(request.headers)
    .filter((name) => name.startsWith(metadataPrefix))
    .map((name): [string, string] => [name, getHeader(request, name) ?? ''])
  const sizeBytes = entries.reduce(
    (sum, [name, value]) => sum + name.length - metadataPrefix.length + Buffer.byteLength(value),
    0,
  )
  if (sizeBytes > maxMetadataBytes) {
    throw new S3Error('MetadataTooLarge', { Size: sizeBytes, MaxSizeAllowed: maxMetadataBytes })
  }
  return entries
}

/** Reads the headers of an upload that are stored with the object and returned with it. */
export const readObjectHeaders = (request: S3Request): Record<string, string> => ({
  'content-type': 'binary/octet-stream',
  ...Object.fromEntries(contentHeaderNames.flatMap((name) => readContentHeader(request, name))),
  ...Object.fromEntries(readMetadata(request)),
  ...readStorageClassHeader(request),
})

/** Whether a header can contain the value. For any other value, Node throws while it sends the response. */
const isHeaderValue = (value: string) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)

/** Reads the response headers that a client overrides (`response-content-disposition=attachment` ...). */
export const readHeaderOverrides = (request: S3Request): Record<string, string> => {
  const overrides: Record<string, string> = {}
  for (const name of contentHeaderNames) {
    const value = getParameter(request, `response-${name}`)
    if (value === undefined) continue
    if (!isHeaderValue(value)) {
      const message = 'Header value cannot be represented using ISO-8859-1.'
      throw new S3Error('InvalidArgument', { ArgumentName: `response-${name}` }, message)
    }
    overrides[name] = value
  }
  return overrides
}
