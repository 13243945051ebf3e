import { S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'
import { type ChecksumAlgorithm, hasherFactories, isChecksumAlgorithm } from './digests.ts'

/**
 * The *additional checksum* of a body (S3's word for any digest but the MD5), as the client declares it.
 * `value` is base64, and absent if it follows in a trailer.
 */
export type DeclaredChecksum = { algorithm: ChecksumAlgorithm; value?: string }

export const checksumPrefix = 'x-amz-checksum-'

/** Headers that begin with `checksumPrefix` but do not contain a checksum. */
const headersWithoutChecksum = new Set([
  'x-amz-checksum-algorithm',
  'x-amz-checksum-mode',
  'x-amz-checksum-type',
])

/** Whether a string is base64 of exactly `length` bytes. */
const isBase64OfLength = (value: string, length: number) => {
  const bytes = Buffer.from(value, 'base64')
  // Node ignores invalid characters. Encoding the bytes again reveals them.
  return bytes.length === length && bytes.toString('base64') === value
}

/** Checks the name of an algorithm. Throws NotImplemented for one that this stand-in does not support. */
const parseAlgorithm = (name: string) => {
  if (isChecksumAlgorithm(name)) return name
  throw new S3Error('NotImplemented', { Header: checksumPrefix + name })
}

/** Throws if a checksum is not base64 of the length that its algorithm has. */
export const assertWellFormedChecksum = (algorithm: ChecksumAlgorithm, value: string) => {
  if (isBase64OfLength(value, hasherFactories[algorithm]().digest().length)) return
  throw new S3Error('InvalidRequest', {}, `Value for ${checksumPrefix}${algorithm} header is invalid.`)
}

/**
 * Reads the additional checksum that a request declares in a header or for a trailer, or undefined if there
 * is none. Like S3, throws if there are two.
 */
export const readDeclaredChecksum = (request: S3Request): DeclaredChecksum | undefined => {
  const headerNames = Object.keys(request.headers).filter(
    (name) => name.startsWith(checksumPrefix) && !headersWithoutChecksum.has(name),
  )
  const trailerNames = (getHeader(request, 'x-amz-trailer') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name.startsWith(checksumPrefix))
  const [name, ...otherNames] = new Set([...headerNames, ...trailerNames])
  if (name === undefined) return undefined
  if (otherNames.length > 0) {
    const message = 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.'
    throw new S3Error('InvalidRequest', {}, message)
  }
  const algorithm = parseAlgorithm(name.slice(checksumPrefix.length))
  const value = getHeader(request, name)
  if (value === undefined) return { algorithm }
  assertWellFormedChecksum(algorithm, value)
  return { algorithm, value }
}

const md5DigestBytes = 16

/** Reads Content-MD5, or undefined if the request has none. */
const readDeclaredMd5 = (request: S3Request) => {
  const value = getHeader(request, 'content-md5')
  if (value !== undefined && !isBase64OfLength(value, md5DigestBytes)) throw new S3Error('InvalidDigest')
  return value
}

/** The digests that a request declares for its body. `md5` is base64. */
export type ExpectedDigests = { md5?: string; checksum?: DeclaredChecksum }

/** Reads what a request declares about its body: an MD5, an additional checksum, both or neither. */
export const readExpectedDigests = (request: S3Request): ExpectedDigests => {
  const md5 = readDeclaredMd5(request)
  const checksum = readDeclaredChecksum(request)
  return { ...(md5 !== undefined && { md5 }), ...(checksum && { checksum }) }
}
