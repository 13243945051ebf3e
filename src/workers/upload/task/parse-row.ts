import * as v from 'valibot'
import { parsed } from '../../../lib/parsed.ts'
import type { Remote } from './remote.ts'
import { commonFields, fileHandle, savedTask, type SavedTask } from './saved-task.ts'
import type { SavedSource } from './source.ts'

/** The rows of the first version, which had no version number and held the remote state in five flags. */
const firstVersion = v.object({
  ...commonFields,
  version: v.exactOptional(v.never()),
  /** The key was found free. */
  claimed: v.optional(v.boolean()),
  uploadId: v.optional(v.string()),
  /** The file was chosen again and had another modification time. */
  doubtful: v.optional(v.boolean()),
  allSent: v.optional(v.boolean()),
  mayHaveOrphans: v.optional(v.boolean()),
  /** There is a whole copy of the file. */
  kept: v.optional(v.boolean()),
  handle: v.optional(fileHandle),
})
type FirstVersion = v.InferOutput<typeof firstVersion>

const remoteOf = (row: FirstVersion): Remote => {
  const {
    claimed = false,
    uploadId,
    doubtful = false,
    allSent = false,
    mayHaveOrphans: orphans = false,
  } = row
  if (!claimed && uploadId === undefined) return { kind: orphans ? 'begun' : 'nothing' }
  // No part was stored before the claim: beginning an upload again is better than comparing it.
  if (!claimed) return { kind: 'begun', ...(uploadId !== undefined && !doubtful && { uploadId }) }
  if (uploadId === undefined) return { kind: 'claimed', orphans }
  if (allSent && !doubtful) return { kind: 'all-parts', uploadId, orphans }
  return { kind: 'upload', uploadId, parts: doubtful ? 'to-compare' : 'trusted', orphans }
}

const sourceOf = ({ handle, kept }: FirstVersion): SavedSource => {
  if (handle) return { kind: 'handle', handle }
  return { kind: kept ? 'copy' : 'none' }
}

const common = v.object(commonFields)

const fromFirst = (row: FirstVersion): SecondVersion => ({
  ...v.parse(common, row),
  version: 2,
  remote: remoteOf(row),
  source: sourceOf(row),
})

/** The rows of the second version, whose public files had no identity in their key. */
const secondVersion = v.object({ ...savedTask.entries, version: v.literal(2) })
type SecondVersion = v.InferOutput<typeof secondVersion>

/**
 * An older version may have stored parts of a public upload under a key that nobody can write to now. The
 * bucket's lifecycle rule removes them.
 */
const fromSecond = (row: SecondVersion): SavedTask => ({
  ...row,
  version: 3,
  remote: row.level === 'public' ? { kind: 'nothing' } : row.remote,
})

/** Parses a saved task of any known version; undefined if the row has an unknown form. */
export const parseRow = (row: unknown): SavedTask | undefined => {
  const first = parsed(firstVersion, row)
  const second = first ? fromFirst(first) : parsed(secondVersion, row)
  return second ? fromSecond(second) : parsed(savedTask, row)
}
