import { expect, test } from 'vitest'
import { isInMaintenance, locales } from '../../config/locales.ts'
import { formatLocalTime } from './local-time.ts'

test('returns the time of the wall clock, not UTC', () => {
  expect(formatLocalTime(new Date(2024, 5, 4, 3, 2, 1))).toBe('2024-06-04T03:02:01')
})

test.each([
  [new Date(2024, 5, 14, 21, 44, 59), false],
  [new Date(2024, 5, 14, 21, 45), true],
  [new Date(2024, 5, 15, 9, 59, 59), true],
  [new Date(2024, 5, 15, 10, 0), false],
])('at %s maintenance of en-US is %s', (date, expected) => {
  expect(isInMaintenance(locales['en-US'], formatLocalTime(date))).toBe(expected)
  expect(isInMaintenance(locales['pt-BR'], formatLocalTime(date))).toBe(false)
})
