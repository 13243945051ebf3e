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

test('a read that the server takes for signed out is made again with a new session', async () => {
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
  '%s of an admin is sent again with a new session',
  async (code) => {
    const { client, renewed } = start({ codes: [code] })
    expect(await client.call('syncVersions', {})).toEqual(done)
    expect(renewed).toEqual([['ana', 7]])
  },
)

test('a refusal that a new session does not cure leads to one more call, and not to more', async () => {
  const { client, renewed, calls } = start({ codes: ['admin-only', 'admin-only'] })
  expect(await client.call('syncVersions', {})).toMatchObject(failure('admin-only'))
  expect(renewed).toHaveLength(1)
  expect(calls).toHaveLength(2)
})

test('without a new session the first result stands', async () => {
  const { client, calls } = start({ codes: ['signed-out'], renewal: 'fails' })
  expect(await client.call('getImpact', { customer_id: 'ana' })).toMatchObject(failure('signed-out'))
  expect(calls).toHaveLength(1)
})

test.each([
  ['what has nothing to do with the session', 'server-failed', 'ana'],
  ["somebody else's rights", 'admin-only', 'ana'],
  ['a session that is over', 'signed-out', undefined],
] as const)('%s is not renewed', async (_, code, customer) => {
  const { client, renewed } = start({ codes: [code], customer })
  expect(await client.call('getImpact', { customer_id: 'ana' })).toMatchObject(failure(code))
  expect(renewed).toEqual([])
})

test('a call that anyone may make renews nothing', async () => {
  const { client, renewed } = start({ codes: ['signed-out'] })
  expect(await client.call('tokenValidation', {})).toMatchObject(failure('signed-out'))
  expect(renewed).toEqual([])
})
