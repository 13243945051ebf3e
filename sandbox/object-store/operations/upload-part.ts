import { type ChecksumAlgorithm, createMd5Hasher, hasherFactories } from '../body/digests.ts'
import { readDeclaredChecksum } from '../body/expected-digests.ts'
import { openPayload } from '../body/payload.ts'
import type { BodyDigests } from '../body/verification.ts'
import { createInvalidArgumentError, S3Error } from '../http/errors.ts'
import { getHeader, type S3Request } from '../http/request.ts'
import { createXmlResponse } from '../http/response.ts'
import { type ByteSpan, listSlices } from '../objects/byte-span.ts'
import { createChecksumElement, createChecksumHeaders } from '../objects/checksum-headers.ts'
import { quoteEtag } from '../objects/etag.ts'
import type { StoredObject } from '../store/entries.ts'
import type { OpenUpload } from '../store/object-index.ts'
import { readCopySource } from './copy-source.ts'
import { type Call, getUpload, type Operation, readPartNumber } from './operation.ts'
import { receivePart } from './receive-part.ts'

/** Throws if the upload was created with a checksum algorithm and the part has another one, or none. */
const assertChecksumAlgorithm = ({ request }: Call, { checksumAlgorithm }: OpenUpload) => {
  // S3's message contains `null` for a part without a checksum.
  const actual = readDeclaredChecksum(request)?.algorithm ?? 'null'
  if (checksumAlgorithm === undefined || checksumAlgorithm === actual) return
  const message = `Checksum Type mismatch occurred, expected checksum Type: ${checksumAlgorithm}, actual checksum Type: ${actual}`
  throw new S3Error('InvalidRequest', {}, message)
}

/** UploadPart: a new part replaces an earlier one with the same number. */
export const uploadPart: Operation = async (call) => {
  const upload = getUpload(call)
  const number = readPartNumber(call.request)
  assertChecksumAlgorithm(call, upload)
  const payload = openPayload(call.request, call.caller)
  const { etag, checksum } = await receivePart(call, payload, (part) => ({
    type: 'part-stored',
    uploadId: getUpload(call).uploadId,
    number,
    part,
  }))
  // S3's response to an uploaded part has no checksum type.
  const { 'x-amz-checksum-type': _type, ...headers } = createChecksumHeaders(checksum)
  return { status: 200, headers: { etag: quoteEtag(etag), ...headers } }
}

const sourceRangeHeader = 'x-amz-copy-source-range'

/** Reads the range to copy. Unlike Range, it must name both ends, and they must be inside the source. */
const readSourceSpan = (request: S3Request, source: StoredObject): ByteSpan => {
  const range = getHeader(request, sourceRangeHeader)
  if (range === undefined) return { start: 0, end: source.size }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  if (first === undefined || last === undefined || Number(last) < Number(first)) {
    const message =
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy'
    throw createInvalidArgumentError(message, sourceRangeHeader, range)
  }
  if (Number(last) >= source.size) {
    const message = `Range specified is not valid for source object of size: ${source.size}`
    throw createInvalidArgumentError(message, sourceRangeHeader, range)
  }
  return { start: Number(first), end: Number(last) + 1 }
}

/**
 * Passes bytes through and computes their digests. Unlike CopyObject, a copied part needs a new ETag, which
 * depends on its bytes.
 */
const digestWhileReading = (source: AsyncIterable<Buffer>, algorithm: ChecksumAlgorithm | undefined) => {
  const md5 = createMd5Hasher()
  const checksum = algorithm && hasherFactories[algorithm]()
  async function* bytes() {
    for await (const piece of source) {
      md5.update(piece)
      checksum?.update(piece)
      yield piece
    }
  }
  const getDigests = (): BodyDigests => ({
    md5: md5.digest().toString('hex'),
    ...(algorithm && checksum && { checksum: { algorithm, value: checksum.digest().toString('base64') } }),
  })
  return { bytes: bytes(), getDigests }
}

/** UploadPartCopy: copies a range of an object into a part of an upload. */
export const uploadPartCopy: Operation = async (call) => {
  const { request, store } = call
  const upload = getUpload(call)
  const number = readPartNumber(request)
  const source = readCopySource(call)
  const slices = listSlices(source, readSourceSpan(request, source))
  const payload = digestWhileReading(store.blobs.read(slices), upload.checksumAlgorithm)
  const blobs = slices.map(({ blob }) => blob)
  // Keeps the bytes if another request deletes or replaces the source during the copy.
  store.blobs.retain(blobs)
  try {
    const { etag, modified, checksum } = await receivePart(call, payload, (part) => ({
      type: 'part-stored',
      uploadId: getUpload(call).uploadId,
      number,
      part,
    }))
    return createXmlResponse('CopyPartResult', {
      LastModified: new Date(modified).toISOString(),
      ETag: quoteEtag(etag),
      ...createChecksumElement(checksum),
    })
  } finally {
    await store.blobs.release(blobs)
  }
}
