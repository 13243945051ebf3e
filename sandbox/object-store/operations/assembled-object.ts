import { createHash } from 'node:crypto'
import { type Checksum, checksumAlgorithms, type ChecksumAlgorithm } from '../body/digests.ts'
import { checksumPrefix } from '../body/expected-digests.ts'
import { S3Error } from '../http/errors.ts'
import { header, type S3Request } from '../http/request.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import type { Part, StoredObject } from '../store/entries.ts'
import { unquoted } from '../objects/etag.ts'

/** A part as the client lists it to complete an upload. */
export type CompletedPart = {
  number: number
  etag: string
  checksums: Record<ChecksumAlgorithm, string | undefined>
}

/** Minimum size of every part but the last: 5 MiB. */
const minPartBytes = 5 * 1024 ** 2

/** Refuses a list of parts that is not in ascending order. */
const checkPartOrder = (completed: readonly CompletedPart[]) => {
  const isAscending = completed.every(({ number }, at) => number > (completed[at - 1]?.number ?? 0))
  if (!isAscending) throw new S3Error('InvalidPartOrder')
}

const checkChecksumGiven = ({ checksumAlgorithm }: OpenUpload, { number, checksums }: CompletedPart) => {
  if (checksumAlgorithm === undefined || checksums[checksumAlgorithm] !== undefined) return
  const message = `The upload was created using a ${checksumAlgorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`
  throw new S3Error('InvalidRequest', {}, message)
}

const isSamePart = (part: Part, { etag, checksums }: CompletedPart) => {
  const given = part.checksum && checksums[part.checksum.algorithm]
  return part.etag === unquoted(etag) && (given === undefined || given === part.checksum?.value)
}

/** The stored part with the same number, tag and checksum. */
const choosePart = (upload: OpenUpload, completed: CompletedPart): Part => {
  checkChecksumGiven(upload, completed)
  const part = upload.parts.get(completed.number)
  if (part && isSamePart(part, completed)) return part
  throw new S3Error('InvalidPart', {
    UploadId: upload.uploadId,
    PartNumber: completed.number,
    ETag: unquoted(completed.etag),
  })
}

/** Refuses a part below the minimum size, unless it is the last. */
const checkPartSizes = (completed: readonly CompletedPart[], parts: readonly Part[]) => {
  const at = parts.findIndex(({ size }) => size < minPartBytes)
  const small = parts[at]
  if (small === undefined || at === parts.length - 1) return
  throw new S3Error('EntityTooSmall', {
    ProposedSize: small.size,
    MinSizeAllowed: minPartBytes,
    PartNumber: completed[at]?.number ?? 0,
    ETag: small.etag,
  })
}

/** S3's ETag of a multipart object: the MD5 of the parts' MD5s, and their number. */
const multipartEtag = (parts: readonly Part[]) => {
  const md5 = createHash('md5')
  for (const { etag } of parts) md5.update(etag, 'hex')
  return `${md5.digest('hex')}-${parts.length}`
}

/** The corresponding checksum, with the algorithm of the upload. */
const multipartChecksum = (
  { checksumAlgorithm }: OpenUpload,
  parts: readonly Part[],
): { checksum?: Checksum } => {
  if (checksumAlgorithm === undefined) return {}
  const digest = checksumAlgorithms[checksumAlgorithm]()
  for (const { checksum } of parts) digest.update(Buffer.from(checksum?.value ?? '', 'base64'))
  const value = `${digest.digest().toString('base64')}-${parts.length}`
  return { checksum: { algorithm: checksumAlgorithm, value } }
}

/** The object of a completed upload, from the named parts only. */
export const assemble = (
  upload: OpenUpload,
  completed: readonly CompletedPart[],
  now: number,
): StoredObject => {
  checkPartOrder(completed)
  const parts = completed.map((part) => choosePart(upload, part))
  checkPartSizes(completed, parts)
  return {
    bucket: upload.bucket,
    key: upload.key,
    size: parts.reduce((sum, { size }) => sum + size, 0),
    etag: multipartEtag(parts),
    modified: now,
    headers: upload.headers,
    ...multipartChecksum(upload, parts),
    parts,
    isMultipart: true,
  }
}

const checkSize = (request: S3Request, { size }: StoredObject) => {
  const expected = header(request, 'x-amz-mp-object-size')
  if (expected === undefined || Number(expected) === size) return
  const message = `The provided 'x-amz-mp-object-size' header value ${expected} does not match what was computed: ${size}`
  throw new S3Error('InvalidRequest', {}, message)
}

/** The client may send a composite checksum with or without the number of parts. */
const checkChecksum = (request: S3Request, { checksum }: StoredObject) => {
  const algorithm = checksum?.algorithm ?? 'crc32'
  const expected = header(request, checksumPrefix + algorithm)
  if (expected === undefined || expected === checksum?.value || expected === checksum?.value.split('-')[0])
    return
  const message = `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`
  throw new S3Error('BadDigest', {}, message)
}

/** Refuses an object that does not match the size or checksum that the client announced. */
export const assertSizeAndChecksum = (request: S3Request, object: StoredObject) => {
  checkSize(request, object)
  checkChecksum(request, object)
}
