import { expect, test } from 'vitest'
import { formatRanges } from './format-ranges.ts'

test.each([
  ['en-GB', '2, 5–7 and 1,200'],
  ['pt-BR', '2, 5\u20137 e 1.200'],
] as const)('formats ranges in %s as %s', (locale, words) => {
  const ranges: [number, number][] = [
    [2, 2],
    [5, 7],
    [1200, 1200],
  ]
  expect(formatRanges(ranges, locale).replaceAll(/\s?[-\u2013]\s?/g, '–')).toBe(words)
})
