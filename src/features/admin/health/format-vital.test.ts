import { expect, test } from 'vitest'
import { formatShare, formatVital } from './format-vital.ts'

test.each([
  ['LCP', 2384.6, 'en-GB', '2.4\u00a0s'],
  ['FCP', 900, 'pt-BR', '0,9\u00a0s'],
  ['TTFB', 49, 'es-AR', '0,0\u00a0s'],
  ['INP', 191.2, 'en-US', '191\u00a0ms'],
  ['INP', 1234.5, 'es-MX', '1,235\u00a0ms'],
  ['CLS', 0.0996, 'en-NZ', '0.10'],
  ['CLS', 0, 'pt-BR', '0,00'],
] as const)('%s of %d in %s is %j', (vital, value, locale, text) => {
  expect(formatVital(vital, value, locale)).toBe(text)
})

test.each([
  [0, '0%'],
  [0.0034, '0.3%'],
  [0.0101, '1%'],
  [0.705, '71%'],
  [1, '100%'],
])('the share %d is %s', (share, text) => {
  expect(formatShare(share, 'en-GB')).toBe(text)
})
