import { createRequire } from 'node:module'
import { createAmplifyContext } from 'aws-amplify'
import { fetchDevices, signInWithRedirect } from 'aws-amplify/auth'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { testEnv } from '../src/session/providers/testing/env.ts'
import { memoryKeyValues } from '../src/session/testing/memory-browser.ts'
import { createTokenStorage } from '../src/session/providers/user-pool/token-storage.ts'
import { createUserPoolContext } from '../src/session/providers/user-pool/user-pool-context.ts'
import type { Env } from '../src/config/env.ts'
import { poolNames } from '../src/config/locales.ts'

// Constants of specification §9 that are the identity library's own: an update of it must not change them unseen.

afterEach(() => vi.restoreAllMocks())

test('a list of devices is asked for in pages of 60', async () => {
  const bodies: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    bodies.push(typeof init?.body === 'string' && JSON.parse(init.body))
    return Response.json({ Devices: [] })
  })
  const pool = { userPoolId: 'sa-east-1_Barriers', userPoolClientId: 'client' }
  const tokens = { accessToken: { toString: () => 'token', payload: {} } }
  const context = createAmplifyContext(
    { Auth: { Cognito: pool } },
    { Auth: { tokenProvider: { getTokens: async () => tokens } } },
  )
  await fetchDevices(context)
  expect(bodies).toEqual([{ AccessToken: 'token', Limit: 60 }])
})

const backoff = v.object({
  jitteredBackoff: v.custom<() => (attempt: number) => number | false>((it) => typeof it === 'function'),
})

test('a pause between two tries is never longer than 300000 ms: then it is given up', () => {
  const ofLibrary = createRequire(import.meta.resolve('aws-amplify/auth'))
  const { jitteredBackoff } = v.parse(backoff, ofLibrary('@aws-amplify/core/internals/utils'))
  vi.spyOn(Math, 'random').mockReturnValue(0)
  // 100 ms, doubled with each attempt
  const attemptOf = (ms: number) => Math.log2(ms / 100)
  expect(jitteredBackoff()(attemptOf(299_999))).toBeCloseTo(299_999)
  expect(jitteredBackoff()(attemptOf(300_001))).toBe(false)
})

test.each(poolNames)(
  'there is no hosted sign-in to wait for: the pool of %s is not set up for one',
  async (name) => {
    const pool = { userPoolId: 'sa-east-1_Barriers', webClientId: 'client' }
    const pools = Object.fromEntries(poolNames.map((each) => [each, pool])) as Env['pools']
    const storage = createTokenStorage(memoryKeyValues(), async () => undefined)
    const { context } = createUserPoolContext(testEnv({ pools }), name, storage)
    await expect(signInWithRedirect(context)).rejects.toMatchObject({ name: 'OAuthNotConfigureException' })
  },
)
