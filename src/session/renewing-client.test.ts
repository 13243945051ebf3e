import { expect, test } from 'vitest'
import type { ErrorCode } from '../contract/errors.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { fail, ok } from '../lib/result.ts'
import { createRenewingClient } from './renewing-client.ts'

type Given = { codes: (ErrorCode | 'ok')[]; renewal?: 'works' | 'fails'; customer?: string | undefined }

const start = ({ codes, renewal = 'works', ...given }: Given) => {
  const customer = 'customer' in given ? given.customer : 'ana'
  const renewed: unknown[] = []
  const calls: unknown[][] = []
  const call = (async (...request: unknown[]) => {
    calls.push(request)
    const code = codes.shift() ?? 'ok'
    return code === 'ok' ? ok({ done: true }) : fail({ code, status: 0 })
  }) as unknown as ProductApiClient['call']
  const renew = async (who: string, { since }: { since?: number } = {}) => {
    renewed.push([who, since])
    return renewal === 'works' ? ok(undefined) : fail({ message: 'error.network' } as const)
  }
  const client = createRenewingClient({ call }, { customer: () => customer, renew }, () => 7)
  return { client, renewed, calls }
}

const done = ok({ done: true })
const failure = (code: ErrorCode) => ({ ok: false, error: { code } })

test('renews the session and repeats a read that is refused as signed out', async () => {
  const { client, renewed, calls } = start({ codes: ['signed-out'] })
  const { signal } = new AbortController()
  expect(await client.call('statusSurvey', { customer_id: 'ana' }, { signal })).toEqual(done)
  expect(renewed).toEqual([['ana', 7]])
  expect(calls).toEqual([
    ['statusSurvey', { customer_id: 'ana' }, { signal }],
    ['statusSurvey', { customer_id: 'ana' }, { signal }],
  ])
})

test.each(['admin-only', 'signed-out'] as const)(
  'repeats an admin’s call that is refused with %s, with a new session',
  async (code) => {
    const { client, renewed } = start({ codes: [code] })
    expect(await client.call('syncVersions', {})).toEqual(done)
    expect(renewed).toEqual([['ana', 7]])
  },
)

test('repeats a call only once when a new session does not help', async () => {
  const { client, renewed, calls } = start({ codes: ['admin-only', 'admin-only'] })
  expect(await client.call('syncVersions', {})).toMatchObject(failure('admin-only'))
  expect(renewed).toHaveLength(1)
  expect(calls).toHaveLength(2)
})

test('returns the first result when the renewal fails', async () => {
  const { client, calls } = start({ codes: ['signed-out'], renewal: 'fails' })
  expect(await client.call('getImpact', { customer_id: 'ana' })).toMatchObject(failure('signed-out'))
  expect(calls).toHaveLength(1)
})

test.each([
  ['what has nothing to do with the session', 'server-failed', 'ana'],
  ["somebody else's rights", 'admin-only', 'ana'],
  ['a session that is over', 'signed-out', undefined],
] as const)('%s does not cause a renewal', async (_, code, customer) => {
  const { client, renewed } = start({ codes: [code], customer })
  expect(await client.call('getImpact', { customer_id: 'ana' })).toMatchObject(failure(code))
  expect(renewed).toEqual([])
})

test('does not renew the session for a public call', async () => {
  const { client, renewed } = start({ codes: ['signed-out'] })
  expect(await client.call('tokenValidation', {})).toMatchObject(failure('signed-out'))
  expect(renewed).toEqual([])
})
