import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { CredentialsSource } from '../../../uploads/contract.ts'
import { createCredentials } from './credentials.ts'

const minute = 60_000
const issue = (expiration: number) => ({
  identityId: 'us-east-1:ana',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  sessionToken: `until-${expiration}`,
  expiration,
})

/** The credentials of a customer who is signed in. */
const createTestCredentials: typeof createCredentials = (...given) => {
  const credentials = createCredentials(...given)
  credentials.setCustomer('ana')
  return credentials
}

test.each([
  ['for 50 minutes of their hour', 60, 50],
  ['until a minute before they expire, where that is earlier', 15, 14],
  ['until they expire, where they live no longer than that minute', 0.5, 0.5],
])('credentials are cached %s', async (_, lifetime, until) => {
  let time = 0
  let requests = 0
  const credentials = createTestCredentials(
    async () => {
      requests++
      return ok(issue(time + lifetime * minute))
    },
    () => time,
  )
  await credentials.get()
  time = until * minute - 1
  await credentials.get()
  expect(requests).toBe(1)
  time = until * minute
  await credentials.get()
  expect(requests).toBe(2)
})

test('concurrent callers share one request', async () => {
  let requests = 0
  const credentials = createTestCredentials(
    async () => {
      requests++
      return ok(issue(60 * minute))
    },
    () => 0,
  )
  await Promise.all([1, 2, 3].map(() => credentials.get()))
  expect(requests).toBe(1)
})

test.each([
  ['offline', 'unreachable'],
  ['provider-away', 'provider-away'],
  ['sign-in-needed', 'sign-in-needed'],
] as const)('a source that says %s is %s, and is called again next time', async (error, kind) => {
  const results: Awaited<ReturnType<CredentialsSource>>[] = [fail(error), ok(issue(60 * minute))]
  const credentials = createTestCredentials(
    async () => results.shift()!,
    () => 0,
  )
  expect(await credentials.get()).toEqual(fail({ kind }))
  expect((await credentials.get()).ok).toBe(true)
})

test('treats a source that throws as no connection, not as the end of a session', async () => {
  const credentials = createTestCredentials(
    () => Promise.reject(new Error('page gone')),
    () => 0,
  )
  expect(await credentials.get()).toEqual(fail({ kind: 'unreachable' }))
})

test.each([
  ['that ended meanwhile are not taken', undefined, fail({ kind: 'sign-in-needed' })],
  ['of another customer are not taken', 'luis', fail({ kind: 'sign-in-needed' })],
  ['that is only said once more are taken', 'ana', ok(issue(60 * minute))],
])('credentials of a session %s', async (_, next, expected) => {
  let give: (value: Awaited<ReturnType<CredentialsSource>>) => void = () => undefined
  const credentials = createTestCredentials(
    () => new Promise((resolve) => (give = resolve)),
    () => 0,
  )
  credentials.setCustomer('ana')
  const requested = credentials.get()
  credentials.setCustomer(next)
  give(ok(issue(60 * minute)))
  expect(await requested).toEqual(expected)
})

test('a device whose clock is hours ahead caches credentials as long as any other', async () => {
  const ahead = 120 * minute
  let time = 0
  let requests = 0
  const credentials = createTestCredentials(
    async () => {
      requests++
      return ok(issue(time + 60 * minute))
    },
    () => time + ahead,
  )
  for (let count = 0; count < 10; count++) await credentials.get()
  time = 50 * minute - 1
  await credentials.get()
  expect(requests).toBe(1)
  time = 50 * minute
  await credentials.get()
  expect(requests).toBe(2)
})

const named = (sessionToken: string) => ({ ...issue(60 * minute), sessionToken })

test('requests refused credentials again, once for all waiting callers', async () => {
  const issued = ['old', 'new', 'newer']
  const credentials = createTestCredentials(
    async () => ok(named(issued.shift()!)),
    () => 0,
  )
  await credentials.get()
  const renewals = await Promise.all([1, 2, 3].map(() => credentials.renew(named('old'))))
  expect(renewals).toEqual([1, 2, 3].map(() => ok(named('new'))))
  expect(await credentials.renew(named('old'))).toEqual(ok(named('new')))
  expect(issued).toEqual(['newer'])
})

test.each([
  ['others', ok(named('other'))],
  ['no connection', fail('offline' as const)],
])('a renewal takes %s from a request that is under way', async (_, result) => {
  const results: Awaited<ReturnType<CredentialsSource>>[] = [ok(named('old')), result]
  let time = 0
  const credentials = createTestCredentials(
    async () => results.shift()!,
    () => time,
  )
  await credentials.get()
  time = 51 * minute
  const joined = credentials.get()
  expect(await credentials.renew(named('old'))).toEqual(await joined)
})
