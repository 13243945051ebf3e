import * as v from 'valibot'
import { parseOrUndefined } from '../../../lib/parse-or-undefined.ts'
import { accessLevels } from '../../../stored-files/storage-calls.ts'
import { fileHandleSchema } from '../../../uploads/commands.ts'
import type { UploadStatus } from '../../../uploads/task.ts'
import type { RemoteState } from './remote-state.ts'
import type { SavedSource } from './source.ts'

const pauseReasonSchema = v.variant('kind', [
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

const statusSchema = v.variant('state', [
  v.object({ state: v.picklist(['INIT', 'IN_PROGRESS', 'CANCELLED', 'COMPLETED']) }),
  v.object({ state: v.literal('PAUSED'), reason: pauseReasonSchema }),
]) satisfies v.GenericSchema<unknown, UploadStatus>

const uploadIdSchema = v.string()
/** Whether there may be orphans: open uploads of the key whose ids are unknown. */
const orphansSchema = v.boolean()
const remoteSchema = v.variant('kind', [
  v.object({ kind: v.literal('nothing') }),
  v.object({ kind: v.literal('begun'), uploadId: v.exactOptional(uploadIdSchema) }),
  v.object({ kind: v.literal('claimed'), orphans: orphansSchema }),
  v.object({
    kind: v.literal('upload'),
    uploadId: uploadIdSchema,
    parts: v.picklist(['trusted', 'to-compare']),
    orphans: orphansSchema,
  }),
  v.object({ kind: v.literal('all-parts'), uploadId: uploadIdSchema, orphans: orphansSchema }),
  v.object({ kind: v.literal('object'), verified: v.boolean(), orphans: orphansSchema }),
]) satisfies v.GenericSchema<unknown, RemoteState>

const sourceSchema = v.variant('kind', [
  v.object({ kind: v.picklist(['none', 'copy']) }),
  v.object({ kind: v.literal('handle'), handle: fileHandleSchema }),
]) satisfies v.GenericSchema<unknown, SavedSource>

/** The fields that all versions of a row have. */
const commonFields = {
  id: v.string(),
  customer: v.string(),
  createdAt: v.number(),
  /** The position in the queue. Smaller numbers are sent first. */
  order: v.number(),
  status: statusSchema,
  level: v.picklist(accessLevels),
  /** The key inside the access level: the folder and the file name. */
  key: v.string(),
  /** The identity that prefixes the object's key. Absent until the first credentials arrived. */
  identityId: v.optional(v.string()),
  /** `name`, `size`, `lastModified` (in ms since the epoch) and `type` identify the file on the device. */
  name: v.string(),
  size: v.number(),
  lastModified: v.number(),
  type: v.string(),
  /** SHA-256 over samples of the content (`hashSamples`). */
  sample: v.string(),
  /** The coach removed the task from the list, but its cancelled upload may still be in the object store. */
  dismissed: v.optional(v.boolean()),
  /** The coach wants to send the file although the object store has the same file. */
  sendAnyway: v.optional(v.boolean()),
  /** In bytes. An upload cannot continue with parts of another size. */
  partSize: v.number(),
  /** The bucket that the upload is in. */
  bucket: v.optional(v.string()),
  /** When the task was last saved, in ms since the epoch. */
  lastTouched: v.optional(v.number()),
  /**
   * Bytes that the object store had acknowledged when the row was saved. Only its list of parts shows what it
   * has now.
   */
  acknowledged: v.optional(v.number()),
}

/**
 * The row of a task in IndexedDB: everything that is needed to resume it after a restart, except the bytes.
 */
const savedTaskSchema = v.object({
  ...commonFields,
  version: v.literal(3),
  remote: remoteSchema,
  source: sourceSchema,
})
export type SavedTask = v.InferOutput<typeof savedTaskSchema>

/** The rows of the first version, which had no version number and stored the remote state in five flags. */
const firstVersionSchema = v.object({
  ...commonFields,
  version: v.exactOptional(v.never()),
  /** The key was found to be free. */
  claimed: v.optional(v.boolean()),
  uploadId: v.optional(v.string()),
  /** The file was chosen again and had another modification time. */
  doubtful: v.optional(v.boolean()),
  /** All parts were stored. */
  allSent: v.optional(v.boolean()),
  mayHaveOrphans: v.optional(v.boolean()),
  /** There is a whole copy of the file. */
  kept: v.optional(v.boolean()),
  handle: v.optional(fileHandleSchema),
})
type FirstVersion = v.InferOutput<typeof firstVersionSchema>

const migrateRemote = (row: FirstVersion): RemoteState => {
  const {
    claimed = false,
    uploadId,
    doubtful = false,
    allSent = false,
    mayHaveOrphans: orphans = false,
  } = row
  if (!claimed && uploadId === undefined) return { kind: orphans ? 'begun' : 'nothing' }
  // No part was stored before the claim, so a doubtful upload has no parts to compare and is created again.
  if (!claimed) return { kind: 'begun', ...(uploadId !== undefined && !doubtful && { uploadId }) }
  if (uploadId === undefined) return { kind: 'claimed', orphans }
  if (allSent && !doubtful) return { kind: 'all-parts', uploadId, orphans }
  return { kind: 'upload', uploadId, parts: doubtful ? 'to-compare' : 'trusted', orphans }
}

const migrateSource = ({ handle, kept }: FirstVersion): SavedSource => {
  if (handle) return { kind: 'handle', handle }
  return { kind: kept ? 'copy' : 'none' }
}

const commonFieldsSchema = v.object(commonFields)

/** Converts a row of the first version. The fields that only this version had are left out. */
const migrateFirst = (row: FirstVersion): SecondVersion => ({
  ...v.parse(commonFieldsSchema, row),
  version: 2,
  remote: migrateRemote(row),
  source: migrateSource(row),
})

/** The rows of the second version, whose public files had no identity in their key. */
const secondVersionSchema = v.object({ ...savedTaskSchema.entries, version: v.literal(2) })
type SecondVersion = v.InferOutput<typeof secondVersionSchema>

/**
 * Starts public uploads again. An older version may have stored their parts under a key that nobody can write
 * to now. The bucket's lifecycle rule removes those parts.
 */
const migrateSecond = (row: SecondVersion): SavedTask => ({
  ...row,
  version: 3,
  remote: row.level === 'public' ? { kind: 'nothing' } : row.remote,
})

/** Parses a saved task of any known version. Returns undefined if the row has an unknown format. */
export const parseRow = (row: unknown): SavedTask | undefined => {
  const firstRow = parseOrUndefined(firstVersionSchema, row)
  const secondRow = firstRow ? migrateFirst(firstRow) : parseOrUndefined(secondVersionSchema, row)
  return secondRow ? migrateSecond(secondRow) : parseOrUndefined(savedTaskSchema, row)
}
