import * as v from 'valibot'
import { accessLevels, type UploadStatus } from '../../../uploads/task.ts'

const reason = v.variant('kind', [
  v.object({
    kind: v.picklist(['you', 'offline', 'wifi-needed', 'data-saver', 'sign-in-needed', 'storage-full']),
  }),
  v.object({
    kind: v.literal('file-needed'),
    because: v.picklist(['restart', 'changed', 'permission', 'denied']),
  }),
  v.object({ kind: v.literal('server-refused'), code: v.string() }),
])

const status = v.variant('state', [
  v.object({ state: v.picklist(['INIT', 'IN_PROGRESS', 'CANCELLED', 'COMPLETED']) }),
  v.object({ state: v.literal('PAUSED'), reason }),
]) satisfies v.GenericSchema<unknown, UploadStatus>

const isFileHandle = (value: unknown): value is FileSystemFileHandle =>
  typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle

/** What is kept of a task in IndexedDB: everything that is needed to go on after a restart, except the bytes. */
export const savedTask = v.object({
  id: v.string(),
  customer: v.string(),
  createdAt: v.number(),
  /** Smaller numbers are sent first. */
  order: v.number(),
  status,
  level: v.picklist(accessLevels),
  key: v.string(),
  /** The key was found free before the first byte: what lies there now is ours. */
  claimed: v.optional(v.boolean()),
  /** The identity whose prefix the object lies under; absent until credentials were there for the first time. */
  identityId: v.optional(v.string()),
  /** The identity of the file on the device. */
  name: v.string(),
  size: v.number(),
  lastModified: v.number(),
  type: v.string(),
  /** SHA-256 over samples of the content */
  sample: v.string(),
  /** The file was chosen again with another time: what is stored is compared with it before it counts. */
  doubtful: v.optional(v.boolean()),
  /** The person took it off the list, and the store does not know yet that it was cancelled. */
  dismissed: v.optional(v.boolean()),
  /** There is a whole copy of the file on this device. */
  kept: v.optional(v.boolean()),
  handle: v.optional(v.custom<FileSystemFileHandle>(isFileHandle)),
  /** Parts of another size could not be continued. */
  partSize: v.number(),
  uploadId: v.optional(v.string()),
  /** The store has every part: what is missing is the Complete, which needs no file. */
  allSent: v.optional(v.boolean()),
  /** A create was asked: the store may have uploads of the key that nobody names, until it was looked for them. */
  mayHaveOrphans: v.optional(v.boolean()),
  /** The bucket that the id is of. */
  bucket: v.optional(v.string()),
  /** ms since epoch: when it was last saved. */
  lastTouched: v.optional(v.number()),
})
export type SavedTask = v.InferOutput<typeof savedTask>
