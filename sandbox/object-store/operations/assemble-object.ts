import { createHash } from 'node:crypto'
import { type Checksum, type ChecksumAlgorithm, hasherFactories } from '../body/digests.ts'
import { checksumPrefix } from '../body/expected-digests.ts'
import { S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'
import { unquoteEtag } from '../objects/etag.ts'
import type { Part, StoredObject } from '../store/entries.ts'
import type { OpenUpload } from '../store/object-index.ts'

/** A part in the list that the client sends to complete an upload. */
export type CompletedPart = {
  number: number
  etag: string
  checksums: Record<ChecksumAlgorithm, string | undefined>
}

/** The minimum size of every part except the last: 5 MiB. */
const minPartBytes = 5 * 1024 ** 2

/** Throws InvalidPartOrder unless the part numbers are above 0 and ascending. */
const assertPartOrder = (completedParts: readonly CompletedPart[]) => {
  const isAscending = completedParts.every(
    ({ number }, index) => number > (completedParts[index - 1]?.number ?? 0),
  )
  if (!isAscending) throw new S3Error('InvalidPartOrder')
}

const assertChecksumSent = ({ checksumAlgorithm }: OpenUpload, { number, checksums }: CompletedPart) => {
  if (checksumAlgorithm === undefined || checksums[checksumAlgorithm] !== undefined) return
  const message = `The upload was created using a ${checksumAlgorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`
  throw new S3Error('InvalidRequest', {}, message)
}

const isSamePart = (part: Part, { etag, checksums }: CompletedPart) => {
  const sentChecksum = part.checksum && checksums[part.checksum.algorithm]
  const isSameChecksum = sentChecksum === undefined || sentChecksum === part.checksum?.value
  return part.etag === unquoteEtag(etag) && isSameChecksum
}

/** Returns the stored part with the same number, ETag and checksum. Throws InvalidPart if there is none. */
const getPart = (upload: OpenUpload, completedPart: CompletedPart): Part => {
  assertChecksumSent(upload, completedPart)
  const part = upload.parts.get(completedPart.number)
  if (part && isSamePart(part, completedPart)) return part
  throw new S3Error('InvalidPart', {
    UploadId: upload.uploadId,
    PartNumber: completedPart.number,
    ETag: unquoteEtag(completedPart.etag),
  })
}

/** Throws EntityTooSmall if a part is below the minimum size, unless it is the last. */
const assertPartSizes = (completedParts: readonly CompletedPart[], parts: readonly Part[]) => {
  const index = parts.findIndex(({ size }) => size < minPartBytes)
  const smallPart = parts[index]
  if (smallPart === undefined || index === parts.length - 1) return
  throw new S3Error('EntityTooSmall', {
    ProposedSize: smallPart.size,
    MinSizeAllowed: minPartBytes,
    PartNumber: completedParts[index]?.number ?? 0,
    ETag: smallPart.etag,
  })
}

/** Computes S3's ETag of a multipart object: the MD5 of the parts' MD5s, `-` and the number of parts. */
const computeMultipartEtag = (parts: readonly Part[]) => {
  const md5 = createHash('md5')
  for (const { etag } of parts) md5.update(etag, 'hex')
  return `${md5.digest('hex')}-${parts.length}`
}

/** Computes the checksum of a multipart object: that of the parts' checksums, `-` and the number of parts. */
const computeMultipartChecksum = (
  { checksumAlgorithm }: OpenUpload,
  parts: readonly Part[],
): { checksum?: Checksum } => {
  if (checksumAlgorithm === undefined) return {}
  const hasher = hasherFactories[checksumAlgorithm]()
  // Every part has a checksum: `uploadPart` requires it, and `uploadPartCopy` computes it.
  for (const { checksum } of parts) hasher.update(Buffer.from(checksum?.value ?? '', 'base64'))
  const value = `${hasher.digest().toString('base64')}-${parts.length}`
  return { checksum: { algorithm: checksumAlgorithm, value } }
}

/**
 * Assembles the object of a completed upload from the listed parts only. `now` is in ms since the epoch.
 * Throws if a part is unknown, too small or out of order.
 */
export const assembleObject = (
  upload: OpenUpload,
  completedParts: readonly CompletedPart[],
  now: number,
): StoredObject => {
  assertPartOrder(completedParts)
  const parts = completedParts.map((completedPart) => getPart(upload, completedPart))
  assertPartSizes(completedParts, parts)
  return {
    bucket: upload.bucket,
    key: upload.key,
    size: parts.reduce((sum, { size }) => sum + size, 0),
    etag: computeMultipartEtag(parts),
    modified: now,
    headers: upload.headers,
    ...computeMultipartChecksum(upload, parts),
    parts,
    isMultipart: true,
  }
}

const assertSize = (request: S3Request, { size }: StoredObject) => {
  const expected = getHeader(request, 'x-amz-mp-object-size')
  if (expected === undefined || Number(expected) === size) return
  const message = `The provided 'x-amz-mp-object-size' header value ${expected} does not match what was computed: ${size}`
  throw new S3Error('InvalidRequest', {}, message)
}

/**
 * Throws for a wrong checksum. Clients may send a multipart object's checksum without the number of parts.
 */
const assertChecksum = (request: S3Request, { checksum }: StoredObject) => {
  // CRC32 is the default of the AWS SDKs.
  const algorithm = checksum?.algorithm ?? 'crc32'
  const expected = getHeader(request, checksumPrefix + algorithm)
  if (expected === undefined) return
  if (expected === checksum?.value || expected === checksum?.value.split('-')[0]) return
  const message = `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`
  throw new S3Error('BadDigest', {}, message)
}

/** Throws if an object does not have the size or the checksum that the client declared. */
export const assertSizeAndChecksum = (request: S3Request, object: StoredObject) => {
  assertSize(request, object)
  assertChecksum(request, object)
}
