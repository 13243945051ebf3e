import { expect, test } from 'vitest'
import { getDateFormat, getRelativeTimeFormat } from './date-format.ts'

test('creates each formatter once', () => {
  expect(getDateFormat('en-GB', { month: 'long' })).toBe(getDateFormat('en-GB', { month: 'long' }))
  expect(getRelativeTimeFormat('es-AR', { style: 'short' })).toBe(
    getRelativeTimeFormat('es-AR', { style: 'short' }),
  )
  expect(getRelativeTimeFormat('es-AR', { style: 'short' })).not.toBe(
    getRelativeTimeFormat('es-MX', { style: 'short' }),
  )
})
