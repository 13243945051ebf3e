import { expect, test } from 'vitest'
import { parseCapturedAt } from './read-entry.ts'

test('reads a time of capture exactly as it was written', () => {
  expect(parseCapturedAt('2026-11-22T12:00:00.000Z')).toEqual(new Date('2026-11-22T12:00:00.000Z'))
})

test.each([
  undefined,
  '',
  'yesterday',
  '0000-01-01T00:00:00Z',
  '-200000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
])('treats a time of capture of %s as absent, so that no database has to store it', (header) => {
  expect(parseCapturedAt(header)).toBeUndefined()
})
