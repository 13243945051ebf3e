import { expect, test } from 'vitest'
import { runText } from './device-screen.tsx'

test.each([
  ['en-GB', '2, 5–7 and 1,200'],
  ['pt-BR', '2, 5\u20137 e 1.200'],
] as const)('%s says %s', (locale, words) => {
  const runs: [number, number][] = [
    [2, 2],
    [5, 7],
    [1200, 1200],
  ]
  expect(runText(runs, locale).replaceAll(/\s?[-\u2013]\s?/g, '–')).toBe(words)
})
