import { expect, test } from 'vitest'
import { readByteRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=0-9', { start: 0, end: 10 }],
  ['bytes=2-5', { start: 2, end: 6 }],
  ['bytes=5-', { start: 5, end: 10 }],
  ['bytes=9-99', { start: 9, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-30', { start: 0, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=0-1', undefined],
])('%s of 10 bytes', (header, range) => {
  expect(readByteRange(header, 10)).toEqual(range)
})

test('no range of an empty object can be satisfied', () => {
  expect(readByteRange('bytes=0-0', 0)).toBe('unsatisfiable')
  expect(readByteRange('bytes=-1', 0)).toBe('unsatisfiable')
})
