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
  const requestAccessToken = async () => ok('token')
  const storeRole = async () => undefined
  const session = { customer: () => customer, renew, requestAccessToken, storeRole }
  const client = createRenewingClient({ call }, session, () => 7)
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

/** A server where an admin's session has to prove a second factor before it may read anything. */
const startAdmin = (given: { state: string; isSignedIn?: boolean }) => {
  const calls: unknown[][] = []
  let isOpen = false
  let isRenewed = given.isSignedIn ?? true
  const call = (async (name: string, body: unknown) => {
    calls.push([name, body])
    if (!isRenewed) return fail({ code: 'signed-out', status: 401 })
    if (name === 'openAdminPages') {
      isOpen = given.state === 'open'
      return ok({ state: given.state })
    }
    return isOpen ? ok({ done: true }) : fail({ code: 'second-factor-needed', status: 403 })
  }) as unknown as ProductApiClient['call']
  const session = {
    customer: () => 'ana',
    renew: async () => {
      isRenewed = true
      return ok(undefined)
    },
    requestAccessToken: async () => ok('token-of-ana'),
    storeRole: async () => undefined,
  }
  return { client: createRenewingClient({ call }, session, () => 7), calls }
}

test.each([true, false])(
  'proves the second factor of a user pool without asking the admin, and repeats the call; signed in: %s',
  async (isSignedIn) => {
    const { client, calls } = startAdmin({ state: 'open', isSignedIn })
    expect(await client.call('syncVersions', {})).toEqual(done)
    expect(calls.slice(-2)).toEqual([
      ['openAdminPages', { accessToken: 'token-of-ana' }],
      ['syncVersions', {}],
    ])
  },
)

test.each(['code', 'set-up'])('leaves it to the page if the admin pages need more: %s', async (state) => {
  const { client, calls } = startAdmin({ state })
  expect(await client.call('syncVersions', {})).toMatchObject(failure('second-factor-needed'))
  expect(calls).toHaveLength(2)
})
