import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { productApi } from '../../../contract/product-api.ts'
import { getAnswersCsvUrl } from './answers-csv-url.ts'
import { completeFilters, programmeFiltersSchema, toQuery } from './programme-filters.ts'

afterEach(() => vi.unstubAllEnvs())

const now = new Date('2026-11-22T12:00:00Z')

test('defaults to the current season, the sign-ups and the first module of the series', () => {
  expect(completeFilters({}, now)).toEqual({ season: 2026, figure: 'registrations', module: 'training-1' })
  expect(completeFilters({ series: 'football' }, now)).toMatchObject({ module: 'football-1' })
})

test.each([
  ['America/Sao_Paulo', '2027-01-01T01:30:00Z', 2026],
  ['Pacific/Auckland', '2026-12-31T21:00:00Z', 2027],
])('takes the current season from the clocks in %s', (zone, time, season) => {
  vi.stubEnv('TZ', zone)
  expect(completeFilters({}, new Date(time)).season).toBe(season)
})

test('the product API accepts every filter', () => {
  const filters = { season: 2025, country: 'US', locale: 'es-US', series: 'football' } as const
  const query = toQuery(completeFilters(filters, now))
  expect(query).toEqual({ season: '2025', country: 'US', locale: 'es-US' })
  expect(v.safeParse(productApi.programme.body, query).issues).toBeUndefined()
})

test('ignores an invalid value in the address', () => {
  const search = {
    season: 'last',
    country: 'JP',
    locale: 'de-DE',
    series: 'rowing',
    figure: 'cups',
    module: 'x',
  }
  expect(v.parse(programmeFiltersSchema, search)).toEqual({})
})

test('leaves out unset values of the form', () => {
  const fields = {
    season: '2025',
    country: '',
    locale: '',
    series: 'training',
    figure: 'people',
    module: 'training-2',
  }
  expect(v.parse(programmeFiltersSchema, fields)).toEqual({
    season: 2025,
    series: 'training',
    figure: 'people',
    module: 'training-2',
  })
})

test('downloads the answers of a country as a file of the product API', () => {
  expect(getAnswersCsvUrl('BR')).toBe('/api/export/?country=BR')
})
