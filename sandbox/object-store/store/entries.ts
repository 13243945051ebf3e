import * as v from 'valibot'

/** Bytes on disk that never change, and what was found while they came in. */
const part = v.object({
  /** Name of the file that holds the bytes */
  blob: v.string(),
  size: v.number(),
  /** MD5 in hexadecimal digits, without quotes */
  etag: v.string(),
  /** ms since epoch */
  modified: v.number(),
  checksum: v.exactOptional(
    v.object({ algorithm: v.picklist(['crc32', 'sha1', 'sha256']), value: v.string() }),
  ),
})
export type Part = v.InferOutput<typeof part>

/** A manifest: an object is a list of parts, so completing or copying one moves no byte. */
const storedObject = v.object({
  bucket: v.string(),
  key: v.string(),
  size: v.number(),
  etag: v.string(),
  modified: v.number(),
  /** Content-Type and its like, and `x-amz-meta-*`, as they go back out */
  headers: v.record(v.string(), v.string()),
  checksum: part.entries.checksum,
  parts: v.array(part),
  /** Whether it came as a multipart upload; then each part can be read by its number */
  isMultipart: v.boolean(),
})
export type StoredObject = v.InferOutput<typeof storedObject>

const upload = v.object({
  uploadId: v.string(),
  bucket: v.string(),
  key: v.string(),
  initiated: v.number(),
  /** Identity that began it */
  initiator: v.string(),
  headers: v.record(v.string(), v.string()),
  checksumAlgorithm: v.exactOptional(v.picklist(['crc32', 'sha1', 'sha256'])),
})
export type Upload = v.InferOutput<typeof upload>

/** Everything that can happen to the store. The journal is a list of these, and the index is what they add up to. */
export const entry = v.variant('type', [
  v.object({
    type: v.literal('object-stored'),
    object: storedObject,
    completes: v.exactOptional(v.string()),
  }),
  v.object({ type: v.literal('object-deleted'), bucket: v.string(), key: v.string() }),
  v.object({ type: v.literal('upload-begun'), upload }),
  v.object({ type: v.literal('part-stored'), uploadId: v.string(), number: v.number(), part }),
  v.object({ type: v.literal('upload-aborted'), uploadId: v.string() }),
])
export type Entry = v.InferOutput<typeof entry>
