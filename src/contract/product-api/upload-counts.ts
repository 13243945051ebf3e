import * as v from 'valibot'
import { extensibleValue } from './health-api.ts'

// How many times uploads of a device ended, paused or were repeated, without names, keys, ids or sizes.

const limits = { lines: 40, count: 1_000_000_000 }

export const uploadCount = v.strictObject({
  outcome: extensibleValue,
  /** The reason of a pause or of a repeat. */
  reason: v.optional(extensibleValue),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.count)),
})
export const uploadCounts = v.pipe(v.array(uploadCount), v.maxLength(limits.lines))
export type UploadCounts = v.InferOutput<typeof uploadCounts>

/**
 * Returns the sum of all counts. The counts of a device only increase, so two of its lists with the same sum
 * are equal.
 */
export const sumCounts = (uploads: UploadCounts): number => uploads.reduce((sum, { count }) => sum + count, 0)
