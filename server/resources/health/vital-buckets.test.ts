import { assert, double, array, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { vitalNames, type VitalName } from '../../../src/contract/product-api/health-api.ts'
import { rateVital } from '../../../src/contract/product-api/vital-ratings.ts'
import { countRatings, estimatePercentile, outermostBucket, sumCounts, toBucket } from './vital-buckets.ts'

const toHistogram = (vital: VitalName, values: readonly number[]) =>
  [...Map.groupBy(values, (value) => toBucket(vital, value))].map(([bucket, { length: count }]) => ({
    bucket,
    count,
  }))

/** The smallest value that at least this share of the values does not exceed, from the values themselves. */
const getPercentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN

/** The values between the outermost buckets of each vital: ms, except for CLS. */
const ranges = {
  LCP: [11, 48_000],
  INP: [11, 48_000],
  CLS: [0.0005, 24],
  FCP: [11, 48_000],
  TTFB: [11, 48_000],
}
/** A sample spread over the magnitudes, as times of devices are. */
const sampleOf = (vital: VitalName) => {
  const [min = 0, max = 0] = ranges[vital].map(Math.log)
  return array(double({ min, max, noNaN: true }), { minLength: 1, maxLength: 300 }).map((logarithms) =>
    logarithms.map(Math.exp),
  )
}
const samples = constantFrom(...vitalNames).chain((vital) =>
  sampleOf(vital).map((values) => [vital, values] as const),
)

test('a percentile differs from that of the values by at most 5 %', () => {
  assert(
    property(samples, constantFrom(0.5, 0.75, 0.95), ([vital, values], share) => {
      const estimate = estimatePercentile(vital, toHistogram(vital, values), share)
      expect(Math.abs(estimate / getPercentile(values, share) - 1)).toBeLessThanOrEqual(0.05)
    }),
  )
})

test('the shares of the ratings and the rating of a percentile are exact', () => {
  assert(
    property(samples, ([vital, values]) => {
      const histogram = toHistogram(vital, values)
      const rated = Object.groupBy(values, (value) => rateVital(vital, value))
      expect(countRatings(vital, histogram)).toEqual({
        good: rated.good?.length ?? 0,
        'needs-improvement': rated['needs-improvement']?.length ?? 0,
        poor: rated.poor?.length ?? 0,
      })
      expect(rateVital(vital, estimatePercentile(vital, histogram, 0.75))).toBe(
        rateVital(vital, getPercentile(values, 0.75)),
      )
    }),
  )
})

test.each([
  ['LCP', 2500, 4000],
  ['INP', 200, 500],
  ['CLS', 0.1, 0.25],
  ['FCP', 1800, 3000],
  ['TTFB', 800, 1800],
] as const)(
  'the bounds of the ratings of %s, %d and %d, belong to the better rating',
  (vital, good, improvable) => {
    const values = [0, good, good * 1.001, improvable, improvable * 1.001, 600_000]
    expect(countRatings(vital, toHistogram(vital, values))).toEqual({
      good: 2,
      'needs-improvement': 2,
      poor: 2,
    })
  },
)

test.each(vitalNames)('every value of %s that the contract accepts has one of few buckets', (vital) => {
  const buckets = [0, Number.MIN_VALUE, 1e-9, 0.1, 1, 1e3, 600_000].map((value) => toBucket(vital, value))
  expect(buckets.filter((bucket) => !Number.isInteger(bucket))).toEqual([])
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
  expect(buckets[0]).toBe(-outermostBucket)
  expect(buckets.at(-1)).toBeLessThanOrEqual(outermostBucket)
})

test('a percentile of one value is that value, and zero shift is hardly more than zero', () => {
  const single = [{ bucket: toBucket('INP', 150), count: 1 }]
  expect(sumCounts(single)).toBe(1)
  expect(estimatePercentile('INP', single, 0.75) / 150).toBeCloseTo(1, 1)
  expect(estimatePercentile('CLS', [{ bucket: toBucket('CLS', 0), count: 9 }], 0.75)).toBeLessThan(0.001)
})
