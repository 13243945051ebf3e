import * as v from 'valibot'
import { type UploadStatus } from '../../../uploads/task.ts'
import { accessLevels } from '../../../stored-files/storage-calls.ts'
import type { Remote } from './remote.ts'
import type { SavedSource } from './source.ts'

const reason = v.variant('kind', [
  v.object({
    kind: v.picklist([
      'you',
      'offline',
      'wifi-needed',
      'data-saver',
      'sign-in-needed',
      'foreign-answer',
      'storage-full',
    ]),
  }),
  v.object({
    kind: v.literal('file-needed'),
    because: v.picklist(['restart', 'changed', 'permission', 'denied']),
  }),
  v.object({ kind: v.literal('already-stored'), key: v.string(), uploading: v.exactOptional(v.string()) }),
  v.object({ kind: v.literal('server-refused'), code: v.string() }),
])

const status = v.variant('state', [
  v.object({ state: v.picklist(['INIT', 'IN_PROGRESS', 'CANCELLED', 'COMPLETED']) }),
  v.object({ state: v.literal('PAUSED'), reason }),
]) satisfies v.GenericSchema<unknown, UploadStatus>

const orphans = v.boolean()
const uploadId = v.string()
const remote = v.variant('kind', [
  v.object({ kind: v.literal('nothing') }),
  v.object({ kind: v.literal('begun'), uploadId: v.exactOptional(uploadId) }),
  v.object({ kind: v.literal('claimed'), orphans }),
  v.object({
    kind: v.literal('upload'),
    uploadId,
    parts: v.picklist(['trusted', 'to-compare']),
    orphans,
  }),
  v.object({ kind: v.literal('all-parts'), uploadId, orphans }),
  v.object({ kind: v.literal('object'), verified: v.boolean(), orphans }),
]) satisfies v.GenericSchema<unknown, Remote>

const isFileHandle = (value: unknown): value is FileSystemFileHandle =>
  typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle
export const fileHandle = v.custom<FileSystemFileHandle>(isFileHandle)

const source = v.variant('kind', [
  v.object({ kind: v.picklist(['none', 'copy']) }),
  v.object({ kind: v.literal('handle'), handle: fileHandle }),
]) satisfies v.GenericSchema<unknown, SavedSource>

/** The fields that all versions have. */
export const commonFields = {
  id: v.string(),
  customer: v.string(),
  createdAt: v.number(),
  /** Smaller numbers are sent first. */
  order: v.number(),
  status,
  level: v.picklist(accessLevels),
  key: v.string(),
  /** The identity that prefixes the object's key; absent until the first credentials arrived. */
  identityId: v.optional(v.string()),
  /** `name`, `size`, `lastModified` and `type` identify the file on the device. */
  name: v.string(),
  size: v.number(),
  lastModified: v.number(),
  type: v.string(),
  /** SHA-256 over samples of the content. */
  sample: v.string(),
  /** The person removed it from the list, and the store does not know yet that it was cancelled. */
  dismissed: v.optional(v.boolean()),
  /** The person wants it sent although the store has the same file. */
  sendAnyway: v.optional(v.boolean()),
  /** An upload cannot continue with parts of another size. */
  partSize: v.number(),
  /** The bucket that the upload is in. */
  bucket: v.optional(v.string()),
  /** ms since epoch: when it was last saved. */
  lastTouched: v.optional(v.number()),
  /**
   * Bytes that the store had acknowledged when the row was saved. Only the store's list of parts tells what
   * it has now.
   */
  acknowledged: v.optional(v.number()),
}

/**
 * The row of a task in IndexedDB: everything that is needed to resume it after a restart, except the bytes.
 */
export const savedTask = v.object({
  ...commonFields,
  version: v.literal(3),
  remote,
  source,
})
export type SavedTask = v.InferOutput<typeof savedTask>
