import { expect, test } from 'vitest'
import { rateVital } from './vital-ratings.ts'

test.each([
  ['LCP', 2500, 4000],
  ['INP', 200, 500],
  ['CLS', 0.1, 0.25],
  ['FCP', 1800, 3000],
  ['TTFB', 800, 1800],
] as const)('%s is good up to %s and poor above %s', (vital, good, poor) => {
  expect([0, good, good * 1.01, poor, poor * 1.01].map((value) => rateVital(vital, value))).toEqual([
    'good',
    'good',
    'needs-improvement',
    'needs-improvement',
    'poor',
  ])
})
