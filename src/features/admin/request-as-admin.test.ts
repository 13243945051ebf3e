import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { fail, ok } from '../../lib/result.ts'
import { createAdminClient, createRequestAsAdmin } from './request-as-admin.ts'

test('clears the admin’s cached devices after an erasure', async () => {
  const api: Partial<ProductApiClient> = { call: async () => ok({ receipt: {} } as never) }
  const queries = new QueryClient()
  const devices = ['admin', 'admin-1', 'devices', {}]
  queries.setQueryData(devices, 'the devices of everybody')
  queries.setQueryData(['customer', 'admin-1', 'status'], 'their own')
  const request = createRequestAsAdmin(api as ProductApiClient, queries)
  await request('syncVersions', {}, AbortSignal.timeout(1000))
  expect(queries.getQueryData(devices)).toBe('the devices of everybody')
  await request('eraseCustomer', { customer_id: 'user-1', reason: 'asked' }, AbortSignal.timeout(1000))
  expect(queries.getQueryData(devices)).toBeUndefined()
  expect(queries.getQueryData(['customer', 'admin-1', 'status'])).toBe('their own')
})

test.each([
  ['the second factor has to be proved again', 'second-factor-needed'],
  ['the role was taken', 'admin-only'],
] as const)('has the page around the screen find out that %s', async (_what, code) => {
  const failure = { code, status: 403 }
  const api: Partial<ProductApiClient> = { call: async () => fail(failure) }
  const queries = new QueryClient()
  queries.setQueryData(['admin-access', 'admin-1'], ok('open'))
  const client = createAdminClient(api as ProductApiClient, queries)
  expect(await client.call('syncVersions', {})).toEqual(fail(failure))
  expect(queries.getQueryState(['admin-access', 'admin-1'])?.isInvalidated).toBe(true)
})
