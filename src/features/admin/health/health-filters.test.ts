import * as v from 'valibot'
import { expect, test } from 'vitest'
import { productApi } from '../../../contract/product-api.ts'
import { completeFilters, healthFiltersSchema } from './health-filters.ts'

test('defaults to 28 days and to the pages of LCP', () => {
  expect(completeFilters({})).toEqual({ period: '28', vital: 'LCP' })
})

test.each(['7', '28', '90'])('the product API accepts a period of %s days from the address', (days) => {
  const filters = v.parse(healthFiltersSchema, { days: Number(days), vital: 'INP' })
  const { period } = completeFilters(filters)
  expect([period, filters.vital]).toEqual([days, 'INP'])
  expect(v.safeParse(productApi.appHealthOverview.body, { days: period }).issues).toBeUndefined()
})

test('ignores an invalid value in the address', () => {
  expect(v.parse(healthFiltersSchema, { days: 400, vital: 'FID' })).toEqual({})
})
