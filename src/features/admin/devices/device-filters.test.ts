import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { productApi } from '../../../contract/product-api.ts'
import { deviceFiltersSchema, deviceFiltersFormSchema, toQuery } from './device-filters.ts'
import { getExportUrl } from './export-url.ts'

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

test('the product API accepts every filter', () => {
  expect(v.safeParse(productApi.syncDevices.body, toQuery(everything)).issues).toBeUndefined()
  expect(toQuery(everything)).toEqual({
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

test('uses the list’s filters for the file', () => {
  expect(getExportUrl({ ...v.parse(deviceFiltersSchema, {}), version: '0.1.0+abc', gaps: true })).toBe(
    '/api/sync-export?version=0.1.0%2Babc&gaps=1',
  )
})

describe('an address', () => {
  test('may contain numbers in text parameters', () => {
    expect(v.parse(deviceFiltersSchema, { who: 900_000_000_002, version: 2 })).toMatchObject({
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
  ])('drops the invalid %j', (search) => {
    expect(
      Object.values(v.parse(deviceFiltersSchema, search)).filter((value) => value !== undefined),
    ).toEqual([])
  })
})

test('reads the form’s chosen values, and leaves out unset ones', () => {
  const chosen = v.parse(deviceFiltersFormSchema, {
    country: '',
    version: '',
    error: 'no-answer',
    who: '  abc ',
    silent: '7',
    gaps: 'on',
    seen: '',
    waiting: 'hour',
    sort: 'gaps',
  })
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
