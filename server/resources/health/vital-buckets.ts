import type { VitalName } from '../../../src/contract/product-api/health-api.ts'
import { ratingBounds, rateVital, type VitalRating } from '../../../src/contract/product-api/vital-ratings.ts'

/*
 * Buckets of the histograms of web vitals. Each bucket is the same factor wider than the one before, at most
 * `maxGrowth`. The factor of a vital is chosen so that both bounds of its ratings are bounds of buckets. So
 * the shares of the ratings are exact, and only percentiles are estimates.
 *
 * The numbers of buckets are relative to the bounds of ratings: bucket 0 ends at the upper bound of *good*.
 * If a bound of `ratingBounds` changes, the stored rows of that vital have to be deleted.
 */

/** The largest factor between the bounds of a bucket. */
const maxGrowth = 1.1
/**
 * The buckets at both ends also contain everything beyond them: less than 11 ms or a layout shift of 0.0005,
 * and more than 48 s or a layout shift of 24. This limits the number of rows.
 */
export const outermostBucket = 60

/** Returns how many buckets divide the values that need improvement. */
const countImprovableBuckets = (vital: VitalName): number => {
  const [maxGood, maxImprovable] = ratingBounds[vital]
  return Math.ceil(Math.log(maxImprovable / maxGood) / Math.log(maxGrowth))
}

/** Returns the bucket of a value: the first whose upper bound is not below the value. */
export const toBucket = (vital: VitalName, value: number): number => {
  const [maxGood, maxImprovable] = ratingBounds[vital]
  // At the bounds of the ratings, the quotient is exactly 0 or 1. No rounding error can move a bound into
  // another bucket.
  const quotient = Math.log(value / maxGood) / Math.log(maxImprovable / maxGood)
  const position = quotient * countImprovableBuckets(vital)
  return Math.max(-outermostBucket, Math.min(outermostBucket, Math.ceil(position)))
}

/** Returns a value within a bucket: the geometric mean of its bounds, from which both differ by at most 5 %. */
const toValue = (vital: VitalName, bucket: number): number => {
  const [maxGood, maxImprovable] = ratingBounds[vital]
  return maxGood * (maxImprovable / maxGood) ** ((bucket - 0.5) / countImprovableBuckets(vital))
}

export type BucketCount = { bucket: number; count: number }

export const sumCounts = (histogram: readonly BucketCount[]): number =>
  histogram.reduce((sum, { count }) => sum + count, 0)

/**
 * Estimates a percentile of a histogram that is not empty: the smallest value that at least this share of the
 * values does not exceed. The error is at most 5 %, except in the outermost buckets.
 */
export const estimatePercentile = (
  vital: VitalName,
  histogram: readonly BucketCount[],
  share: number,
): number => {
  const rank = Math.ceil(sumCounts(histogram) * share)
  let countSoFar = 0
  for (const { bucket, count } of histogram.toSorted((a, b) => a.bucket - b.bucket)) {
    countSoFar += count
    if (countSoFar >= rank) return toValue(vital, bucket)
  }
  throw new RangeError('The histogram is empty.')
}

/** Counts the values of a histogram by rating. */
export const countRatings = (
  vital: VitalName,
  histogram: readonly BucketCount[],
): Record<VitalRating, number> => {
  const counts = { good: 0, 'needs-improvement': 0, poor: 0 }
  for (const { bucket, count } of histogram) counts[rateVital(vital, toValue(vital, bucket))] += count
  return counts
}
