import { S3Error } from '../http/errors.ts'
import { header, type S3Request } from '../http/request.ts'
import { type ChecksumAlgorithm, checksumAlgorithms, isChecksumAlgorithm } from './digests.ts'

/** The checksum that a client announces, in a header or for a trailer. */
export type AnnouncedChecksum = { algorithm: ChecksumAlgorithm; value?: string }

export const checksumPrefix = 'x-amz-checksum-'

/** Headers with the prefix that are no checksum of this body. */
const unrelated = new Set(['x-amz-checksum-algorithm', 'x-amz-checksum-mode', 'x-amz-checksum-type'])

/** Whether a text is base64 of exactly `length` bytes. */
const isBase64Of = (value: string, length: number) => {
  const bytes = Buffer.from(value, 'base64')
  return bytes.length === length && bytes.toString('base64') === value
}

const readAlgorithm = (name: string) => {
  if (isChecksumAlgorithm(name)) return name
  throw new S3Error('NotImplemented', { Header: checksumPrefix + name })
}

/** Refuses a checksum with an impossible length or encoding. */
export const checkChecksumForm = (algorithm: ChecksumAlgorithm, value: string) => {
  if (isBase64Of(value, checksumAlgorithms[algorithm]().digest().length)) return
  throw new S3Error('InvalidRequest', {}, `Value for ${checksumPrefix}${algorithm} header is invalid.`)
}

/** The additional checksum of a request. Refuses two of them, as S3 does. */
export const announcedChecksum = (request: S3Request): AnnouncedChecksum | undefined => {
  const inHeaders = Object.keys(request.headers).filter(
    (name) => name.startsWith(checksumPrefix) && !unrelated.has(name),
  )
  const trailers = (header(request, 'x-amz-trailer') ?? '').toLowerCase().split(',')
  const inTrailers = trailers.map((name) => name.trim()).filter((name) => name.startsWith(checksumPrefix))
  const [name, ...others] = new Set([...inHeaders, ...inTrailers])
  if (name === undefined) return undefined
  if (others.length > 0) {
    const message = 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.'
    throw new S3Error('InvalidRequest', {}, message)
  }
  const algorithm = readAlgorithm(name.slice(checksumPrefix.length))
  const value = header(request, name)
  if (value === undefined) return { algorithm }
  checkChecksumForm(algorithm, value)
  return { algorithm, value }
}

const announcedMd5 = (request: S3Request) => {
  const value = header(request, 'content-md5')
  if (value !== undefined && !isBase64Of(value, 16)) throw new S3Error('InvalidDigest')
  return value
}

/** The digests that a request announces for its body. `md5` is base64. */
export type ExpectedDigests = { md5?: string; checksum?: AnnouncedChecksum }

export const expectedDigests = (request: S3Request): ExpectedDigests => {
  const md5 = announcedMd5(request)
  const checksum = announcedChecksum(request)
  return { ...(md5 !== undefined && { md5 }), ...(checksum && { checksum }) }
}
