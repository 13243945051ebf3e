import { expect, test } from 'vitest'
import { formatLocalDay } from './local-day.ts'

test('returns the day at the place, independent of the reader’s time zone', () => {
  const time = '2026-11-26T22:30:00.000-03:00'
  expect(formatLocalDay('pt-BR', time)).toBe('26 de novembro de 2026 (UTC−3)')
  expect(formatLocalDay('en-GB', time)).toBe('26 November 2026 (UTC−3)')
  expect(formatLocalDay('en-US', '2026-11-27T01:30:00.000Z')).toBe('November 27, 2026 (UTC)')
})
