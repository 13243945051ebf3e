import * as v from 'valibot'
import { word } from './health-api.ts'

/** How often uploads of a device ended, rested or were repeated since it began. No names, keys, ids or sizes. */

const limits = { lines: 40, count: 1_000_000_000 }

export const uploadCount = v.strictObject({
  outcome: word,
  /** Of a pause, or of what is done again. */
  reason: v.optional(word),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.count)),
})
export const uploadCounts = v.pipe(v.array(uploadCount), v.maxLength(limits.lines))
export type UploadCounts = v.InferOutput<typeof uploadCounts>

/** How much a device has counted: two lists of the same device are the same where this is. */
export const totalOf = (uploads: UploadCounts): number => uploads.reduce((sum, { count }) => sum + count, 0)
