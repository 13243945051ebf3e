import { expect, test } from 'vitest'
import { createTimeFormat } from './time-format.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const hour = 3_600_000

test.each([
  ['en-GB', noon + hour, '13:00'],
  ['en-GB', noon + 14 * hour, '22 Nov, 02:00'],
  ['pt-BR', noon - 24 * hour, '20 de nov., 12:00'],
] as const)('a time in %s names its day where that is another one', (locale, at, expected) => {
  expect(createTimeFormat(locale).time(at, noon)).toBe(expected)
})
