import type { VitalName } from './health-api.ts'

export const vitalRatings = ['good', 'needs-improvement', 'poor'] as const
export type VitalRating = (typeof vitalRatings)[number]

/** The upper bounds of good and of needs-improvement (web.dev/vitals), in ms except for CLS. */
export const ratingBounds: Readonly<Record<VitalName, readonly [number, number]>> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1800, 3000],
  TTFB: [800, 1800],
}

/** Rates a vital in the terms of web.dev. */
export const rateVital = (vital: VitalName, value: number): VitalRating => {
  const [maxGood, maxImprovable] = ratingBounds[vital]
  if (value <= maxGood) return 'good'
  return value <= maxImprovable ? 'needs-improvement' : 'poor'
}
