import * as v from 'valibot'
import { expect, test } from 'vitest'
import { devicesSearchSchema, getCursor, toNextPage, toPreviousPage } from './page-trail.ts'

const filters = { country: 'BR' }

test('leads to the next pages and back to the first one, with the same filters', () => {
  const second = toNextPage(filters, undefined, 'b')
  const third = toNextPage(filters, second.after, 'c')
  expect(third).toEqual({ country: 'BR', after: 'b.c' })
  expect(getCursor(third.after)).toBe('c')
  expect(toPreviousPage(filters, third.after)).toEqual(second)
  expect(toPreviousPage(filters, second.after)).toEqual(filters)
  expect(getCursor(undefined)).toBeUndefined()
})

test('an address of a page far behind stays short', () => {
  let after: string | undefined
  for (let page = 0; page < 500; page += 1) ({ after } = toNextPage(filters, after, 'c'.repeat(75)))
  expect(after!.length).toBeLessThan(1600)
  expect(v.parse(devicesSearchSchema, { after })).toEqual({ after })
})

test.each(['', '.', 'a..b', 'a b', 7])('ignores %j in the address', (after) => {
  expect(v.parse(devicesSearchSchema, { after }).after).toBeUndefined()
})
