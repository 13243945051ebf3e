import type { VitalName } from '../../src/contract/product-api/health-api.ts'

/** The end of good and the beginning of poor (web.dev/vitals), in ms except for CLS. */
const bounds: Record<VitalName, readonly [number, number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1800, 3000],
  TTFB: [800, 1800],
}

/** The rating of a vital in the terms of web.dev. */
export const rateVital = (vital: VitalName, value: number): 'good' | 'needs-improvement' | 'poor' => {
  const [good, poor] = bounds[vital]
  if (value <= good) return 'good'
  return value <= poor ? 'needs-improvement' : 'poor'
}
