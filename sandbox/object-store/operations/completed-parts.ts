import type { ChecksumAlgorithm } from '../body/digests.ts'
import { S3Error } from '../http/errors.ts'
import { unquoted } from '../objects/etag.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import type { Part } from '../store/entries.ts'

/** A part as the client lists it to complete an upload. */
export type CompletedPart = {
  number: number
  etag: string
  checksums: Record<ChecksumAlgorithm, string | undefined>
}

/** Minimum size of every part but the last: 5 MiB. */
const minPartBytes = 5 * 1024 ** 2

/** Refuses a list of parts that is not in ascending order. */
export const checkPartOrder = (completed: readonly CompletedPart[]) => {
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
export const choosePart = (upload: OpenUpload, completed: CompletedPart): Part => {
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
export const checkPartSizes = (completed: readonly CompletedPart[], parts: readonly Part[]) => {
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
