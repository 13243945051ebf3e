import * as v from 'valibot'

/** In ms since the epoch. */
const timeSchema = v.number()

/** Bytes that arrived in one request: the blob that contains them, and what S3's responses say about them. */
const partSchema = v.object({
  /** The name of the file that contains the bytes. The file never changes. */
  blob: v.string(),
  size: v.number(),
  /** MD5 in hexadecimal digits, without quotes. */
  etag: v.string(),
  modified: timeSchema,
  checksum: v.exactOptional(
    v.object({ algorithm: v.picklist(['crc32', 'sha1', 'sha256']), value: v.string() }),
  ),
})
export type Part = v.InferOutput<typeof partSchema>

/** An object is only a list of parts (a manifest), so completing or copying an object moves no bytes. */
const storedObjectSchema = v.object({
  bucket: v.string(),
  key: v.string(),
  size: v.number(),
  etag: v.string(),
  modified: timeSchema,
  /** Content-Type and similar headers, and `x-amz-meta-*`, as the response returns them. */
  headers: v.record(v.string(), v.string()),
  checksum: partSchema.entries.checksum,
  parts: v.array(partSchema),
  /** Whether it was uploaded in parts. Each part can then be read by its number. */
  isMultipart: v.boolean(),
})
export type StoredObject = v.InferOutput<typeof storedObjectSchema>

const uploadSchema = v.object({
  uploadId: v.string(),
  bucket: v.string(),
  key: v.string(),
  /** When the upload began. */
  initiated: timeSchema,
  /** The identity that started the upload. */
  initiator: v.string(),
  headers: v.record(v.string(), v.string()),
  checksumAlgorithm: v.exactOptional(v.picklist(['crc32', 'sha1', 'sha256'])),
})
export type Upload = v.InferOutput<typeof uploadSchema>

/** A change of the object store. The journal is a list of these entries, and the index is their result. */
export const journalEntrySchema = v.variant('type', [
  v.object({
    type: v.literal('object-stored'),
    object: storedObjectSchema,
    /** The id of the upload that ends with this object. */
    completes: v.exactOptional(v.string()),
  }),
  v.object({ type: v.literal('object-deleted'), bucket: v.string(), key: v.string() }),
  v.object({ type: v.literal('upload-begun'), upload: uploadSchema }),
  v.object({ type: v.literal('part-stored'), uploadId: v.string(), number: v.number(), part: partSchema }),
  v.object({ type: v.literal('upload-aborted'), uploadId: v.string() }),
])
export type JournalEntry = v.InferOutput<typeof journalEntrySchema>
