import { expect, test } from 'vitest'
import type { ProgrammeTotal } from '../../../contract/product-api/admin/programme-api.ts'
import { breakdownBy, breakdownByMonth, getSeasonTotal } from './breakdowns.ts'

const total = (measure: ProgrammeTotal['measure'], change: Partial<ProgrammeTotal>): ProgrammeTotal => ({
  measure,
  month: '2026-03',
  country: 'BR',
  locale: 'pt-BR',
  series: null,
  amount: 1,
  ...change,
})

const totals = [
  total('active-by-month', { month: '2026-01', amount: 5 }),
  total('active-by-month', { month: '2026-02', amount: 6 }),
  total('active-by-season', { month: '2026-01', amount: 5 }),
  total('active-by-season', { month: '2026-02', amount: 2 }),
  total('modules', { series: 'training', amount: 4 }),
  total('modules', { series: 'football', amount: 9, country: 'US', locale: 'es-US' }),
  total('modules', { series: 'football', amount: 2, country: 'US', locale: 'en-US' }),
]

test('counts a coach active in two months once for the season, and once in each month', () => {
  expect(getSeasonTotal(totals, 'active')).toBe(7)
  const months = breakdownByMonth(totals, 'active', 2026)
  expect(months.slice(0, 3)).toEqual([
    { key: '2026-01', amount: 5 },
    { key: '2026-02', amount: 6 },
    { key: '2026-03', amount: 0 },
  ])
  expect(months).toHaveLength(12)
})

test('sorts a breakdown by size, and leaves out zero counts', () => {
  expect(breakdownBy(totals, 'modules', 'country')).toEqual([
    { key: 'US', amount: 11 },
    { key: 'BR', amount: 4 },
  ])
  expect(breakdownBy(totals, 'modules', 'series')).toEqual([
    { key: 'football', amount: 11 },
    { key: 'training', amount: 4 },
  ])
  expect(breakdownBy(totals, 'active', 'country')).toEqual([{ key: 'BR', amount: 7 }])
  expect(breakdownBy(totals, 'people', 'country')).toEqual([])
})
