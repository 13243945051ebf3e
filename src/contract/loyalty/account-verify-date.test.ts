import { expect, test } from 'vitest'
import { formatAccountVerifyDate, isAccountVerifyDate } from './account-verify-date.ts'

test('writes a day as dd/mm/yyyy, in UTC', () => {
  expect(formatAccountVerifyDate(new Date('2026-03-01T23:30:00-02:00'))).toBe('02/03/2026')
})

test.each([
  ['21/11/2026', true],
  ['29/02/2028', true],
  ['29/02/2026', false],
  ['11/21/2026', false],
  ['00/01/2026', false],
  ['1/1/2026', false],
  ['21-11-2026', false],
  ['21/11/2026 ', false],
  ['', false],
])('%j is a valid day: %s', (text, expected) => {
  expect(isAccountVerifyDate(text)).toBe(expected)
})
