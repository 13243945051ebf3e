import * as v from 'valibot'
import { expect, test } from 'vitest'
import { customerSearch } from './-customer-search.ts'

test.each([
  [{ customer: 900000000002 }, '900000000002'],
  [{ customer: '6fa1c1de-0c7b-4c39-9d07-0a3b7b9d6d11' }, '6fa1c1de-0c7b-4c39-9d07-0a3b7b9d6d11'],
  [{ customer: ['x'] }, undefined],
  [{}, undefined],
])('the search %j names the account %s', (search, customer) => {
  expect(v.parse(customerSearch, search).customer).toBe(customer)
})
