import { expect, test } from 'vitest'
import { createTaskQueue } from '../../../lib/async/task-queue.ts'
import { memoryKeyValues } from '../../../platform/storage/testing/memory-key-values.ts'
import { createTokenStorage } from './token-storage.ts'
import { createUserPoolSession } from './user-pool-session.ts'

/** A phone with the tokens of a coach, at a pool that takes its time to renew them. */
const start = () => {
  const stored = new Map<string, unknown>([['ana', 'refresh-1']])
  const sent = Promise.withResolvers<void>()
  const responds = Promise.withResolvers<void>()
  const revoked: string[] = []
  const context = {
    getTokens: async () => {
      sent.resolve()
      await responds.promise
      // As Amplify stores refreshed tokens, even if somebody has signed out or in meanwhile.
      stored.set('ana', 'refresh-2')
      return null
    },
  }
  const { session, signOutLocally } = createUserPoolSession({
    context,
    readRefreshToken: async () => '',
    clearTokens: async () => {
      const tokens = [...stored.values()].map(String)
      stored.clear()
      return tokens
    },
    storage: createTokenStorage(memoryKeyValues(), async () => undefined),
    revoke: async (token: string) => void revoked.push(token),
    withTabLock: createTaskQueue(),
  } as unknown as Parameters<typeof createUserPoolSession>[0])
  return { session, signOutLocally, stored, sent, responds, revoked }
}

test('removes tokens that a refresh stores after a sign-out', async () => {
  const { session, signOutLocally, stored, sent, responds, revoked } = start()
  const refreshing = session({ fresh: true })
  await sent.promise
  const leaving = signOutLocally()
  // The first ones go at once.
  await expect.poll(() => stored.size).toBe(0)
  responds.resolve()
  await refreshing
  await leaving
  expect(stored).toEqual(new Map())
  expect(revoked).toEqual(['refresh-1', 'refresh-2'])
})

test('stores the tokens of a coach who signs in during a refresh for the previous coach', async () => {
  const { session, signOutLocally, stored, sent, responds } = start()
  const refreshing = session({ fresh: true })
  await sent.promise
  // As a sign-in does, before it stores its own.
  const signingIn = signOutLocally().then(() => stored.set('bea', 'refresh-of-bea'))
  setTimeout(responds.resolve)
  await Promise.all([refreshing, signingIn])
  expect(stored).toEqual(new Map([['bea', 'refresh-of-bea']]))
})
