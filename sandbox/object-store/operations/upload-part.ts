import { announcedChecksum } from '../body/expected-digests.ts'
import { openPayload } from '../body/payload.ts'
import { S3Error, invalidArgument } from '../http/errors.ts'
import { checksumHeaders, checksumElement } from '../objects/checksum-headers.ts'
import { quoted } from '../objects/etag.ts'
import type { OpenUpload } from '../store/catalogue.ts'
import { findUpload, readPartNumber, type Call, type Operation } from './operation.ts'
import { receivePart } from './receive-part.ts'
import { checksumAlgorithms, type ChecksumAlgorithm, createMd5 } from '../body/digests.ts'
import type { Found } from '../body/verification.ts'
import { xmlResponse } from '../http/response.ts'
import { header, type S3Request } from '../http/request.ts'
import { slicesOf, type ByteRange } from '../objects/byte-range.ts'
import type { StoredObject } from '../store/entries.ts'
import { readCopySource } from './copy-source.ts'

/** An upload that was created with a checksum algorithm accepts only parts with the same one. */
const checkChecksumAlgorithm = ({ request }: Call, { checksumAlgorithm }: OpenUpload) => {
  const actual = announcedChecksum(request)?.algorithm ?? 'null'
  if (checksumAlgorithm === undefined || checksumAlgorithm === actual) return
  const message = `Checksum Type mismatch occurred, expected checksum Type: ${checksumAlgorithm}, actual checksum Type: ${actual}`
  throw new S3Error('InvalidRequest', {}, message)
}

/** UploadPart: a new part replaces an earlier one with the same number. */
export const uploadPart: Operation = async (call) => {
  const upload = findUpload(call)
  const number = readPartNumber(call.request)
  checkChecksumAlgorithm(call, upload)
  const payload = openPayload(call.request, call.caller)
  const { etag, checksum } = await receivePart(call, payload, (part) => ({
    type: 'part-stored',
    uploadId: findUpload(call).uploadId,
    number,
    part,
  }))
  const { 'x-amz-checksum-type': _type, ...headers } = checksumHeaders(checksum)
  return { status: 200, headers: { etag: quoted(etag), ...headers } }
}

const name = 'x-amz-copy-source-range'

/** Unlike a reader's Range, this range must name both ends, inside the source. */
const readSourceRange = (request: S3Request, source: StoredObject): ByteRange => {
  const given = header(request, name)
  if (given === undefined) return { start: 0, end: source.size }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(given) ?? []
  if (first === undefined || last === undefined || Number(last) < Number(first)) {
    const message =
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy'
    throw invalidArgument(message, name, given)
  }
  if (Number(last) >= source.size) {
    const message = `Range specified is not valid for source object of size: ${source.size}`
    throw invalidArgument(message, name, given)
  }
  return { start: Number(first), end: Number(last) + 1 }
}

/**
 * Computes digests while copying. The ETag of a part requires reading its bytes, so ranges are really copied,
 * unlike whole objects.
 */
const withDigests = (source: AsyncIterable<Buffer>, algorithm: ChecksumAlgorithm | undefined) => {
  const md5 = createMd5()
  const checksum = algorithm && checksumAlgorithms[algorithm]()
  async function* bytes() {
    for await (const piece of source) {
      md5.update(piece)
      checksum?.update(piece)
      yield piece
    }
  }
  const found = (): Found => ({
    md5: md5.digest().toString('hex'),
    ...(algorithm && checksum && { checksum: { algorithm, value: checksum.digest().toString('base64') } }),
  })
  return { bytes: bytes(), found }
}

/** UploadPartCopy: copies a range of an object into a part of an upload. */
export const uploadPartCopy: Operation = async (call) => {
  const { request, store } = call
  const upload = findUpload(call)
  const number = readPartNumber(request)
  const source = readCopySource(call)
  const range = readSourceRange(request, source)
  const slices = slicesOf(source, range)
  const copied = withDigests(store.blobs.read(slices), upload.checksumAlgorithm)
  const needed = slices.map(({ blob }) => blob)
  // Another request may delete or replace the source during the copy.
  store.blobs.retain(needed)
  try {
    const { etag, modified, checksum } = await receivePart(call, copied, (part) => ({
      type: 'part-stored',
      uploadId: findUpload(call).uploadId,
      number,
      part,
    }))
    return xmlResponse('CopyPartResult', {
      LastModified: new Date(modified).toISOString(),
      ETag: quoted(etag),
      ...checksumElement(checksum),
    })
  } finally {
    await store.blobs.release(needed)
  }
}
