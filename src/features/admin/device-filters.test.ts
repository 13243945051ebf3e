import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { productApi } from '../../contract/product-api.ts'
import { deviceFilters, exportAddress, filtersOf, queryOf } from './device-filters.ts'

const everything = {
  country: 'BR',
  version: '0.1.0+abc',
  error: 'no-answer',
  who: '900000000002',
  silent: 30,
  gaps: true,
  needs: true,
  seen: 'week',
  waiting: 'longer',
  sort: 'oldest',
} as const

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('every filter is one that the product API takes', () => {
  expect(v.safeParse(productApi.syncDevices.body, queryOf(everything)).issues).toBeUndefined()
  expect(queryOf(everything)).toEqual({
    country: 'BR',
    version: '0.1.0+abc',
    error: 'no-answer',
    who: '900000000002',
    silent_days: '30',
    gaps: '1',
    needs_you: '1',
    seen: 'week',
    waiting: 'longer',
    sort: 'oldest',
  })
})

test('the file has the same filters as the list', () => {
  expect(exportAddress({ ...v.parse(deviceFilters, {}), version: '0.1.0+abc', gaps: true })).toBe(
    '/api/sync-export?version=0.1.0%2Babc&gaps=1',
  )
})

describe('an address', () => {
  test('may hold numbers where texts are meant', () => {
    expect(v.parse(deviceFilters, { who: 900_000_000_002, version: 2 })).toMatchObject({
      who: '900000000002',
      version: '2',
    })
  })

  test.each([
    { sort: 'best' },
    { silent: -1 },
    { gaps: 'yes' },
    { country: [] },
    { who: '' },
    { seen: 'ever' },
  ])('with %j is read without it', (search) => {
    expect(Object.values(v.parse(deviceFilters, search)).filter((value) => value !== undefined)).toEqual([])
  })
})

test('what was chosen in the form comes back; what was left does not', () => {
  const chosen = filtersOf(
    formOf({
      country: '',
      version: '',
      error: 'no-answer',
      who: '  abc ',
      silent: '7',
      gaps: 'on',
      seen: '',
      waiting: 'hour',
      sort: 'gaps',
    }),
  )
  expect(chosen).toMatchObject({
    error: 'no-answer',
    who: 'abc',
    silent: 7,
    gaps: true,
    waiting: 'hour',
    sort: 'gaps',
  })
  const { country, version, needs, seen } = chosen
  expect([country, version, needs, seen]).toEqual([undefined, undefined, undefined, undefined])
})
